"""What a game says about its moves in hints and reviews."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from undercut.errors import Reason
from undercut.games.base.facts import GameState, Move, View


def no_reasons(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    """Give no reason: moves are explained by figures alone."""
    del state, view, move, seat
    return []


def unknown(state: GameState, seat: int) -> bool | None:
    """Say nothing about the next player."""
    del state, seat
    return None


def kind_of(state: GameState, code: int) -> str:
    """Return the kind of a move."""
    return state.game.spec.parts(code).kind


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game's functions for explaining its moves.

    Args:
        reasons: Returns the effects of a move, from a determinized position, the seat's view, the move and the seat.
        can_win: Returns whether the next player can win, from the position after a seat's move and the seat; None if
            the seat's turn continues.
        answer: Returns the kind of a reply, in a word or two, from the position before it and its code.
    """

    reasons: Callable[[GameState, View, Move, int], list[Reason]] = no_reasons
    can_win: Callable[[GameState, int], bool | None] = unknown
    answer: Callable[[GameState, int], str] = kind_of
