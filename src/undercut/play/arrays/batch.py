"""A batch of games, as programs read it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import numpy as np

from undercut.errors import UndercutError
from undercut.play.arguments import read_seed
from undercut.play.arrays.engines import OBSERVING, REDEALING, SAMPLING
from undercut.play.arrays.games import OTHERS, SteppedGames
from undercut.play.arrays.histories import Histories
from undercut.play.arrays.shapes import read_only, shaped
from undercut.play.arrays.stepping import COUNT, MOVER, SEED, SIZE
from undercut.play.observing import layout

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

POOL = 2048  # cells that a redeal needs


class Batch(SteppedGames):
    """Games of one kind that are stepped together; with auto-reset, each game that ends is replaced by a new deal.

    The arrays are read-only, and each step overwrites them; copy what you keep. A batch can be copied and pickled: the
    same actions then lead to the same games, deals and samples.

    Attributes:
        game: The game, its rules and its number of seats.
        to_move: n seats (int64): whose move it is; -1 where a game is over.
        mask: n by actions (bool): the legal moves by their fixed numbers; see `Game.actions`.
        done: n (bool): whether the last step ended the game.
        winners: n (int64): for each game that the last step ended, its winners as a mask of seats, 0 for a draw;
            elsewhere what it was.
        rewards: n by seats (float32): for each game that the last step ended, 1 for winning alone, less for a shared
            win, a negative number for losing, so that the sum is 0; elsewhere 0.
        own_rewards: n (float32): the rewards of the seats whose moves the last step played.
        seat: n seats (int64): with opponents, the learner's seat; otherwise -1.
        lengths: n (int64): for each game that the last step ended, how many moves it had; elsewhere what it was.
        seeds: n (int64): the seed of each game's deal, as `Game.deal` takes it; -1 for a loaded position.
        steps: n (int64): how many moves each game has had since its deal.
    """

    def sample(self, *, seed: int | None = None, logits: ArrayLike | None = None) -> NDArray[np.int64]:
        """Choose a legal move in every game, by default each equally likely; -1 where a game is over.

        The choices follow from the seed, and are the same on every host and with any number of threads.

        Args:
            seed: Starts the sequences of choices again, game i's by the seed and i alone; None: they go on.
            logits: n by actions (float): a legal move's probability is proportional to e to the power of its logit;
                those of other moves do not matter.

        Raises:
            UndercutError: An argument is invalid, or the legal moves of a game have no finite logit or one that is
                no number.
        """
        number = read_seed(seed)
        if number is not None:
            self._engine.functions.seed_games(self._pickers, number ^ OTHERS, 0, len(self._facts))
        if logits is None:
            self._each("pick", self._picked, self._facts, self._marked, self._pickers)
            return read_only(self._picked)
        weights = shaped("logits", logits, self._mask.shape, "f")
        self._engine.prepare(SAMPLING)
        given = self._picked, self._facts, self._marked, np.ascontiguousarray(weights), self._pickers
        wrong = max(self._each("pick_weighted", *given, more=self._weights))
        if wrong:
            message = f"logits[{wrong - 1}]: no legal move has a finite logit, or one is not a number"
            raise UndercutError(message)
        return read_only(self._picked)

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the legal moves of all games: their numbers, and where those of each game begin.

        Returns:
            The numbers, game by game, each game's in the order of `State.legal_moves`; and n + 1 offsets: those of game
            i are from ``offsets[i]`` to ``offsets[i + 1]``. The next call overwrites them.
        """
        if self._legal is None:
            self._engine.prepare(SAMPLING)
            self._legal = np.zeros(self._marked.size, dtype=np.int64), np.zeros(len(self._facts) + 1, dtype=np.int64)
        numbers, offsets = self._legal
        np.cumsum(self._facts[:, SIZE], out=offsets[1:])
        self._each("list_legal", self._facts, self._marked, numbers, offsets)
        return read_only(numbers[: offsets[-1]]), read_only(offsets)

    def observe(self, *, seat: int | ArrayLike | None = None, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return what one seat of each game may know, as `State.observation` does.

        Args:
            seat: The seat; n seats: one for each game; None: the seat to move.
            out: Where to write it: n by columns, contiguous, of int16, int32, int64, float32, float64 or, if all values
                fit, uint8; None: an array (int16) of the batch, which the next call overwrites.

        Returns:
            n by columns, as `Game.observations` describes them; all 0 where no seat is to move.

        Raises:
            UndercutError: No such seat, the array cannot be used, or the game has no observations.
        """
        return self._observe(self._observers(seat), 1, out)

    def observe_all(self, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return what every seat of each game may know, for a critic that sees all hands.

        Args:
            out: As for `observe`, n by seats by columns.

        Raises:
            UndercutError: The array cannot be used, or the game has no observations.
        """
        seats = self.game.seats
        found = self._observe(np.tile(np.arange(seats), len(self._facts)), seats, out)
        return found.reshape(len(self._facts), seats, -1)

    def history(self, *, seat: int | ArrayLike | None = None) -> NDArray[np.int16]:
        """Return the events of each game since its deal as one of its seats knows them, as `State.history` does.

        From the first call on, each step keeps the histories of all seats.

        Args:
            seat: As for `observe`.

        Returns:
            n by ``history_room`` by the columns of `Observations.history`; unused rows are 0, and so are all rows
            where no seat is to move. The next call overwrites it.

        Raises:
            UndercutError: A history has outgrown its room; the message names the game. Or: no such seat, or the game
                has no observations.
        """
        room = self._room or layout(self.game.spec).history_room
        seats = self._observers(seat)
        if self._histories is None:
            self._engine.prepare(OBSERVING)
            self._histories = Histories(self._engine, len(seats), self.game.seats, room)
            self._histories.fill([self.state(place) for place in range(len(seats))])
        kept = self._histories
        kept.fits(seats)
        self._each("copy_histories", kept.lines, kept.sizes, seats, kept.picked, kept.filled, self.game.seats)
        return read_only(kept.rows())

    def redeal(
        self, *, seat: int | ArrayLike | None = None, seed: int | None = None, where: ArrayLike | None = None
    ) -> None:
        """Deal the cards again that one seat of each game cannot know, as a search does that guesses them.

        The seat sees the same position, and what chance decides later is new. Like a loaded position, the game has no
        past any more.

        Args:
            seat: As for `observe`.
            seed: 0 to 2**63 - 1: the deal of game i follows from the seed and i alone; None: from the system.
            where: n truth values: which games; None: all that are not over.

        Raises:
            UndercutError: An argument is invalid.
        """
        n, number, seats = len(self._facts), read_seed(seed), self._observers(seat)
        chosen = self._facts[:, MOVER] >= 0
        if where is not None:
            chosen &= shaped("where", where, (n,), "b").astype(np.bool_)
        self._engine.prepare(REDEALING)
        seats[~chosen] = -1
        number = secrets.randbits(63) if number is None else number
        more = [(self._engine.cells(POOL),) for _ in self._ranges]
        self._each("redeal_games", self._states, seats, self._generators, number, more=more)
        self._facts[chosen, SEED], self._facts[chosen, COUNT] = -1, 0
        self._begin_anew(chosen)
