"""A level of a game: the character that plays it, and how it finds its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from undercut.bots.thinking.budget import Budget
from undercut.bots.thinking.settings import Settings
from undercut.play.facts import Move
from undercut.play.state import State
from undercut.translation import _

Ranking = Callable[[State, Sequence[Move]], Sequence[float]]
"""Scores legal moves, higher is better, from a position whose hidden cards were dealt at random."""

BY_NETWORK = Settings(guidance=0.5, first_play=0.2, pasts=256)
"""A search by the game's network that weighs past games."""


@dataclass(frozen=True, slots=True)
class Character:
    """Who plays a level."""

    name: str
    style: str

    @property
    def text(self) -> str:
        """The style in the reader's language.

        Example:
            >>> Character("Ada", "Ada draws whenever she can.").text
            'Ada draws whenever she can.'
        """
        return _(self.style)


@dataclass(frozen=True, slots=True)
class Level:
    """How a level finds its moves.

    Args:
        ranking: How it ranks its moves; None: it searches.
        settings: Search parameters; None: the game's.
        crowd: Search limit with three or more seats; None: the same.
    """

    character: Character
    budget: Budget
    ranking: Ranking | None = None
    settings: Settings | None = None
    crowd: Budget | None = None
    same_from: int = 0

    @property
    def wants_history(self) -> bool:
        """Whether it weighs the hidden cards by what the others have done."""
        return self.settings is not None and self.settings.pasts > 0
