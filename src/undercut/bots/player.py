"""The player interface, and playing games between players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from undercut.errors import BadNotation, UndercutError
from undercut.games.base.game_types import Move, Outcome, View
from undercut.play.game import Game
from undercut.play.observing import view_with_history
from undercut.play.state import State


class Player(Protocol):
    """Chooses moves for a seat.

    A player with an attribute ``wants_history`` that is true gets views with the field ``history``: the moves and
    revealed cards of the game so far, as its seat knows them.
    """

    name: str  # shown in records and on the screen

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """Choose one of the legal moves for the seat to move, which sees the view; return it or its notation."""
        ...


@runtime_checkable
class Guest(Player, Protocol):
    """A player that holds a resource, such as a process, and is notified when a game starts and ends."""

    def begin(self, game: Game, seat: int) -> None:
        """Start a game; if this is not called, the first `choose` starts it."""
        ...

    def close(self, result: Outcome | None = None) -> None:
        """Release all resources."""
        ...


class Forfeit(UndercutError):  # noqa: N818  the term that players use
    """A player cannot continue and loses its game."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason

    def __reduce__(self) -> tuple[type[Forfeit], tuple[str, str]]:
        """Support pickling, for passing between processes."""
        return Forfeit, (self.reason, str(self))


def wants_history(player: Player) -> bool:
    """Return whether a player asks for the history of its games, which takes time to compute."""
    return getattr(player, "wants_history", False) is True


def view_for(player: Player, state: State, seat: int) -> View:
    """Return what a player may choose from: its seat's view, with the history if the player wants it."""
    return view_with_history(state, seat) if wants_history(player) else state.view(seat)


def ask(player: Player, state: State, seat: int) -> Move:
    """Ask a player for its move."""
    return read_answer(state, player.choose(view_for(player, state, seat), state.legal_moves()))


def read_answer(state: State, answer: object) -> Move:
    """Return the legal move that a player has answered, as a move or as text; errors as for `ask`."""
    if not isinstance(answer, str | Move):
        message = f"choose returned {answer!r:.40}, and {answer!r:.40} is not a move"
        raise BadNotation(message)
    return state.legal_move(answer)


def take_turn(state: State, players: Sequence[Player]) -> Move:
    """Play one move, chosen by the player to move; errors as for `ask`."""
    seat = state.to_move
    assert seat is not None, "the game is over"  # noqa: S101  the caller asked
    return state.play(ask(players[seat], state, seat))


def play_out(state: State, players: Sequence[Player], limit: int = 10_000) -> State:
    """Play a game to its end, or for a limited number of moves."""
    for _ in range(limit):
        if state.result:
            break
        take_turn(state, players)
    return state
