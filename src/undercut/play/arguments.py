"""Checks of the arguments of public functions."""

from numbers import Integral
from typing import TypeVar

from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Outcome
from undercut.games.base.sentences import say
from undercut.games.base.words import TableEnd

_Kind = TypeVar("_Kind")

_SEEDS = 1 << 63


def read_whole(name: str, value: object, least: int, greatest: int) -> int:
    """Check an integer of any integral type, such as NumPy's; booleans are refused."""
    return _within(value, least, greatest, name, f"whole number from {least} to {greatest}")


def read_seed(seed: object) -> int | None:
    """Check a seed, 0 to 2**63 - 1, or None for the system's secure source."""
    if seed is None:
        return None
    return _within(seed, 0, _SEEDS - 1, "seed", "whole number from 0 to 2**63 - 1")


def read_seat(seat: object, seats: int) -> int | None:
    if seat is None:
        return None
    return _within(seat, 0, seats - 1, "seat", f"seat from 0 to {seats - 1}")


def read_host(host: object) -> Host | None:
    return None if host is None else expect("host", host, Host)


def expect(name: str, value: object, kind: type[_Kind]) -> _Kind:
    if not isinstance(value, kind):
        raise UndercutError(f"{name}: {value!r:.40} is not a {kind.__name__}")
    return value


def integer(value: object) -> int | None:
    """Convert any integral number except a boolean to an int; None for everything else."""
    if isinstance(value, bool):
        return None
    return int(value) if isinstance(value, Integral) else None


def _within(value: object, least: int, greatest: int, name: str, accepted: str) -> int:
    number = integer(value)
    if number is None or not least <= number <= greatest:
        raise UndercutError(f"{name}: {value!r:.40} is not a {accepted}")
    return number


def outcome_fault(outcome: Outcome, seats: int, reasons: tuple[str, ...]) -> str | None:
    if outcome.reason not in reasons:
        return say(
            "reason: {reason} is not one of: {reasons}", reason=f"{outcome.reason!r:.20}", reasons=", ".join(reasons)
        )
    if not isinstance(outcome.winners, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
        return say("winners: {winners} is not a tuple of seats", winners=f"{outcome.winners!r:.40}")
    for seat in outcome.winners:
        number = integer(seat)
        if number is None or not 0 <= number < seats:
            return say("winners: {seat} is not a seat from 0 to {last}", seat=seat, last=seats - 1)
    if len(set(outcome.winners)) != len(outcome.winners):
        return say("winners: a seat appears twice")
    if outcome.reason == TableEnd.AGREED.value and outcome.winners:
        return say("winners: an agreed draw has no winners")
    if outcome.abandoned and outcome.winners:
        return say("winners: a game that every player gave up has no winners")
    return None
