"""The ``undercut hint`` command: advise the player to move."""

from __future__ import annotations

import random
from contextlib import nullcontext
from dataclasses import dataclass

from undercut.bots.advice.hint import BUDGET, advise
from undercut.bots.players.levels import levels_of
from undercut.bots.thinking.budget import Watch, read_budget
from undercut.cli.advice_text import show_advice
from undercut.cli.exits import DONE
from undercut.cli.positions import load_seen
from undercut.cli.screen import Screen, print_json
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import Budget
from undercut.play.arguments import read_seed
from undercut.play.state import State


@dataclass(frozen=True, slots=True)
class HintOptions:
    """The options of ``undercut hint``.

    Args:
        seat: The seat to advise, which must be to move; None: the seat to move.
        level: The level whose budget to use, or None.
        budget: The search budget as text, or None.
        move: Advise before this move of a record, from 1; None: after its last move.
    """

    seat: int | None = None
    level: str | None = None
    budget: str | None = None
    move: int | None = None
    seed: int = 0


def hint(screen: Screen, path: str, options: HintOptions, *, as_json: bool) -> int:
    """Advise the seat to move in a position or a game.

    Raises:
        UndercutError: The file or an option is invalid.
    """
    state = load_seen(path)
    _go_back(state, options.move)
    # Not for secrets: a hint may be repeated.
    chance = random.Random(read_seed(options.seed))  # noqa: S311
    budget = chosen_budget(state.game.name, options.level, options.budget)
    with nullcontext(_quiet) if as_json else screen.thinking() as progress:
        advice = advise(state, options.seat, budget=budget, chance=chance, watch=Watch(progress))
    if as_json:
        print_json(advice.to_json())
    else:
        who = state.players[advice.seat]
        screen.line(f"{state.game.spec.title}, move {len(state.moves) + 1}: {who} is to move.")
        show_advice(screen, advice, state.players)
    return DONE


def _quiet(_used: float) -> None:
    """Show no progress."""


def chosen_budget(game: str, level: str | None, budget: str | None) -> Budget:
    """Choose the search budget.

    Raises:
        UndercutError: Both are given, or the level or the budget is invalid.
    """
    if level and budget:
        message = "--level: a level has a budget of its own; leave out one of --level and --budget"
        raise UndercutError(message)
    if level and level not in levels_of(game).budgets:
        message = f"--level: {level[:20]!r} is not one of: {', '.join(levels_of(game).budgets)}"
        raise UndercutError(message)
    if level:
        return levels_of(game).budgets[level]
    return read_budget(budget) if budget else BUDGET


def _go_back(state: State, before: int | None) -> None:
    """Take moves back until the move with this number is next."""
    if before is None:
        return
    if not 1 <= before <= len(state.moves):
        message = f"--move: {before} is not a move from 1 to {len(state.moves)}"
        raise UndercutError(message if state.moves else "--move: a position alone has no moves; give a record")
    while len(state.moves) >= before:
        state.undo()
