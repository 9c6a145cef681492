"""Observations and histories of single states, and the history that a view may carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from undercut.engine.engine import copy_of
from undercut.engine.rows import CARD, EVENT_WIDTH, MOVE, append_event, append_sightings
from undercut.games.base.words import TableEnd
from undercut.play.input import read_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from undercut.decoding import JSON
    from undercut.engine.contract import Fields
    from undercut.games.base.game_types import Outcome
    from undercut.games.base.layout import Observations
    from undercut.play.game import Game
    from undercut.play.state import State


def observation(game: Game, table: Fields, seat: int, outcome: Outcome | None) -> NDArray[np.int16]:
    import numpy as np  # noqa: PLC0415  programs that do not learn need not load NumPy

    columns, reader = game.observations, read_whole("seat", seat, 0, game.seats - 1)
    row = [0] * columns.length
    columns.observe(table, reader, row)
    if outcome:
        _end(columns, row, [(winner - reader) % game.seats for winner in outcome.winners], outcome.reason)
    return np.array(row, dtype=np.int16)


def _end(columns: Observations, row: list[int], winners: list[int], reason: str) -> None:
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
) -> list[list[int]]:
    reader = read_whole("seat", seat, 0, game.seats - 1)
    tables = _unwound(table, changes)
    moves = [game.spec.notation.parse(before, notation) for before, notation in zip(tables, notations, strict=False)]
    events = _events(game, None, tables[0], -1, reader)
    for place, move in enumerate(moves):
        events += _events(game, tables[place], tables[place + 1], move, reader)
    return [events[place : place + EVENT_WIDTH] for place in range(0, len(events), EVENT_WIDTH)]


def as_array(events: list[list[int]]) -> NDArray[np.int16]:
    import numpy as np  # noqa: PLC0415  as above

    return np.array(events, dtype=np.int16).reshape(-1, EVENT_WIDTH)


def _unwound(table: Fields, changes: Sequence[tuple[tuple[str, int | list[int]], ...]]) -> list[Fields]:
    tables = [table]
    for fields in reversed(changes):
        earlier = copy_of(tables[-1])
        for name, value in fields:
            setattr(earlier, name, value)
        tables.append(earlier)
    return tables[::-1]


def _events(game: Game, before: Fields | None, after: Fields, move: int, seat: int) -> list[int]:
    spec, engine = game.spec, game.engine
    columns, numbers = game.observations, spec.actions
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


HISTORY = "history"  # the field of a view, always its last

MOST_EVENTS = 2_000
"""Most events of a history in a view, so that a view stays a short line of JSON; that is longer than usual games."""


def view_with_history(state: State, seat: int) -> dict[str, JSON]:
    """Return a seat's view with its history, unless the game has none or it is longer than `MOST_EVENTS`."""
    view = state.view(seat)
    if state.game.spec.observations and len(events := state.history_rows(seat)) <= MOST_EVENTS:
        view[HISTORY] = cast("JSON", events)
    return view


def history_faults(game: Game, history: object) -> Iterator[str]:
    """Yield a fault for each event of an untrusted history that no game could have."""
    if history is None:
        return
    if not isinstance(history, list):
        yield f"{HISTORY}: not a list"
        return
    rows = cast("list[object]", history)
    if not game.spec.observations:
        yield f"{HISTORY}: {game.spec.title} has no histories"
    elif len(rows) > MOST_EVENTS:
        yield f"{HISTORY}: there are {len(rows)} events, more than {MOST_EVENTS}"
    else:
        for place, row in enumerate(rows):
            if fault := _fault(game, row):
                yield f"{HISTORY}[{place}]: {fault}"


def _fault(game: Game, row: object) -> str | None:
    cells = cast("list[object]", row) if isinstance(row, list) else []
    numbers = [cell for cell in cells if type(cell) is int]
    if len(numbers) != EVENT_WIDTH or len(cells) != EVENT_WIDTH:
        return f"not a list of {EVENT_WIDTH} whole numbers"
    event, *others = numbers
    assert game.spec.observations is not None  # noqa: S101  the caller has checked
    cards, places = len(game.spec.pack.texts), len(game.spec.observations.places)
    ranges = {
        MOVE: (("seat", 1, game.seats), ("move", 0, len(game.actions)), ("place", 0, 0)),
        CARD: (("seat", 0, game.seats), ("card", 1, cards), ("place", 1, places - 1)),
    }
    if event not in ranges:
        return f"event {event} is neither {MOVE} (a move) nor {CARD} (a revealed card)"
    for value, (name, least, greatest) in zip(others, ranges[event], strict=True):
        if not least <= value <= greatest:
            return f"{name} {value} is not a whole number from {least} to {greatest}"
    return None
