"""Time at a table: players' clocks, the pace of bots' moves, and answers without a choice."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import structs

from undercut.games.base.words import TableEnd
from undercut.table import events
from undercut.table.decisions.decide import REPLACEMENT, Decision, forfeit, play_move
from undercut.table.table import EVEN_SECONDS, Table

_NEUTRAL = ("ok", "keep", "draw", "end", "pass")
"""Moves, in notation, that a player whose time is up makes before any other."""


def charge_clock(table: Table, happening: Sequence[events.Event], spent: float) -> list[events.Event]:
    """Write into moves how much time they leave on the clock of a whole game."""
    clock, seat = table.clock, table.to_move
    if clock is None or clock.kind != "game" or seat is None:
        return [*happening]
    left = round(max(table.budget(seat) - spent, 0.0) + clock.increment, 3)
    return [
        structs.replace(event, time_left=left) if isinstance(event, events.Moved) and event.time_left is None else event
        for event in happening
    ]


def carry_out(table: Table, decided: Sequence[events.Event], came: float, now: float, site_time: float) -> list[bytes]:
    """Apply events that were decided for a command that came at a moment; return them as they are stored."""
    charged = charge_clock(table, decided, table.clocks.spent(came))
    for event in charged:
        table.apply(event, now, site_time)
    return [events.write_event(event) for event in charged]


def time_out(table: Table) -> Decision:
    clock, seat = table.clock, table.to_move
    assert clock is not None  # noqa: S101  the caller has looked
    assert seat is not None  # noqa: S101  as above
    up, mine = events.TimedOut(seat), table.seats[seat]
    is_person = mine.kind == "person"
    if (clock.zero == "lose" and not mine.stand_in) or (clock.zero == "bot" and is_person and not table.rivals(seat)):
        return Decision([up, forfeit(table, seat, TableEnd.TIME)])
    if clock.zero == "bot" and is_person:
        return Decision([up, events.TakenOver(seat, REPLACEMENT)])
    (event,) = _default_move(table, seat).events
    assert isinstance(event, events.Moved)  # noqa: S101  `play_move` returns one move
    left = clock.overtime if clock.kind == "game" else None
    return Decision([up, structs.replace(event, time_left=left)])


def _default_move(table: Table, seat: int) -> Decision:
    """Play a move that does as little as possible, or any move by chance."""
    assert table.state is not None  # noqa: S101  the table is in play
    legal = [move.notation for move in table.state.legal_moves()]
    chosen = next((move for move in _NEUTRAL if move in legal), None) or secrets.choice(legal)
    return play_move(table, seat, chosen)


HINT_SECONDS = 1.0  # seconds of thinking for a hint
SHOWN_EVERY = 0.5  # seconds between two looks at a bot's progress
_SHOWN_AFTER = 0.3
_ANSWERING = 1.7  # how much longer than other moves an answer to another seat's move takes
_SKIPPED = 0.01  # the pace until a person is to move, if that person has skipped the moves of bots
_READ = 40  # letters of another bot's move that are read in the time of a move


def pace_at(table: Table, pace: float) -> float:
    """Return the pace of bots' moves without a clock: with time to read another bot's, and 0 once no person plays."""
    if table.skipped:
        return min(pace, _SKIPPED)
    out, persons = cast("list[int]", (table.view(None) or {}).get("out", [])), table.persons()
    if table.clock or not persons:
        return pace
    read = sum(len(table.lines[step.line].for_reader(None).text) for step in table.steps[-1:] if not step.person)
    return 0.0 if persons.issubset(out) else pace * (1 + read / _READ)


def release_after(pace: float, *, answers: bool, least: float) -> float:
    """Return the seconds from the beginning of a bot's turn to its move."""
    return max(pace * (_ANSWERING if answers else 1.0), least)


def progress_steps(release: float) -> Iterator[tuple[float, float]]:
    """Yield the seconds of a bot's turn at which its progress is shown, with the share that has passed."""
    after = _SHOWN_AFTER
    while after < release:
        yield after, after / release
        after += SHOWN_EVERY


SHORTEST, LONGEST = 1.5, 4.0  # bounds of the time of an answer without a choice, in seconds


def answer_delay(key: str, position: int) -> float:
    """Draw the seconds after which an answer is given: the same in every process, and unknown to the other players."""
    digest = hmac.digest(key.encode(), f"answer to {position}".encode(), hashlib.sha256)
    share = int.from_bytes(digest[:8]) / 2**64
    return round(SHORTEST + share * (LONGEST - SHORTEST), 2)


def answer_wait(table: Table, seat: int | None, now: float) -> float:
    """Return for how many seconds to hold a move of a seat back."""
    if seat != table.to_move or not table.least_wait:
        return 0.0
    return min(max(table.clocks.turn_began + EVEN_SECONDS - now, 0.0), EVEN_SECONDS)
