"""Summaries of tables for lists, such as the lobby."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from undercut.table.events import Advised, RulesStamp, TakenBack
from undercut.table.table import Table
from undercut.translation import _


class LobbyTable(Struct, frozen=True):
    table: str
    game: str
    title: str
    chosen: RulesStamp  # the rules
    status: Literal["open", "playing", "over"]
    seats: int
    open: int
    players: list[str]  # the players' names in the order of the seats; empty for open seats
    moves: int
    updated: float  # the time of the last event, in seconds since 1970
    to_move: int | None = None
    yours: bool = False
    practice: bool = False
    closed: bool = False
    # the seats that won a finished game; None if there is no result, or an earlier version stored the summary
    winners: list[int] | None = None
    reason: str = ""
    clock: str = ""  # the clock, as forms send it, such as ``"game 300 5"``; empty without one
    # the level of the bot in each seat, empty for a person; no entries if an earlier version stored the summary
    levels: list[str] = []
    you: int | None = None
    created: float = 0.0
    daily: str = ""
    duplicate: str = ""
    sealed: bool = False
    played: list[int] = []  # the moves of each seat; no entries if an earlier version stored the summary
    course: str = ""  # of a finished daily deal: whether each turn left its player ahead (+), level (=) or behind (-)
    counted: bool = False  # whether it was played without help from a shuffled deal to the end


def names_for(names: Sequence[str], seat: int | None) -> list[str]:
    return [_("You") if place == seat else name for place, name in enumerate(names)]


def for_player(line: LobbyTable, seat: int | None) -> LobbyTable:
    """Return a table as its player in a seat lists it; None: a guest without a seat."""
    return replace(line, you=seat, players=names_for(line.players, seat))


def listing(table: Table) -> LobbyTable:
    outcome = table.state.result if table.state else None
    return LobbyTable(
        table=table.id,
        game=table.game.name,
        title=table.game.spec.title,
        chosen=table.game.rules,
        status=table.phase,
        seats=len(table.seats),
        open=sum(seat.kind == "open" for seat in table.seats),
        players=[seat.name for seat in table.seats],
        moves=len(table.steps),
        updated=table.lines[-1].at,
        to_move=table.to_move,
        practice=table.is_practice,
        closed=bool(table.closed),
        winners=list(outcome.winners) if outcome else None,
        reason=outcome.reason if outcome else "",
        clock=table.clock.time if table.clock else "",
        levels=[seat.level or "" for seat in table.seats],
        created=table.created,
        daily=table.opened.daily,
        duplicate=table.opened.duplicate,
        sealed=table.sealed,
        played=[sum(step.seat == seat for step in table.steps) for seat in range(len(table.seats))],
        course=_course(table) if table.opened.daily and table.phase == "over" else "",
        counted=table.phase == "over" and not table.closed and not _helped(table),
    )


def _course(table: Table) -> str:
    """Compare how near the person and the nearest opponent are to their own goals, after each of the person's turns."""
    state = table.state.copy() if table.state else None
    person = next((number for number, seat in enumerate(table.seats) if not seat.level), None)
    signs: list[str] = []
    while state is not None and person is not None and (state.result or state.moves):
        needed = state.to_go
        if state.undo() is not None and state.to_move == person and needed:
            left = [each / goal for each, goal in zip(needed, state.goals or [1] * len(needed), strict=True)]
            mine, best = left[person], min(each for seat, each in enumerate(left) if seat != person)
            signs.append("+" if mine < best else "=" if mine == best else "-")
    return "".join(reversed(signs))


def _helped(table: Table) -> bool:
    """Return whether a finished game had hints, moves taken back, or a start that was chosen or known."""
    opened = table.opened
    known = opened.imported or opened.start is not None or (opened.chance and opened.hints)
    return bool(known or opened.practice) or any(line.kind in (Advised, TakenBack) for line in table.lines)
