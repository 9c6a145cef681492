"""Players as `undercut.bot` gives them: they choose from a view, or from a state whose seat to move they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.bots.players.player import Guest, Player, View
from undercut.bots.players.registry import make
from undercut.errors import UndercutError
from undercut.play.arguments import expect
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game
from undercut.play.state import State


class Bot:
    """A player of one game.

    Args:
        player: The player.
        game: The name of its game.

    Attributes:
        name: The player's name.
        game: The name of its game.
    """

    def __init__(self, player: Player, game: str) -> None:
        """Keep the player."""
        self.name = player.name
        self.game = game
        self._player = player

    def choose(self, view: View | State, moves: Sequence[Move] | None = None) -> Move:
        """Choose a move.

        Args:
            view: The view of the seat to move, or the state, of which the player looks at that view only.
            moves: The legal moves; only beside a view.

        Returns:
            One of the legal moves.

        Raises:
            UndercutError: It is a position of another game, the game is over, or there are no moves.
        """
        if isinstance(view, State):
            if view.to_move is None:
                message = "view: the game is over, so there is no move to choose"
                raise UndercutError(message)
            view, moves = view.view(view.to_move), view.legal_moves()
        name = cast("View", expect("view", view, dict)).get("game")
        if name != self.game:
            message = f"view: a position of {name!r:.40}, but this bot plays {self.game}"
            raise UndercutError(message)
        if not moves:
            message = "moves: a view needs the legal moves beside it, at least one"
            raise UndercutError(message)
        return self._player.choose(view, moves)

    def begin(self, game: Game, seat: int) -> None:
        """Tell the player that a game begins; only external programs ask for that."""
        if isinstance(self._player, Guest):
            self._player.begin(game, seat)

    def close(self, result: Outcome | None = None) -> None:
        """End the player's process if it has one."""
        if isinstance(self._player, Guest):
            self._player.close(result)


def make_bot(name: str, game: str, seed: int | None = None) -> Bot:
    """Make a player that also chooses from states.

    Args:
        name: As for `undercut.bots.players.registry.make`.
        game: The game it is to play.
        seed: As there.
    """
    return Bot(make(name, game, seed), game)
