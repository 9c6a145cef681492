"""A cell of a study: a game under some rules, and a policy for each seat."""

from __future__ import annotations

from dataclasses import dataclass

from undercut.bots.players.player import Guest
from undercut.bots.players.registry import make
from undercut.errors import UndercutError
from undercut.lab.kernels.playing import GREEDY, RANDOM
from undercut.play.game import Game
from undercut.search.layers import can_rank

POLICY_CODES = {"random": RANDOM, "greedy": GREEDY}
"""The codes of the policies that play in compiled code, by name; all other policies are bots."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A game under some rules, and who plays it.

    Raises:
        UndercutError: The number of policies is wrong, or a policy does not play this game.

    Example:
        >>> import undercut
        >>> Cell(undercut.game("cuttle"), ("greedy", "random")).rotations
        2
    """

    game: Game
    policies: tuple[str, ...]

    def __post_init__(self) -> None:
        """Check the policies."""
        if len(self.policies) != self.game.seats:
            message = f"policies: {len(self.policies)} for {self.game.seats} seats"
            raise UndercutError(message)
        for name in self.policies:
            if name not in POLICY_CODES:
                _check_bot(name, self.game.name)
        if "greedy" in self.policies and not can_rank(self.game.name):
            message = f"policies: {self.game.spec.title} has no ranking of moves, so greedy cannot play it here"
            raise UndercutError(message)

    @property
    def compiled(self) -> bool:
        """Whether all policies play in compiled code."""
        return all(name in POLICY_CODES for name in self.policies)

    @property
    def rotations(self) -> int:
        """The number of seatings of each deal: all different rotations of the policies, one if they are alike."""
        seats = range(1, self.game.seats + 1)
        return next(turn for turn in seats if self.policies[turn:] + self.policies[:turn] == self.policies)


def _check_bot(name: str, game: str) -> None:
    """Check that a bot can play a game and repeats its moves from the same seed."""
    kind, _, budget = name.partition(":")
    if kind == "search" and budget.endswith("s"):
        message = f"policies: {name!r:.40} has a time limit, so its games cannot be repeated; give it a number of games"
        raise UndercutError(message + ", such as search:200")
    try:
        player = make(name, game, 0)
    except UndercutError as error:
        message = f"policies: {error}"
        raise UndercutError(message) from None
    if isinstance(player, Guest):
        player.close()
