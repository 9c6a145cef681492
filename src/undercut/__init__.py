"""Undercut: Cuttle, Cups and Cut the Rope, played exactly as their written rules say."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from undercut.engine.host import Host
from undercut.errors import (
    BadNotation,
    BadPosition,
    BadRecord,
    BadRules,
    IllegalMove,
    Reason,
    UndercutError,
)
from undercut.play.arguments import expect, read_seat, read_seed
from undercut.play.counting import perft
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game, game
from undercut.play.loading import from_position, replay
from undercut.play.state import State

if TYPE_CHECKING:
    from undercut.bots.advice.hint import Advice

__version__ = version("undercut")

__all__ = [
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "Game",
    "Host",
    "IllegalMove",
    "Move",
    "Outcome",
    "Reason",
    "State",
    "UndercutError",
    "from_position",
    "game",
    "hint",
    "perft",
    "replay",
]


def hint(
    state: State, seat: int | None = None, *, budget: str = "2s", seed: int | None = None, host: Host | None = None
) -> Advice:
    """Advise the seat to move, from what it may know: what to play, why, and what is likely to follow.

    Args:
        state: The game; it stays as it is.
        seat: Whom to advise, which must be to move; None: whoever is.
        budget: How long to think: so many games tried, such as ``"5000"``, or seconds, such as ``"2s"``.
        seed: 0 to 2**63 - 1 repeats the advice, unless the budget is a time; None: from the system.
        host: Where the search runs; None: compiled, if the environment says nothing else.

    Raises:
        UndercutError: The game is over, the seat is not to move, or an argument cannot be used.

    Example:
        >>> state = game("cuttle").deal(seed=7)
        >>> advice = hint(state, budget="100", seed=1, host=Host.PLAIN)
        >>> advice.seat, len(advice.moves), advice.best.move in state.legal_moves()
        (0, 10, True)
    """
    # Whoever only plays does not load the search; and the layers below never see it.
    from random import Random  # noqa: PLC0415  as said

    from undercut.bots.advice.hint import advise  # noqa: PLC0415  as said
    from undercut.bots.thinking.think import read_budget  # noqa: PLC0415  as said

    state, host = expect("state", state, State), None if host is None else expect("host", host, Host)
    # Not for secrets: a hint may be repeated from a seed.
    chance = Random(read_seed(seed))  # noqa: S311
    return advise(state, read_seat(seat, state.game.seats), budget=read_budget(budget), chance=chance, host=host)
