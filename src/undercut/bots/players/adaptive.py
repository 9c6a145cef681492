"""The level of adaptive bots, which follows a person's results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.translation import _

# A win against a level at least as strong as the estimate raises it by one level. A loss against a level at most as
# strong lowers it: by one level with two seats, by half a level with three, by a third with four. So a person who wins
# a fair share of the games, one of as many as there are seats, stays at the level. A draw changes nothing.

ADAPTIVE = "adaptive"  # the name of the opponent whose level follows the results

START = LEVEL_NAMES.index("easy")


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game of a person against bots."""

    level: str
    won: bool | None  # whether the person won; None: a draw or a shared win
    seats: int = 2


def updated_strength(strength: float, score: GameScore) -> float:
    """Correct an estimate by a score."""
    level = LEVEL_NAMES.index(score.level)
    if score.won and level >= _step(strength):
        return min(strength + 1, len(LEVEL_NAMES) - 1.0)
    if score.won is False and level <= _step(strength):
        return max(strength - 1 / (score.seats - 1), 0.0)
    return strength


def strength_of(scores: Iterable[GameScore]) -> float:
    """Estimate a person's place among the levels."""
    strength = float(START)
    for score in scores:
        strength = updated_strength(strength, score)
    return strength


def level_at(strength: float) -> str:
    """Return the level of an estimate."""
    return LEVEL_NAMES[_step(strength)]


def _step(strength: float) -> int:
    return ceil(strength - 0.5)


def strength_note(strength: float) -> str:
    """Say which level adaptive bots play, and why."""
    note = _("the adaptive bot plays as {level} now: one level up when you win, down when you lose")
    return note.format(level=level_at(strength))


def score_of(levels: list[str], winners: list[int] | tuple[int, ...] | None) -> GameScore | None:
    """Return what a game says about the strength of the people in it; None if it says nothing."""
    bots = [level for level in levels if level in LEVEL_NAMES]
    if winners is None or not bots or "" not in levels:
        return None
    people_won = {not levels[seat] for seat in winners}
    won = people_won.pop() if len(people_won) == 1 else None
    return GameScore(max(bots, key=LEVEL_NAMES.index), won, len(levels))
