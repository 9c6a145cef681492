"""The small frozen facts that a game hands out: moves and outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from undercut.errors import Reason
from undercut.games.reader import JSON
from undercut.games.words import TableEnd
from undercut.play.arguments import integer

View = dict[str, JSON]
"""What a seat may know, as `State.view` writes it."""

TABLE_REASONS = tuple(end.value for end in TableEnd)
"""Reasons for an end that a table adds to those of the rules."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move.

    Args:
        notation: The move as the rules write it, such as ``"7hx6d"``.
        text: What it does, as a sentence.
        kind: What is done, in a word, such as ``"scuttle"``.
        card: The card that is played, taken or discarded, or None.
        target: What it is played on, or None.
    """

    notation: str
    text: str = field(compare=False)
    kind: str = field(compare=False)
    card: str | None = field(compare=False)
    target: str | None = field(compare=False)

    def __str__(self) -> str:
        """Write the move as the rules do."""
        return self.notation


@dataclass(frozen=True, slots=True)
class Use:
    """A way to use a card, legal or not.

    Args:
        move: The move.
        reason: Why it is not legal now; None if it is.
    """

    move: Move
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Args:
        winners: The seats that won; empty for a draw.
        reason: Why it ended, one word, such as ``"points"`` or ``"resigned"``.
    """

    winners: tuple[int, ...]
    reason: str


def read_outcome(result: object) -> Outcome:
    """Read a result as a position or record writes it.

    Args:
        result: ``{"winners": [seats], "reason": word}``.

    Raises:
        ValueError: It is nothing of the sort.

    Example:
        >>> read_outcome({"winners": [0], "reason": "points"})
        Outcome(winners=(0,), reason='points')
    """
    if isinstance(result, Mapping):
        entry = cast("Mapping[str, object]", result)
        winners, reason = entry.get("winners", []), entry.get("reason")
        if isinstance(winners, list) and isinstance(reason, str) and not entry.keys() - {"winners", "reason"}:
            seats = [seat for seat in cast("list[object]", winners) if type(seat) is int]
            if len(seats) == len(cast("list[object]", winners)):
                return Outcome(tuple(seats), reason)
    message = "a result is an object of winners (seats) and reason (a word)"
    raise ValueError(message)


def outcome_fault(outcome: Outcome, seats: int, reasons: tuple[str, ...]) -> str | None:
    """Say what is wrong with an outcome, or None.

    Args:
        outcome: The outcome.
        seats: The number of seats.
        reasons: The reasons that there may be.

    Example:
        >>> outcome_fault(Outcome((2,), "time"), 2, TABLE_REASONS)
        'winners: 2 is not a seat from 0 to 1'
    """
    if outcome.reason not in reasons:
        return f"reason: {outcome.reason!r:.20} is not one of: {', '.join(reasons)}"
    if not isinstance(outcome.winners, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
        return f"winners: {outcome.winners!r:.40} is not a tuple of seats"
    for seat in outcome.winners:
        number = integer(seat)
        if number is None or not 0 <= number < seats:
            return f"winners: {seat} is not a seat from 0 to {seats - 1}"
    if len(set(outcome.winners)) != len(outcome.winners):
        return "winners: a seat is named twice"
    if outcome.reason == "agreed" and outcome.winners:
        return "winners: an agreed draw has none"
    return None
