"""Tables from their logs, and the states of a game after some of its moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import msgspec

from undercut.games.base.game_types import TABLE_REASONS
from undercut.play.sources import source
from undercut.play.state import State
from undercut.table.commands import NotPossible
from undercut.table.events import DamagedLog, Dealt, Moved, Opened, Renamed, Sat, read_event
from undercut.table.table import Table
from undercut.translation import N_, _


@dataclass(frozen=True, slots=True)
class StoredEvent:
    seq: int
    at: float  # seconds since 1970, by the clock of the process that wrote it
    data: bytes


def rebuild(table: str, log: Sequence[StoredEvent], due: float | None = None) -> Table:
    """Rebuild a table from its whole log, at once; `due` is when the time of the seat to move is up."""
    made = Table(table)
    for _step in apply_all(made, log):
        pass
    if not made.version:
        raise DamagedLog("the events of this table are missing")
    if due is not None and made.due is not None and made.to_move is not None:
        made.clocks.turn_began = due - made.budget(made.to_move)
    return made


def apply_all(table: Table, log: Sequence[StoredEvent]) -> Iterator[None]:
    """Apply stored events one by one, with the names that players have now; what cannot be read is a `DamagedLog`."""
    names = later_names([entry.data for entry in log])
    for place, entry in enumerate(log):
        if entry.seq != table.version + 1:
            raise DamagedLog(f"event {table.version + 1} of this table is missing")
        event = read_event(entry.data)
        if isinstance(event, Sat) and place in names:
            event = msgspec.structs.replace(event, name=names[place])
        table.apply(event, entry.at)
        yield


_SAT = b'"type":"sat"'
_RENAMED = b'"type":"renamed"'


def renames(event: bytes) -> bool:
    return _RENAMED in event


def later_names(log: Sequence[bytes]) -> dict[int, str]:
    """Return the later names of players, by the place in the log where they sat down."""
    names: dict[int, str] = {}
    if not any(map(renames, log)):
        return names
    sitting: dict[int, int] = {}
    for place, data in enumerate(log):
        if _SAT not in data and _RENAMED not in data:
            continue
        event = read_event(data)
        if isinstance(event, Sat):
            sitting[event.seat] = place
        elif isinstance(event, Renamed) and event.seat in sitting:
            names[sitting[event.seat]] = event.name
    return names


SEALED = N_("Play this deal from the other side first: until then its cards stay closed.")


def state_at(table: Table, step: int) -> State:
    if table.state is None or table.phase != "over":
        raise NotPossible(_("The game is not over; you can play on only from a finished game."))
    if table.sealed:
        raise NotPossible(_(SEALED))
    return state_after(table, step)


def state_after(table: Table, step: int) -> State:
    if table.state is None:
        raise NotPossible(_("The game has not started."))
    if not 0 <= step <= len(table.steps):
        raise NotPossible(_("step: {step} is not from 0 to {last}.").format(step=step, last=len(table.steps)))
    state = table.state.copy()
    if step < len(state.moves) and state.result and state.result.reason in TABLE_REASONS:
        state.undo()
    while len(state.moves) > step:
        state.undo()
    return state


def table_at(name: str, start: State, players: Sequence[Sat], moves: Sequence[str] = ()) -> Table:
    """Seat players at a position, and play moves from there as far as they are legal; no hints and no clock."""
    opened = Opened(start.game.name, start.game.rules, start.game.seats, hints=False)
    table = Table.of(name, (opened, *players, Dealt(dict(start.position()))), 0.0)
    after = cast("State", table.state).copy()
    after.set_chance(source(0))  # the same shuffles at every visit
    for move in moves:
        if after.to_move is None or after.why_not(move):
            break
        seat, before = after.to_move, after.shuffle_count
        after.play(move)
        table.apply(Moved(seat, move, after.shuffles_from(before)), 0.0)
    return table


def branch_at(table: Table, step: int, moves: Sequence[str] = ()) -> Table:
    players = [
        Sat(place, "bot" if seat.kind == "bot" else "person", seat.name, seat.level)
        for place, seat in enumerate(table.seats)
    ]
    return table_at(table.id, state_at(table, step), players, moves)
