"""A batch of games, as programs read it."""

import secrets
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from undercut.engine.host import Host, default_host
from undercut.errors import IllegalMove, UndercutError
from undercut.play.arrays import contract
from undercut.play.arrays.choosing import SPARE_STATES
from undercut.play.arrays.contract import CALLER_SEAT, FINAL_LENGTH, MOVER, MOVES_PLAYED, SEED, WINNERS
from undercut.play.arrays.games import MANY, GameArrays, Loops, read_only, shaped
from undercut.play.arrays.log import Finished, Histories, MoveLog
from undercut.play.arrays.opponents import Opponents
from undercut.play.arrays.recording import observe_games, step_recorded
from undercut.play.arrays.stepping import first_fault, step
from undercut.play.game import Game
from undercut.play.input import expect, read_host, read_seed, read_whole
from undercut.play.loading import from_position
from undercut.play.state import State
from undercut.search.contract import BUFFER

_MOST_GAMES = 1 << 20
_MOST_THREADS = 64
_MOST_EVENTS = 1 << 20

_MOST_AT_ONCE = 1_000  # opponents' moves in compiled code, without a break

_LONGEST = 1_000_000
"""The most moves between two of the caller's; after more, its seat is taken never to move."""


class Batch:
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

    def __init__(  # noqa: PLR0913  each is a choice of its own
        self,
        game: Game,
        n: int,
        *,
        seed: int | None,
        threads: int,
        host: Host | None,
        auto_reset: bool,
        history_room: int | None = None,
        opponents: Opponents | None = None,
        keep: bool = False,
    ) -> None:
        """Deal the games; see `undercut.batch`."""
        n = read_whole("n", n, 1, _MOST_GAMES)
        threads = read_whole("threads", threads, 1, _MOST_THREADS)
        seed = read_seed(seed)
        self._auto_reset = expect("auto_reset", auto_reset, bool)
        self._capacity = None if history_room is None else read_whole("history_room", history_room, 1, _MOST_EVENTS)
        loops = Loops(game.name, read_host(host) or default_host(), n, threads)
        spare, buffer = (SPARE_STATES, BUFFER) if opponents else (1, 0)
        self._games = GameArrays(game, n, loops, spare=spare, buffer=buffer)
        self._log = MoveLog(n, keep=expect("keep", keep, bool))
        self._histories: Histories | None = None
        self._opponents = opponents
        if opponents:
            opponents.prepare(self._games)
        self._expose()
        self.reset(seed=secrets.randbits(63) if seed is None else seed)

    def _expose(self) -> None:
        """Make the attributes that callers see: the arrays, read-only."""
        games = self._games
        columns = (MOVER, WINNERS, FINAL_LENGTH, SEED, MOVES_PLAYED, CALLER_SEAT)
        self.to_move, self.winners, self.lengths, self.seeds, self.steps, self.seat = (
            read_only(games.columns[:, column]) for column in columns
        )
        self.game, self.mask, self.done = games.game, read_only(games.mask), read_only(games.done)
        self.rewards, self.own_rewards = read_only(games.rewards), read_only(games.own_rewards)

    def copy(self) -> Self:
        """Return an independent batch with the same games, and the same deals and samples to come."""
        return deepcopy(self)

    def close(self) -> None:
        """End the processes of opponents that have one."""
        if self._opponents:
            self._opponents.close()

    __copy__ = copy  # one that shared arrays would be of no use

    def __getstate__(self) -> dict[str, object]:
        """Leave out the attributes that callers see: they are views."""
        return {name: value for name, value in vars(self).items() if name.startswith("_")}

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Make the views again."""
        vars(self).update(kept)
        self._expose()

    def reset(self, *, seed: int | None = None, where: ArrayLike | None = None) -> None:
        """Deal new games.

        Args:
            seed: Starts the sequences of deals and of random moves again, game i's by the seed and i alone; None: each
                goes on.
            where: n truth values: which games; None: all.

        Raises:
            UndercutError: An argument is invalid.
        """
        number = read_seed(seed)
        n, games, opponents = len(self._games), self._games, self._opponents
        chosen = np.ones(n, dtype=np.bool_) if where is None else shaped("where", where, (n,), "b").astype(np.bool_)
        if number is not None:
            games.seed_deals(number, chosen)
            if opponents:
                opponents.restart(games, number, chosen)
        games.deal(chosen)
        self._begin(chosen)
        if opponents:
            opponents.seat_caller(games, chosen)
            self._let_opponents_move()

    def _begin(self, chosen: NDArray[np.bool_]) -> None:
        self._log.forget(chosen)
        if self._histories:
            self._histories.begin(self._games, chosen)

    def step(
        self, actions: ArrayLike, *, policy: ArrayLike | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play one move in every game; if a number is refused, nothing changes in any of them.

        Args:
            actions: n whole numbers: a legal move's number for each game, -1 where a game is over.
            policy: n by actions (float): the policy that chose them, which `finished` returns for the legal moves.

        Returns:
            `rewards` and `done`.

        Raises:
            IllegalMove: A number is that of a move that is not legal; the message names the game and the clause.
            UndercutError: A number is not one of the game's moves, or a game is over, or the shape is wrong.

        Examples:
            >>> import undercut
            >>> games = undercut.batch("cuttle", 4, seed=1, host=undercut.Host.PLAIN)
            >>> _rewards, done = games.step(games.sample())
            >>> done.tolist()
            [False, False, False, False]
        """
        # A copy, because Numba would compile the loops again for a read-only array, which `sample` returns.
        numbers = np.array(shaped("actions", actions, (len(self._games),), "iu"), dtype=np.int64)
        games = self._games
        for wrong in games.loops.run(first_fault, games.arrays, numbers, above=MANY):
            if wrong >= 0:
                raise self._fault(wrong, int(numbers[wrong]))
        if self._opponents and ((self.to_move >= 0) & (self.to_move != self.seat)).any():
            raise UndercutError("an opponent has failed in one of these games; reset them")
        self._log.keep_policies(games, None if policy is None else shaped("policy", policy, self.mask.shape, "f"))
        movers = games.columns[:, MOVER].copy()
        self._play(numbers, by_caller=True)
        if self._opponents:
            self._let_opponents_move()
        games.reward(movers)
        return self.rewards, self.done

    def _play(self, actions: NDArray[np.int64], *, by_caller: bool) -> None:
        """Play a move in every game that has an action, and note which games were dealt again."""
        games, log, histories, opponents = self._games, self._log, self._histories, self._opponents
        before, run_in, arrays = log.begin_step(games), games.loops.run_in, games.arrays
        moves = contract.Moves(actions, log.moves, int(self._auto_reset), int(by_caller))
        if histories:
            lengths = run_in(games.scratch, step_recorded, arrays, moves, histories.events)
        else:
            lengths = run_in(games.scratch, step, arrays, moves)
        log.end_step(games, before, max(lengths))
        if not (opponents or log.has_loaded):
            return
        new = (actions >= 0) & (games.columns[:, MOVES_PLAYED] == 0)
        log.forget(new)
        if opponents and new.any():
            opponents.seat_caller(games, new)

    def _let_opponents_move(self) -> None:
        """Play the opponents' moves until the caller is to move in every game that is not over."""
        opponents, games, log = cast("Opponents", self._opponents), self._games, self._log
        # Histories and finished games need every move, so compiled code may only choose it.
        limit = 0 if self._histories or log.is_keeping else _MOST_AT_ONCE
        for _ in range(_LONGEST // max(limit, 1)):
            seeds = games.columns[:, SEED].copy()
            waiting = opponents.choose(games, log, auto_reset=self._auto_reset, limit=limit)
            if log.has_loaded:
                log.forget(games.columns[:, SEED] != seeds)
            if not waiting:
                return
            self._play(opponents.chosen, by_caller=False)
        raise UndercutError("opponents: the learner's seat is never to move")

    def _fault(self, place: int, number: int) -> UndercutError:
        """Say why a game does not take an action."""
        most = len(self.game.actions)
        if self.to_move[place] < 0:
            return UndercutError(f"actions[{place}]: {number}, but the game is over; reset it, or leave it out by -1")
        if not 0 <= number < most:
            return UndercutError(f"actions[{place}]: {number} is not a number from 0 to {most - 1}")
        notation = self.game.actions[number]
        reason = self.state(place).why_not(notation)
        assert reason is not None  # noqa: S101  all legal moves are listed
        return IllegalMove(f"actions[{place}]: {notation}", reason)

    def sample(self, *, seed: int | None = None, logits: ArrayLike | None = None) -> NDArray[np.int64]:
        """Choose a legal move in every game, by default each equally likely; -1 where a game is over.

        The choices follow from the seed, and are the same on every host and with any number of threads. The next
        call overwrites them.

        Args:
            seed: Starts the sequences of choices again, game i's by the seed and i alone; None: they go on.
            logits: n by actions (float): a legal move's probability is proportional to e to the power of its logit;
                those of other moves do not matter.

        Raises:
            UndercutError: An argument is invalid, or the legal moves of a game have no finite logit or one that is
                no number.
        """
        games, number = self._games, read_seed(seed)
        if number is not None:
            games.seed_moves(number)
        if logits is None:
            return games.pick()
        numbers, wrong = games.pick_by(shaped("logits", logits, self.mask.shape, "f"))
        if wrong is not None:
            raise UndercutError(f"logits[{wrong}]: no legal move has a finite logit, or one is not a number")
        return numbers

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the legal moves of all games: their numbers, and where those of each game begin.

        Returns:
            The numbers, game by game, each game's in the order of `State.legal_moves`; and n + 1 offsets: those of game
            i are from ``offsets[i]`` to ``offsets[i + 1]``. The next call overwrites them.
        """
        return self._games.legal()

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
        return self._games.observe(self._games.observers(seat), 1, out)

    def observe_all(self, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return what every seat of each game may know, for a critic that sees all hands.

        Args:
            out: As for `observe`, n by seats by columns.

        Raises:
            UndercutError: The array cannot be used, or the game has no observations.
        """
        n, seats = len(self._games), self.game.seats
        return self._games.observe(np.tile(np.arange(seats), n), seats, out).reshape(n, seats, -1)

    def history(self, *, seat: int | ArrayLike | None = None) -> NDArray[np.int16]:
        """Return the events of each game since its deal as one of its seats knows them, as `State.history` does.

        From the first call on, each step keeps the histories of all seats.

        Args:
            seat: As for `observe`.

        Returns:
            n by ``history_room`` by the columns of `Observations.history`; unused rows are 0, and so are all rows
            where no seat is to move. The next call overwrites it.

        Raises:
            UndercutError: A history is longer than ``history_room``, no such seat, or the game has no observations.
        """
        capacity = self._capacity or self.game.observations.history_room
        seats = self._games.observers(seat)
        if self._histories is None:
            self._histories = Histories(self._games, capacity, [self.state(place) for place in range(len(seats))])
        return read_only(self._histories.pick(self._games, seats))

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
        games, number, seats = self._games, read_seed(seed), self._games.observers(seat)
        chosen = games.columns[:, MOVER] >= 0
        if where is not None:
            chosen &= shaped("where", where, (len(games),), "b").astype(np.bool_)
        seats[~chosen] = -1
        games.redeal(seats, secrets.randbits(63) if number is None else number)
        self._log.begin_redealt(games, chosen)
        self._begin(chosen)

    def load(self, position: Mapping[str, object], i: int) -> None:
        """Replace game i by a position.

        Args:
            position: A complete position under the same rules, as `State.position` returns it; not the end of a game.

        Raises:
            BadPosition: The position is impossible; every fault is listed.
            UndercutError: The position is another game's or over, or there is no such game.
        """
        place = read_whole("i", i, 0, len(self._games) - 1)
        seed = self._games.next_seed(place)
        state = from_position(position, seed=seed)
        if state.game != self.game:
            message = f"position: it is one of {state.game.name} under other rules or with another number of seats"
            raise UndercutError(message)
        if state.result:
            raise UndercutError(f"position: the game is over ({state.result.reason})")
        self._games.load(place, state.table_copy())
        self._begin(np.arange(len(self._games)) == place)
        self._log.begin_with(place, state)
        if self._opponents:
            self._let_opponents_move()

    def state(self, i: int) -> State:
        """Return game i as a state of its own, with its whole log.

        Raises:
            UndercutError: There is no such game.

        Examples:
            >>> import undercut
            >>> games = undercut.batch("cuttle", 4, seed=1, host=undercut.Host.PLAIN)
            >>> games.state(2) == undercut.game("cuttle").deal(seed=int(games.seeds[2]))
            True
        """
        return self._log.state(self._games, read_whole("i", i, 0, len(self._games) - 1))

    def snapshot(self) -> Self:
        """Return what `restore` goes back to: a copy."""
        return self.copy()

    def restore(self, snapshot: Self) -> None:
        """Go back to a snapshot: the same games, and the same deals, opponents' choices and samples to come.

        Raises:
            UndercutError: The snapshot is of another batch: another game, number of games or threads, or other
                opponents.
        """
        expect("snapshot", snapshot, Batch)
        if not self._games.is_like(snapshot._games):
            raise UndercutError("snapshot: it is one of another batch")
        kept = deepcopy(snapshot.__getstate__())
        self._games.restore(cast("GameArrays", kept.pop("_games")))
        vars(self).update(kept)

    def finished(self) -> Finished:
        """Return the games that have ended since the last call, of a batch with ``keep``; no loaded or redealt ones.

        Raises:
            UndercutError: The batch keeps no games.
        """
        return self._log.finished(self.game, self._games.loops.host)


# --- One game, for environments that step one game --------------------------------------------------------------------


class Single(Batch):
    """A batch of one game that is not dealt again; `play` and `look` leave out the checks of `step` and `observe`."""

    def __init__(self, game: Game, host: Host | None) -> None:
        self._numbers, self._seats = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        super().__init__(game, 1, seed=None, threads=1, host=host, auto_reset=False)

    def _expose(self) -> None:
        super()._expose()
        loops, self._flags = self._games.loops, self._games.mask.view(np.int8)[0]
        self._width = self.game.observations.length
        self.run_step, self.run_observe = loops.engine.direct(step), loops.engine.direct(observe_games)

    def play(self, number: int) -> bool:
        """Play a legal move; return whether the game is over."""
        if self._histories:
            return bool(self.step([number])[1][0])
        games, log = self._games, self._log
        mover = games.columns[0, MOVER]
        self._numbers[0] = number
        moves = contract.Moves(self._numbers, log.moves, 0, 1)
        log.grow(self.run_step(games.arrays, moves, games.scratch[0], 0, 1))
        if games.columns[0, contract.END_STATE] == contract.RUNNING:
            return False
        games.reward(np.array([mover]))
        return True

    def look(self, seat: int) -> dict[str, NDArray[Any]]:
        """Return what a seat sees, and its legal moves, none unless it is to move: arrays of the caller's own."""
        games, row = self._games, np.empty((1, self._width), dtype=np.int16)
        self._seats[0] = seat
        self.run_observe(games.arrays.states, self._seats, row, 1, 0, 1)
        is_mover = games.columns[0, MOVER] == seat
        mask = self._flags.copy() if is_mover else np.zeros(len(self._flags), dtype=np.int8)
        return {"observation": row[0], "action_mask": mask}
