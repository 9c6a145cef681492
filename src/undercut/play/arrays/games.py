"""Games that are stepped together, and what a step needs: the states, the log, the opponents, the threads."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from undercut.engine import chance
from undercut.engine.chance import next_seed
from undercut.engine.contract import copy_fields
from undercut.engine.host import Engine, Host, default_host
from undercut.errors import IllegalMove, UndercutError
from undercut.play.arguments import expect, read_host, read_seed, read_whole
from undercut.play.arrays.choosing import ROOM
from undercut.play.arrays.engines import OBSERVING, OPPONENTS, array_engine
from undercut.play.arrays.finished import Finished, shares_of
from undercut.play.arrays.histories import Histories
from undercut.play.arrays.opponents import Opponents
from undercut.play.arrays.shapes import check_out, read_only, shaped
from undercut.play.arrays.stepping import COUNT, ENDED, FACTS, LEARNER, LENGTH, MOVER, OWN, SEED, WINNERS
from undercut.play.game import Game
from undercut.play.loading import from_position
from undercut.play.observing import layout
from undercut.play.sources import Seeded
from undercut.play.state import State

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from undercut.engine.contract import Cells, Fields


_MOST_GAMES = 1 << 20
_MOST_THREADS = 64
_MOST_EVENTS = 1 << 20
OTHERS = 0x2545F4914F6CDD1D
"""What separates the seeds of random moves from those of the deals."""

_LONGEST = 1_000_000
"""The most moves between two of the learner's; after more, its seat is taken never to move."""

_PLAYERS = 0x369DEA0F31A53F85
"""What separates the seeds of opponents' moves from those of the deals."""

_GIVEN_OUT = ("to_move", "winners", "lengths", "seeds", "seat", "steps", "mask", "done", "rewards", "own_rewards")
_SHOWN = ("_facts", "_mask", "_done", "_rewards", "_own_rewards")
_MADE_ANEW = {"_engine", "_threads", *_GIVEN_OUT}

_LOG = 256
"""Room in the log of each game at first, in moves."""


class SteppedGames:
    """Games that are dealt, stepped, loaded and copied together; the base of `Batch`, which reads them."""

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
        self.game = game
        self._host = read_host(host) or default_host()
        engine = self._engine = array_engine(game.name, self._host)
        self._auto_reset = expect("auto_reset", auto_reset, bool)
        self._room = None if history_room is None else read_whole("history_room", history_room, 1, _MOST_EVENTS)
        self._histories: Histories | None = None
        self._columns: dict[int, NDArray[np.int16]] = {}
        self._legal: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        self._ranges = _ranges(n, threads)
        self._threads = _pool(threads)
        self._kept: list[tuple[NDArray[np.int64], ...]] | None = [] if expect("keep", keep, bool) else None
        self._opponents = opponents
        if opponents:
            engine.prepare(OPPONENTS)
            opponents.prepare(engine, n, len(self._ranges))
        # The last state is the fresh one that every deal begins with; before it are those that rankings use.
        self._states = _filled(engine, game.fresh_table(), n + 1 + (ROOM * len(self._ranges) if opponents else 0))
        self._facts = np.zeros((n, FACTS), dtype=np.int64)
        self._facts[:, LEARNER] = -1
        self._mask = np.zeros((n, len(game.actions)), dtype=np.bool_)
        self._done = np.zeros(n, dtype=np.bool_)
        self._rewards, self._shares = np.zeros((n, game.seats), dtype=np.float32), shares_of(game.seats)
        self._own_rewards = np.zeros(n, dtype=np.float32)
        self._marked = np.zeros((n, engine.max_moves), dtype=np.int16)
        self._log = np.zeros((n, _LOG), dtype=np.int16)
        self._picked = np.zeros(n, dtype=np.int64)
        self._seeders, self._generators, self._pickers = (engine.rows(n, 1) for _ in range(3))
        self._scratch = [(engine.cells(engine.pack_size), engine.cells(engine.max_moves)) for _ in self._ranges]
        self._weights = [(np.zeros(engine.max_moves),) for _ in self._ranges]
        self._found = [(engine.cells(engine.pack_size),) for _ in self._ranges]
        self._pack = engine.cells(len(game.pack))
        self._pack[:] = game.pack
        self._loaded: dict[int, State] = {}
        # Where redealt games began: the states, and the generators of what chance decides later.
        self._redealt: tuple[list[Fields] | NDArray[np.void], list[Cells]] | None = None
        self._hand_out()
        master = secrets.randbits(63) if seed is None else seed
        self.reset(seed=master)

    def _hand_out(self) -> None:
        """Give out the arrays, read-only."""
        columns = (MOVER, WINNERS, LENGTH, SEED, COUNT, LEARNER)
        self.to_move, self.winners, self.lengths, self.seeds, self.steps, self.seat = (
            read_only(self._facts[:, column]) for column in columns
        )
        self.mask, self.done, self.rewards = read_only(self._mask), read_only(self._done), read_only(self._rewards)
        self.own_rewards = read_only(self._own_rewards)

    def copy(self) -> Self:
        """Return an independent batch with the same games, and the same deals and samples to come."""
        return deepcopy(self)

    def __copy__(self) -> Self:
        """Return an independent batch; one that shared arrays would be of no use."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what each process makes for itself: the engine, the threads, and the arrays given out."""
        return {name: value for name, value in vars(self).items() if name not in _MADE_ANEW}

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Load the engine, start the threads, and give out the arrays."""
        vars(self).update(kept)
        self._engine = array_engine(self.game.name, self._host)
        if self._columns or self._histories:
            self._engine.prepare(OBSERVING)
        if self._opponents:
            self._engine.prepare(OPPONENTS)
        self._threads = _pool(len(self._ranges))
        self._hand_out()

    def reset(self, *, seed: int | None = None, where: ArrayLike | None = None) -> None:
        """Deal new games.

        Args:
            seed: Starts the sequences of deals and of random moves again, game i's by the seed and i alone; None: each
                goes on.
            where: n truth values: which games; None: all.

        Raises:
            UndercutError: An argument is invalid.
        """
        n, number, functions = len(self._facts), read_seed(seed), self._engine.functions
        chosen = np.ones(n, dtype=np.bool_) if where is None else shaped("where", where, (n,), "b").astype(np.bool_)
        for part in _runs(chosen):
            if number is not None:
                functions.seed_games(self._seeders, number, *part)
                functions.seed_games(self._pickers, number ^ OTHERS, *part)
                if self._opponents:
                    functions.seed_games(self._opponents.generators, number ^ _PLAYERS, *part)
            games = self._states, self._facts, self._seeders, self._generators
            functions.deal_games(*games, self._pack, self._scratch[0][0], *part)
            self._show(*part)
        self._loaded = {place: state for place, state in self._loaded.items() if not chosen[place]}
        self._done[chosen], self._rewards[chosen], self._own_rewards[chosen] = False, 0.0, 0.0
        self._begin_histories(chosen)
        if self._opponents:
            games = np.flatnonzero(chosen)
            if number is not None:
                self._facts[games, LEARNER] = -1
            self._seat_learners(games)
            self._let_opponents_move()

    def _show(self, first: int, last: int) -> None:
        games = self._states, self._facts, self._marked, self._mask
        self._engine.functions.show(*games, self._scratch[0][1], first, last)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play one move in every game; if a number is refused, nothing changes in any of them.

        Args:
            actions: n whole numbers: a legal move's number for each game, -1 where a game is over.

        Returns:
            `rewards` and `done`.

        Raises:
            IllegalMove: A number is that of a move that is not legal; the message names the game and the clause.
            UndercutError: A number is not one of the game's moves, or a game is over, or the shape is wrong.
        """
        n = len(self._facts)
        # A copy, because Numba would compile the loops again for a read-only array, which `sample` returns.
        numbers = np.array(shaped("actions", actions, (n,), "iu"), dtype=np.int64)
        wrong = self._each("first_fault", numbers, self._facts, self._mask)
        if max(wrong) >= 0:
            self._refuse(next(place for place in wrong if place >= 0), numbers)
        movers = self._facts[:, MOVER].copy()
        self._play(numbers, own=1)
        if self._opponents:
            self._let_opponents_move()
        np.not_equal(self._facts[:, ENDED], 0, out=self._done)
        self._rewards.fill(0.0)
        self._own_rewards.fill(0.0)
        over = np.flatnonzero(self._done)
        if len(over):
            self._rewards[over] = self._shares[self._facts[over, WINNERS]]
            self._own_rewards[over] = self._rewards[over, movers[over]]
        return self.rewards, self.done

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
        place = read_whole("i", i, 0, len(self._facts) - 1)
        state = self._start_of(place)
        for number in cast("list[int]", self._log[place, : self._facts[place, COUNT]].tolist()):
            state.play(self.game.actions[number])
        return state

    def _start_of(self, place: int) -> State:
        if place in self._loaded:
            return self._loaded[place].copy()
        if self._facts[place, SEED] >= 0 or self._redealt is None:
            return self.game.deal(int(self._facts[place, SEED]))
        states, generators = self._redealt
        chance = Seeded(0)
        chance.state = [int(generators[place][0])]
        return State(self.game, self._engine.unload(states, place), chance)

    def _begin_anew(self, chosen: NDArray[np.bool_]) -> None:
        """Take over games whose cards have changed places."""
        self._loaded = {place: state for place, state in self._loaded.items() if not chosen[place]}
        if self._redealt is None:
            self._redealt = self._engine.states(len(chosen)), self._engine.rows(len(chosen), 1)
        states, generators = self._redealt
        if isinstance(states, np.ndarray):
            rows = np.flatnonzero(chosen)
            states[rows] = cast("NDArray[np.void]", self._states)[rows]
            cast("NDArray[np.int64]", generators)[rows] = cast("NDArray[np.int64]", self._generators)[rows]
        else:
            for place in np.flatnonzero(chosen).tolist():
                copy_fields(cast("list[Fields]", self._states)[place], states[place])
                generators[place][0] = self._generators[place][0]
        for part in _runs(chosen):
            self._show(*part)
        self._begin_histories(chosen)

    def snapshot(self) -> Self:
        """Return what `restore` goes back to; see `copy`."""
        return deepcopy(self)

    def restore(self, snapshot: Self) -> None:
        """Go back to a snapshot: the same games, and the same deals, opponents' choices and samples to come.

        Raises:
            UndercutError: The snapshot is of another game or number of games.
        """
        if snapshot.game != self.game or len(snapshot.to_move) != len(self.to_move):
            message = "snapshot: it is one of another batch"
            raise UndercutError(message)
        for name, value in snapshot.__getstate__().items():
            own = getattr(self, name)
            if name in _SHOWN:  # the caller holds views of it
                own[...] = value
            else:
                setattr(self, name, deepcopy(value))

    def load(self, position: Mapping[str, object], i: int) -> None:
        """Replace game i by a position.

        Args:
            position: A complete position under the same rules, as `State.position` returns it; not the end of a game.

        Raises:
            BadPosition: The position is impossible; every fault is listed.
            UndercutError: The position is another game's or over, or there is no such game.
        """
        place = read_whole("i", i, 0, len(self._facts) - 1)
        seeder = [int(self._seeders[place][0])]
        seed = next_seed(seeder)
        state = from_position(position, seed=seed)
        if state.game != self.game:
            message = f"position: it is one of {state.game.name} under other rules or with another number of seats"
            raise UndercutError(message)
        if state.result:
            message = f"position: the game is over ({state.result.reason})"
            raise UndercutError(message)
        self._engine.load(state.table_copy(), self._states, place)
        generator = [0]
        chance.start(generator, seed)
        self._seeders[place][0], self._generators[place][0] = seeder[0], generator[0]
        self._facts[place, SEED], self._facts[place, COUNT], self._facts[place, OWN] = -1, 0, 0
        self._loaded[place] = state
        self._show(place, place + 1)
        self._begin_histories(np.arange(len(self._facts)) == place)
        if self._opponents:
            self._let_opponents_move()

    def _observers(self, seat: int | ArrayLike | None) -> NDArray[np.int64]:
        if seat is None:
            return np.ascontiguousarray(self._facts[:, MOVER])
        n, most = len(self._facts), self.game.seats - 1
        if np.ndim(seat) == 0:
            return np.full(n, read_whole("seat", seat, 0, most), dtype=np.int64)
        seats = np.array(shaped("seat", seat, (n,), "iu"), dtype=np.int64)  # a copy, as in `step`
        wrong = np.flatnonzero((seats < 0) | (seats > most))
        if len(wrong):
            message = f"seat[{wrong[0]}]: {seats[wrong[0]]} is not a seat from 0 to {most}"
            raise UndercutError(message)
        return seats

    def _observe(self, seats: NDArray[np.int64], each: int, out: NDArray[Any] | None) -> NDArray[Any]:
        if out is None:
            grid = self._columns.get(each)
            if grid is None:
                width = layout(self.game.spec).length
                self._engine.prepare(OBSERVING)
                grid = self._columns[each] = np.zeros((len(seats), width), dtype=np.int16)
            self._each("observe_games", self._states, seats, grid, each)
            return read_only(grid)
        columns = layout(self.game.spec)
        self._engine.prepare(OBSERVING)
        shape = len(self._facts), each, columns.length
        check_out(out, shape if each > 1 else shape[::2], columns)
        grid = out.reshape(-1, shape[2])
        if out.dtype == np.int16:
            self._each("observe_games", self._states, seats, grid, each)
        else:
            more = [(np.zeros(shape[2], dtype=np.int16), each) for _ in self._ranges]
            self._each("observe_into", self._states, seats, grid, more=more)
        return out

    def _begin_histories(self, chosen: NDArray[np.bool_]) -> None:
        if self._histories and chosen.any():
            lines, sizes = self._histories.lines, self._histories.sizes
            chosen_games = chosen.astype(np.int64)
            given = self._states, chosen_games, lines, sizes, self.game.seats
            self._each("begin_histories", *given, more=self._found)

    def _append_histories(self, numbers: NDArray[np.int64], new: NDArray[np.bool_]) -> None:
        if not self._histories:
            return
        lines, sizes, before = self._histories.lines, self._histories.sizes, self._histories.before
        numbers = np.where(new, -1, numbers)
        self._each("append_moves", before, self._states, numbers, lines, sizes, self.game.seats, more=self._found)
        self._begin_histories(new)

    def _play(self, numbers: NDArray[np.int64], *, own: int) -> None:
        """Play a move in every game with a number, and take over which games were dealt anew."""
        if self._histories:
            self._histories.keep(self._states[: len(numbers)])
        shown = self._states, self._facts, self._marked, self._mask, self._log
        seeds, learners = self._facts[:, SEED].copy(), self._facts[:, LEARNER].copy()
        more = [(*scratch, int(self._auto_reset), own) for scratch in self._scratch]
        longest = max(self._each("step", numbers, *shown, self._seeders, self._generators, self._pack, more=more))
        if self._kept is not None:
            self._keep(seeds, learners)
        if longest >= self._log.shape[1]:
            self._log = np.concatenate([self._log, np.zeros_like(self._log)], axis=1)
        if not (self._histories or self._opponents or self._loaded):
            return
        new = (numbers >= 0) & (self._facts[:, COUNT] == 0)
        for place in [place for place in self._loaded if new[place]]:
            del self._loaded[place]
        self._append_histories(numbers, new)
        if self._opponents and new.any():
            self._seat_learners(np.flatnonzero(new))

    def _keep(self, seeds: NDArray[np.int64], learners: NDArray[np.int64]) -> None:
        """Keep the games that the last move ended, unless they were loaded."""
        over = np.flatnonzero(self._facts[:, ENDED] == 1)
        self._facts[over, ENDED] = 2  # kept, should another seat still move in the next deal
        dealt = over[seeds[over] >= 0]
        if len(dealt):
            lengths = self._facts[dealt, LENGTH]
            rows = self._log[dealt, : lengths.max()]
            moves = rows[np.arange(rows.shape[1]) < lengths[:, None]].astype(np.int64)
            found = seeds[dealt], self._facts[dealt, WINNERS], learners[dealt], lengths, moves
            cast("list[tuple[NDArray[np.int64], ...]]", self._kept).append(found)

    def finished(self) -> Finished:
        """Return the games that have ended since the last call, of a batch with ``keep``; no loaded or redealt ones.

        Raises:
            UndercutError: The batch keeps no games.
        """
        if self._kept is None:
            message = "finished: this batch keeps no games; undercut.batch(..., keep=True) does"
            raise UndercutError(message)
        none = np.zeros(0, dtype=np.int64)
        parts = zip(*self._kept, strict=True) if self._kept else [[none]] * 5
        seeds, winners, learners, lengths, moves = (np.concatenate([*each]) for each in parts)
        self._kept = []
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        return Finished(self.game, self._host, seeds, winners, learners, moves, offsets)

    def _seat_learners(self, games: NDArray[np.int64]) -> None:
        """Give the learner its seat in games that were dealt anew: the same, or the next one."""
        seat = cast("Opponents", self._opponents).seat
        if seat is not None:
            self._facts[games, LEARNER] = seat
            return
        before = self._facts[games, LEARNER]
        self._facts[games, LEARNER] = np.where(before < 0, games, before + 1) % self.game.seats

    def _let_opponents_move(self) -> None:
        """Play the opponents' moves until the learner is to move in every game that is not over."""
        opponents = cast("Opponents", self._opponents)
        shown = self._states, self._facts, self._marked, opponents.policies, opponents.generators, opponents.chosen
        games = len(self._facts)
        more = [(*scratch, games + ROOM * place) for place, scratch in enumerate(opponents.scratch)]
        for _ in range(_LONGEST):
            if not sum(self._each("choose", *shown, more=more)):
                return
            if opponents.asked:
                opponents.ask(lambda: self._observe(self._observers(None), 1, None), self._mask, self.state)
            self._play(opponents.chosen, own=0)
        message = "opponents: the learner's seat is never to move"
        raise UndercutError(message)

    def _each(self, name: str, *given: object, more: Sequence[tuple[object, ...]] | None = None) -> list[int]:
        """Call a loop for each range of games, and what `more` has for it, in parallel if there are threads."""
        loop: Callable[..., int | None] = getattr(self._engine.functions, name)
        if len(self._ranges) == 1:
            return [loop(*given, *(more[0] if more else ()), *self._ranges[0]) or 0]

        def run(place: int) -> int:
            return loop(*given, *(more[place] if more else ()), *self._ranges[place]) or 0

        places = range(len(self._ranges))
        return list(cast("ThreadPoolExecutor", self._threads).map(run, places))

    def _refuse(self, place: int, numbers: NDArray[np.int64]) -> None:
        number, most = int(numbers[place]), len(self.game.actions)
        if self._facts[place, MOVER] < 0:
            message = f"actions[{place}]: {number}, but the game is over; reset it, or leave it out by -1"
            raise UndercutError(message)
        if not 0 <= number < most:
            message = f"actions[{place}]: {number} is not a number from 0 to {most - 1}"
            raise UndercutError(message)
        notation = self.game.actions[number]
        reason = self.state(place).why_not(notation)
        assert reason is not None  # noqa: S101  all legal moves are listed
        where = f"actions[{place}]: {notation}"
        raise IllegalMove(where, reason)


def _ranges(n: int, threads: int) -> list[tuple[int, int]]:
    """Share games among threads: for each, the first of its games and the one after its last."""
    bounds = [n * part // threads for part in range(threads + 1)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]


def _pool(threads: int) -> ThreadPoolExecutor | None:
    return ThreadPoolExecutor(threads) if threads > 1 else None


def _filled(engine: Engine, table: Fields, n: int) -> list[Fields] | np.ndarray:
    """Make n copies of a state."""
    states = engine.states(n)
    if isinstance(states, np.ndarray):
        engine.load(table, states, 0)
        states[1:] = states[0]
    else:
        for place in range(n):
            engine.load(table, states, place)
    return states


def _runs(chosen: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """List the runs of true values, each by its first place and the one after its last.

    Examples:
        >>> _runs(np.array([True, True, False, True]))
        [(0, 2), (3, 4)]
    """
    edges = np.flatnonzero(np.diff(chosen, prepend=False, append=False)).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))
