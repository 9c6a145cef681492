"""The opponents of a batch: who moves for the seats that are not the learner's."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Protocol, TypeVar, cast, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, View
from undercut.play.arrays.choosing import ASKED, GREEDY, RANDOM, choose, question_to
from undercut.play.arrays.contract import CALLER_SEAT, Choosers, Moves
from undercut.play.arrays.games import GameArrays, runs_of
from undercut.play.arrays.log import MoveLog
from undercut.play.arrays.stepping import seed_games
from undercut.play.game import Game
from undercut.play.input import read_whole
from undercut.play.observing import view_with_history
from undercut.play.state import State
from undercut.search.layers import can_rank

_OPPONENT_STREAM = 0x369DEA0F31A53F85
"""What separates the seeds of opponents' moves from those of the deals."""

COMPILED = {"random": RANDOM, "greedy": GREEDY}  # the opponents that choose in compiled code, by name


@runtime_checkable
class Chooser(Protocol):
    """A player, as `undercut.bot` makes them."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str: ...


@runtime_checkable
class Closable(Protocol):
    """A player that holds a resource, such as a process."""

    def close(self) -> None: ...


Policy = Callable[["NDArray[np.int16]", "NDArray[np.bool_]"], "ArrayLike"]
"""Chooses moves from the observations and masks of some games, a row for each: returns the number of a move a row."""


@runtime_checkable
class RowChooser(Protocol):
    """A player that also chooses for many rows at once, as it would for each."""

    def decide(self, observations: NDArray[np.int16], masks: NDArray[np.bool_]) -> ArrayLike:
        """Return the number of a move for each row."""
        ...


Opponent = str | Chooser | Policy


_One = TypeVar("_One")


def one_for_each(opponents: _One | Sequence[_One], others: int) -> list[_One]:
    """Return the opponent in each of the other seats; a single one plays them all."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [cast("_One", opponents)] * others
    listed = list(cast("Sequence[_One]", opponents))
    if len(listed) != others:
        raise UndercutError(f"opponents: {len(listed)} given for the {others} other seats")
    return listed


class Opponents:
    """The policies of the seats after the learner's, in the order of play, and the arrays of their choices."""

    def __init__(self, game: Game, opponents: Opponent | Sequence[Opponent], seat: int | None) -> None:
        """Check the arguments; `prepare` makes the arrays."""
        listed = one_for_each(opponents, game.seats - 1)
        self._seat = None if seat is None else read_whole("seat", seat, 0, game.seats - 1)  # None: the seats in turn
        self._asked: list[Chooser | Policy] = []
        self._codes = [self._code(game, opponent) for opponent in listed]

    def close(self) -> None:
        with ExitStack() as ending:
            for asked in self._asked:
                if isinstance(asked, Closable):
                    ending.callback(asked.close)

    def _code(self, game: Game, opponent: Opponent) -> int:
        """Return how an opponent chooses, for the compiled loops; an object that sits on several seats has one code."""
        if isinstance(opponent, str):
            if opponent not in COMPILED or (opponent == "greedy" and not can_rank(game.name)):
                raise UndercutError(f"opponents: {opponent!r:.40} cannot choose in batches of {game.name}")
            return COMPILED[opponent]
        if isinstance(opponent, RowChooser):
            opponent = opponent.decide
        if not isinstance(opponent, Chooser) and not callable(opponent):
            raise UndercutError(f"opponents: {opponent!r:.40} is neither a name, nor a player, nor a function of rows")
        if not any(opponent is other for other in self._asked):
            self._asked.append(opponent)
        return ASKED + next(place for place, other in enumerate(self._asked) if opponent is other)

    def prepare(self, games: GameArrays) -> None:
        engine, n = games.loops.engine, len(games)
        self.chosen = np.full(n, -1, dtype=np.int64)
        seat = -1 if self._seat is None else self._seat
        self._choosers = Choosers(engine.cells(len(self._codes)), engine.rows(n, 1), seat)
        self._choosers.policies[:] = self._codes

    def restart(self, games: GameArrays, seed: int, chosen: NDArray[np.bool_]) -> None:
        """Restart the sequences of the opponents' choices, and the turns of the caller's seat."""
        seed_hosted = games.loops.engine.hosted(seed_games)
        for part in runs_of(chosen):
            seed_hosted(self._choosers.generators, seed ^ _OPPONENT_STREAM, *part)
        games.columns[chosen, CALLER_SEAT] = -1

    def seat_caller(self, games: GameArrays, chosen: NDArray[np.bool_]) -> None:
        """Give the caller a seat in newly dealt games: the same one as before, or the next."""
        places = np.flatnonzero(chosen)
        before = games.columns[places, CALLER_SEAT]
        following = np.where(before < 0, places, before + 1) % games.game.seats
        games.columns[places, CALLER_SEAT] = following if self._seat is None else self._seat

    def choose(self, games: GameArrays, log: MoveLog, *, auto_reset: bool, limit: int) -> bool:
        """Play at most some moves in each game, then choose one where an opponent is to move; return whether one is."""
        moves = Moves(self.chosen, log.moves, int(auto_reset), by_caller=0)
        waiting = sum(games.loops.run_in(games.scratch, choose, games.arrays, moves, self._choosers, limit, above=0))
        if waiting and self._asked:
            self._ask(games, log)
        return waiting > 0

    def _ask(self, games: GameArrays, log: MoveLog) -> None:
        """Ask objects for the moves that compiled code left to them."""
        for place, asked in enumerate(self._asked):
            waiting = np.flatnonzero(self.chosen == question_to(ASKED + place))
            if not len(waiting):
                continue
            if isinstance(asked, Chooser):
                self.chosen[waiting] = [_choice(asked, log.follow(games, game)) for game in waiting.tolist()]
            else:
                rows = games.observe(games.observers(None), 1, None)[waiting]
                self.chosen[waiting] = _read_answers(asked(rows, games.mask[waiting]), games.mask[waiting])


def _choice(player: Chooser, state: State) -> int:
    seat = cast("int", state.to_move)
    has_history = getattr(player, "wants_history", False) is True
    view = view_with_history(state, seat) if has_history else state.view(seat)
    return cast("int", state.legal_move(player.choose(view, state.legal_moves())).action)


def _read_answers(answers: ArrayLike, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    numbers = np.asarray(answers)
    if numbers.shape != (len(mask),) or numbers.dtype.kind not in "iu":
        message = f"opponents: {numbers.dtype} {numbers.shape}, not a whole number for each of {len(mask)} rows"
        raise UndercutError(message)
    known = (numbers >= 0) & (numbers < mask.shape[1])
    wrong = np.flatnonzero(~(known & mask[np.arange(len(mask)), np.where(known, numbers, 0)]))
    if len(wrong):
        row = int(wrong[0])
        raise UndercutError(f"opponents: {numbers[row]} returned for row {row}, not the number of a legal move there")
    return numbers.astype(np.int64)
