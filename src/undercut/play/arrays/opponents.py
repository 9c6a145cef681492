"""The opponents of a batch: who moves for the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

import numpy as np

from undercut.errors import UndercutError
from undercut.play.arguments import read_whole
from undercut.play.arrays.choosing import ASKED, GREEDY, RANDOM
from undercut.play.observing import view_with_history
from undercut.search.heuristics import BUFFER
from undercut.search.layers import can_rank

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from undercut.engine.host import Engine
    from undercut.games.base.facts import Move, View
    from undercut.play.game import Game
    from undercut.play.state import State

COMPILED = {"random": RANDOM, "greedy": GREEDY}
"""The opponents that choose in compiled code, by name."""


@runtime_checkable
class Chooser(Protocol):
    """A player, as `undercut.bot` makes them."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """Choose one of the legal moves."""
        ...


Policy = Callable[["NDArray[np.int16]", "NDArray[np.bool_]"], "ArrayLike"]
"""Chooses moves from the observations and masks of some games, a row for each: returns the number of a move a row."""

Opponent = str | Chooser | Policy


class Opponents:
    """The policies of the seats after the learner's, in the order of play, and what their choices need."""

    def __init__(self, game: Game, given: Opponent | Sequence[Opponent], seat: int | None) -> None:
        """Check the arguments; `prepare` makes room."""
        others = game.seats - 1
        single = isinstance(given, str) or not isinstance(given, Sequence)
        listed = [cast("Opponent", given)] * others if single else list(cast("Sequence[Opponent]", given))
        if len(listed) != others:
            message = f"opponents: {len(listed)} given for the {others} other seats"
            raise UndercutError(message)
        self.seat = None if seat is None else read_whole("seat", seat, 0, others)
        self.asked: list[Chooser | Policy] = []
        self._codes = [self._code(game, each) for each in listed]

    def _code(self, game: Game, given: Opponent) -> int:
        if isinstance(given, str):
            if given not in COMPILED or (given == "greedy" and not can_rank(game.name)):
                message = f"opponents: {given!r:.40} cannot choose in batches of {game.name}"
                raise UndercutError(message)
            return COMPILED[given]
        if not isinstance(given, Chooser) and not callable(given):
            message = f"opponents: {given!r:.40} is neither a name, nor a player, nor a function of rows"
            raise UndercutError(message)
        if not any(given is other for other in self.asked):
            self.asked.append(given)
        return ASKED + next(place for place, other in enumerate(self.asked) if given is other)

    def prepare(self, engine: Engine, n: int, ranges: int) -> None:
        """Make room for n games that some threads share."""
        self.policies, self.generators = engine.cells(len(self._codes)), engine.rows(n, 1)
        self.policies[:] = self._codes
        self.chosen = np.full(n, -1, dtype=np.int64)
        self.scratch = [tuple(engine.cells(size) for size in (engine.max_moves, BUFFER, BUFFER)) for _ in range(ranges)]

    def ask(
        self,
        observe: Callable[[], NDArray[np.int16]],
        mask: NDArray[np.bool_],
        state: Callable[[int], State],
    ) -> None:
        """Ask objects for the moves that compiled code left to them."""
        for place, asked in enumerate(self.asked):
            games = np.flatnonzero(self.chosen == -1 - ASKED - place)
            if not len(games):
                continue
            if isinstance(asked, Chooser):
                self.chosen[games] = [_choice(asked, state(game)) for game in games.tolist()]
            else:
                self.chosen[games] = _answers(asked(observe()[games], mask[games]), mask[games])


def _choice(player: Chooser, state: State) -> int:
    seat = cast("int", state.to_move)
    has_history = getattr(player, "wants_history", False) is True
    view = view_with_history(state, seat) if has_history else state.view(seat)
    return cast("int", state.legal_move(player.choose(view, state.legal_moves())).action)


def _answers(given: ArrayLike, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    numbers = np.asarray(given)
    if numbers.shape != (len(mask),) or numbers.dtype.kind not in "iu":
        message = f"opponents: {numbers.dtype} {numbers.shape}, not a whole number for each of {len(mask)} rows"
        raise UndercutError(message)
    known = (numbers >= 0) & (numbers < mask.shape[1])
    wrong = np.flatnonzero(~(known & mask[np.arange(len(mask)), np.where(known, numbers, 0)]))
    if len(wrong):
        message = f"opponents: {numbers[wrong[0]]} returned, which is not the number of a legal move"
        raise UndercutError(message)
    return numbers.astype(np.int64)
