"""Observations and histories of single states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.contract import copy_fields
from undercut.engine.rows import EVENT_WIDTH, MOVE, append_event, append_sightings
from undercut.errors import UndercutError
from undercut.games.base.words import TableEnd
from undercut.play.arguments import read_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from undercut.engine.contract import Fields
    from undercut.games.base.definition import GameSpec
    from undercut.games.base.facts import Outcome
    from undercut.games.base.layout import Observations
    from undercut.play.game import Game


def layout(spec: GameSpec) -> Observations:
    """Return the layout of a game's observations."""
    if spec.observations is None:
        message = f"{spec.title} has no observations: its package has no observation module"
        raise UndercutError(message)
    return spec.observations


def observation(game: Game, table: Fields, seat: int, outcome: Outcome | None) -> NDArray[np.int16]:
    """Write what a seat may know as a row of integers."""
    import numpy as np  # noqa: PLC0415  programs that do not learn need not load NumPy

    columns, reader = layout(game.spec), read_whole("seat", seat, 0, game.seats - 1)
    row = [0] * columns.length
    columns.observe(table, reader, row)
    if outcome:
        _end(columns, row, [(winner - reader) % game.seats for winner in outcome.winners], outcome.reason)
    return np.array(row, dtype=np.int16)


def _end(columns: Observations, row: list[int], winners: list[int], reason: str) -> None:
    """Write that the players have ended the game."""
    spans = {name: columns.span(name) for name in ("to move", "phase", "winner", "end")}
    for span in spans.values():
        row[span] = [0] * (span.stop - span.start)
    blocks = {block.name: block for block in columns.blocks}
    row[spans["phase"].start + blocks["phase"].items.index("over")] = 1
    # A game that every player gave up counts as one that ended by resignation; it has no winner.
    shown = TableEnd.RESIGNED.value if reason == TableEnd.ABANDONED.value else reason
    row[spans["end"].start + blocks["end"].items.index(shown)] = 1
    for winner in winners:
        row[spans["winner"].start + winner] = 1


def history(
    game: Game, table: Fields, changes: list[tuple[tuple[str, int | list[int]], ...]], notations: list[str], seat: int
) -> NDArray[np.int16]:
    """List the events of a game as a seat knows them."""
    import numpy as np  # noqa: PLC0415  as above

    layout(game.spec)
    reader = read_whole("seat", seat, 0, game.seats - 1)
    tables = _unwound(table, changes)
    moves = [game.spec.parse(before, notation) for before, notation in zip(tables, notations, strict=False)]
    events = _events(game, None, tables[0], -1, reader)
    for place, move in enumerate(moves):
        events += _events(game, tables[place], tables[place + 1], move, reader)
    return np.array(events, dtype=np.int16).reshape(-1, EVENT_WIDTH)


def _unwound(table: Fields, changes: Sequence[tuple[tuple[str, int | list[int]], ...]]) -> list[Fields]:
    """List the tables from the start on."""
    tables = [table]
    for fields in reversed(changes):
        earlier = type(table)()
        copy_fields(tables[-1], earlier)
        for name, value in fields:
            setattr(earlier, name, value)
        tables.append(earlier)
    return tables[::-1]


def _events(game: Game, before: Fields | None, after: Fields, move: int, seat: int) -> list[int]:
    """Return the rows of a move; without a table before it, those of the start."""
    spec, engine = game.spec, game.engine
    columns, numbers = layout(spec), spec.actions
    assert numbers is not None  # noqa: S101  a game with observations has numbers of moves
    found = [0] * engine.pack_size
    seen = columns.news(before or after, after, seat, move, found)
    rows = [0] * (EVENT_WIDTH * (seen + 1))
    size = 0
    if before:
        hidden = engine.functions.seen_move(before, move, seat) != move
        mover = (engine.functions.mover(before) - seat) % game.seats
        size = append_event(rows, 0, MOVE, mover + 1, 0 if hidden else numbers.number(move) + 1, 0)
    return rows[: EVENT_WIDTH * append_sightings(rows, size, found, seen)]
