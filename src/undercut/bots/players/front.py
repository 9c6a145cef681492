"""Players as `undercut.bot` returns them: they also accept a state in place of a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.bots.players.player import Guest, Player, View, view_for, wants_history
from undercut.bots.players.registry import make
from undercut.errors import BadNotation, UndercutError
from undercut.games.base.facts import Move, Outcome
from undercut.play.arguments import expect
from undercut.play.game import Game
from undercut.play.state import State


class Bot:
    """A player of one game that chooses from views or states."""

    def __init__(self, player: Player, game: str) -> None:
        self.name = player.name
        self.game = game
        self._player = player

    @property
    def wants_history(self) -> bool:
        """Whether the player uses the history of the game, if its views have one."""
        return wants_history(self._player)

    def choose(self, view: View | State, moves: Sequence[Move] | None = None) -> Move:
        """Choose a move.

        Raises:
            BadNotation: The player did not choose one of the moves.
            UndercutError: The position is from another game, the game is over, or `moves` is empty or missing.
        """
        if isinstance(view, State):
            if view.to_move is None:
                message = "view: the game is over"
                raise UndercutError(message)
            view, moves = view_for(self._player, view, view.to_move), view.legal_moves()
        name = cast("View", expect("view", view, dict)).get("game")
        if name != self.game:
            message = f"view: a position of {name!r:.40}, but this bot plays {self.game}"
            raise UndercutError(message)
        if not moves:
            message = "moves: pass at least one legal move with a view"
            raise UndercutError(message)
        answer = cast("object", self._player.choose(view, moves))
        notation = str(answer) if isinstance(answer, str | Move) else None
        move = next((move for move in moves if move.notation == notation), None)
        if move is None:
            message = f"{self.name}: choose returned {answer!r:.40}, which is not one of the legal moves"
            raise BadNotation(message)
        return move

    def begin(self, game: Game, seat: int) -> None:
        """Start a game; only external programs need this."""
        if isinstance(self._player, Guest):
            self._player.begin(game, seat)

    def close(self, result: Outcome | None = None) -> None:
        """End the player's process, if it has one."""
        if isinstance(self._player, Guest):
            self._player.close(result)


def make_bot(name: str, game: str, seed: int | None = None) -> Bot:
    """Make a player that also chooses from states; arguments as for `undercut.bots.players.registry.make`."""
    return Bot(make(name, game, seed), game)
