"""How a game explains its moves: the reasons for them, and the measures that compare them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from undercut.errors import Reason
from undercut.games.base.game_types import GameState, Move, View
from undercut.games.base.sentences import Plural, Template


@dataclass(frozen=True, slots=True)
class Gauge:
    """One measure of how a seat stands, and the sentence that compares two moves by it."""

    clause: str
    # What is measured, with {here} for a counted value and {player} for the other one of two. A plural form is chosen
    # by the number of other seats.
    sentence: Template
    least: float  # the smallest difference that is worth a sentence
    more_is_better: bool = True
    counted: Plural | None = None  # what the values count, with {number}; None: they are shares of games
    usual: Template | None = None  # what usually happens where a share of games is large; None: nothing to say


def _nothing_measured(state: GameState, seat: int) -> Sequence[float] | None:
    return () if state.to_move in (seat, None) else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game's functions for explaining its moves; by default moves are explained by figures alone."""

    # Returns the effects of a move, from a determinized position, the seat's view, the move and the seat.
    reasons: Callable[[GameState, View, Move, int], list[Reason]] = lambda _state, _view, _move, _seat: []
    # Returns whether the next player can win, from the position after a seat's move and the seat; None if the seat's
    # turn continues.
    can_win: Callable[[GameState, int], bool | None] = lambda _state, _seat: None
    # Returns the kind of a reply, in a word or two, from the position before it and its code.
    answer: Callable[[GameState, int], str] = lambda state, code: state.game.spec.parts(code).kind
    # What is measured after a seat's move, from the position and the seat: first the values at once, then those when
    # the seat's next turn begins or the game is over, None before that.
    gauges: tuple[Gauge, ...] = ()
    at_once: Callable[[GameState, int], Sequence[float]] = lambda _state, _seat: ()
    standing: Callable[[GameState, int], Sequence[float] | None] = _nothing_measured
    # Says what another player usually does to a seat, from the position before the move, its notation and the seat.
    harm: Callable[[GameState, str, int], str] = lambda _state, _move, _seat: ""
    # Says how near a seat is to winning, as everyone can see.
    distance: Callable[[GameState, int], str] = lambda _state, _seat: ""
