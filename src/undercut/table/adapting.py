"""Adaptive bots at a table: the level that follows from a game, and what players are told about it."""

from __future__ import annotations

from undercut.bots.players.adaptive import Result, after, level_at
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.table.table import Table
from undercut.translation import _


def note_of(strength: float) -> str:
    """Say which level adaptive bots play, and why."""
    note = _("the adaptive bot plays as {level} now: one level up when you win, down when you lose")
    return note.format(level=level_at(strength))


def strength_after(table: Table) -> float | None:
    """Return the estimate that adaptive bots follow in the next game of a table; None without such bots."""
    strength = next((seat.strength for seat in table.seats if seat.strength is not None), None)
    result = result_of(
        [seat.level or "" for seat in table.seats],
        table.state.result.winners if table.state and table.state.result else None,
    )
    if strength is None or result is None or table.opened.practice:
        return strength
    return after(strength, result)


def result_of(levels: list[str], winners: list[int] | tuple[int, ...] | None) -> Result | None:
    """Return what a game says about the strength of the people in it; None if it says nothing.

    Example:
        >>> result_of(["", "hard"], [0])
        Result(level='hard', won=True, seats=2)
    """
    bots = [level for level in levels if level in LEVEL_NAMES]
    if winners is None or not bots or "" not in levels:
        return None
    people_won = {not levels[seat] for seat in winners}
    won = people_won.pop() if len(people_won) == 1 else None
    return Result(max(bots, key=LEVEL_NAMES.index), won, len(levels))
