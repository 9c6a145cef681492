"""What an opponent is, and how a game is played by opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from undercut.errors import UndercutError
from undercut.play.facts import Move, Outcome, View
from undercut.play.game import Game
from undercut.play.state import State


class Player(Protocol):
    """Chooses moves for a seat.

    Attributes:
        name: What to call it in records and on the screen.
    """

    name: str

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose a move.

        Args:
            view: What the seat may know; it is to move.
            moves: The legal moves, at least one.

        Returns:
            One of them.
        """
        ...


@runtime_checkable
class Guest(Player, Protocol):
    """A player that holds something of its own, such as a process: it is told when a game begins and how it ended."""

    def begin(self, game: Game, seat: int) -> None:
        """Sit down; whoever does not say so leaves it to the player's first choice.

        Args:
            game: The game with its rules.
            seat: Where the player sits.

        Raises:
            Forfeit: It cannot play this.
        """
        ...

    def close(self, result: Outcome | None = None) -> None:
        """Leave, and let go of everything.

        Args:
            result: How the game ended; None: it was broken off.
        """
        ...


class Forfeit(UndercutError):  # noqa: N818  as players say it
    """A player cannot go on, and loses its game.

    Args:
        reason: Why, in a word, such as ``"time"``.
        text: What happened.
    """

    def __init__(self, reason: str, text: str) -> None:
        """Keep the reason beside the message."""
        super().__init__(text)
        self.reason = reason

    def __reduce__(self) -> tuple[type[Forfeit], tuple[str, str]]:
        """Let it pass from one process to another."""
        return Forfeit, (self.reason, str(self))


def take_turn(state: State, players: Sequence[Player]) -> Move:
    """Let the player whose move it is play one move.

    Args:
        state: A game that is not over; changed in place.
        players: One for each seat.

    Returns:
        The move.
    """
    seat = state.to_move
    assert seat is not None, "the game is over"  # noqa: S101  the caller asked
    return state.play(players[seat].choose(state.view(seat), state.legal_moves()))


def play_out(state: State, players: Sequence[Player], limit: int = 10_000) -> State:
    """Play a game to its end.

    Args:
        state: The game; changed in place.
        players: One for each seat.
        limit: Stop after this many moves.

    Returns:
        The same state.

    Example:
        >>> import undercut
        >>> from undercut.bots.players.registry import make
        >>> players = [make("random", "cuttle", seed=seat) for seat in range(2)]
        >>> play_out(undercut.game("cuttle").deal(seed=7), players).result is not None
        True
    """
    for _ in range(limit):
        if state.result:
            break
        take_turn(state, players)
    return state
