"""The level that is about as strong as a person, estimated from that person's results.

A win against a level at least as strong as the estimate raises it by one level. A loss against a level at most as
strong lowers it: by one level with two seats, by half a level with three, by a third with four. So a person who wins a
fair share of the games, one of as many as there are seats, stays at the level. A draw changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from undercut.games.base.parts.levels import LEVEL_NAMES

ADAPTIVE = "adaptive"  # the name of the opponent whose level follows the results

START = LEVEL_NAMES.index("easy")


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game of a person against bots."""

    level: str
    won: bool | None  # whether the person won; None: a draw or a shared win
    seats: int = 2


def after(strength: float, result: Result) -> float:
    """Correct an estimate by a result."""
    level = LEVEL_NAMES.index(result.level)
    if result.won and level >= _place(strength):
        return min(strength + 1, len(LEVEL_NAMES) - 1.0)
    if result.won is False and level <= _place(strength):
        return max(strength - 1 / (result.seats - 1), 0.0)
    return strength


def strength_of(results: Iterable[Result]) -> float:
    """Estimate a person's place among the levels."""
    strength = float(START)
    for result in results:
        strength = after(strength, result)
    return strength


def level_at(strength: float) -> str:
    """Return the level of an estimate."""
    return LEVEL_NAMES[_place(strength)]


def _place(strength: float) -> int:
    return ceil(strength - 0.5)
