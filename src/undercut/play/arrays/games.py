"""The games of a batch as arrays, and the loops over them: compiled with the rules, and shared out among threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Self, TypeVar, TypeVarTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from undercut.engine import chance, elementary, rows
from undercut.engine.chance import MOVE_STREAM, next_seed
from undercut.engine.contract import Contract, Fields
from undercut.engine.engine import Engine
from undercut.engine.host import Host, Layer, default_host
from undercut.errors import UndercutError
from undercut.games.base.game_types import rewards_of
from undercut.games.base.layout import Observations
from undercut.games.base.registry import made_once, rules, spec
from undercut.play.arrays import choosing, contract, recording, stepping
from undercut.play.arrays.contract import Games, Scratch
from undercut.play.game import Game
from undercut.play.input import read_whole
from undercut.search.contract import determinize
from undercut.search.layers import greedy_layer

_Shared = TypeVarTuple("_Shared")
_Buffers = TypeVar("_Buffers")

STEPPING, OBSERVING, OPPONENTS = "arrays", "observations", "opponents"
"""Layers of an engine; the last two, observations and histories and opponents' moves, compile when first needed."""

FEW, MANY = 1 << 11, 1 << 13
"""The games for which it takes longer to step them, or to do something brief with each, than to wake other threads."""


@made_once
def _engine(game: str, host: Host) -> Engine:
    definition = spec(game)
    if definition.actions is None:
        raise UndercutError(f"{definition.title} cannot be stepped in batches: its moves have no fixed numbers")
    engine = Engine(game, host, rules(game))
    engine.extend(Layer(STEPPING, contract.ARRAYS, definition.actions.modules, (elementary, stepping)))
    if definition.observations:
        engine.extend(Layer(OBSERVING, contract.OBSERVATIONS, definition.observations.modules, (rows, recording)))
    engine.extend(greedy_layer(game))
    engine.extend(Layer(OPPONENTS, Contract((), (determinize,)), definition.search().modules, (choosing,)))
    return engine


def array_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game's batches; each call returns the same engine."""
    return _engine(game, host or default_host())


class Loops:
    """Calls of compiled loops over ranges of a batch's games, in parallel if there are threads."""

    def __init__(self, game: str, host: Host, n: int, threads: int) -> None:
        bounds = [n * part // threads for part in range(threads + 1)]
        self.ranges = [(first, last) for first, last in pairwise(bounds) if first < last]
        self.host = host
        self._game = game
        self._start()

    def _start(self) -> None:
        self.engine = array_engine(self._game, self.host)
        self._threads = ThreadPoolExecutor(len(self.ranges) - 1) if len(self.ranges) > 1 else None

    def __getstate__(self) -> dict[str, object]:
        """Leave out the engine and the threads: each process has its own."""
        return {name: value for name, value in vars(self).items() if name not in {"engine", "_threads"}}

    def __setstate__(self, kept: dict[str, object]) -> None:
        vars(self).update(kept)
        self._start()

    def run(self, loop: Callable[[*_Shared, int, int], int | None], *shared: *_Shared, above: int = FEW) -> list[int]:
        """Call a loop for each range of games, in parallel above a number of games; return the answers."""
        hosted = self.engine.hosted(loop)
        return self._each(lambda place: hosted(*shared, *self.ranges[place]) or 0, above)

    def run_in(
        self,
        buffers: Sequence[_Buffers],
        loop: Callable[[*_Shared, _Buffers, int, int], int | None],
        *shared: *_Shared,
        above: int = FEW,
    ) -> list[int]:
        """Do as `run` with a loop that needs buffers of its own for each range, the last argument before the range."""
        hosted = self.engine.hosted(loop)
        return self._each(lambda place: hosted(*shared, buffers[place], *self.ranges[place]) or 0, above)

    def _each(self, run: Callable[[int], int], above: int) -> list[int]:
        places = range(1, len(self.ranges))
        others = self._threads.map(run, places) if self._threads and self.ranges[-1][1] > above else map(run, places)
        return [run(0), *others]


# --- The games of a batch as arrays -----------------------------------------------------------------------------------


_POOL = 2048  # cells that a redeal needs


class GameArrays:
    """Games that are dealt and stepped together. The arrays stay where they are, because callers see them."""

    def __init__(self, game: Game, n: int, loops: Loops, *, spare: int, buffer: int) -> None:
        """Make the arrays, with one or more spare states and a buffer for each range of games."""
        engine, ranges = loops.engine, loops.ranges
        self.game, self.loops = game, loops
        self.arrays = Games(
            states=cast("list[Fields]", _filled(engine, game.fresh_table(), n + 1 + spare * len(ranges))),
            columns=np.zeros((n, contract.COLUMNS), dtype=np.int64),
            legal=np.zeros((n, engine.max_moves), dtype=np.int16),
            mask=np.zeros((n, len(game.actions)), dtype=np.bool_),
            seeders=engine.rows(n, 1),
            generators=engine.rows(n, 1),
            pickers=engine.rows(n, 1),
            pack=engine.cells(len(game.pack)),
        )
        self.arrays.pack[:] = game.pack
        self.columns, self.mask = self.arrays.columns, self.arrays.mask
        self.columns[:, contract.CALLER_SEAT] = -1
        most, cells = engine.max_moves, engine.cells
        self.scratch = [  # of each range
            Scratch(cells(engine.pack_size), cells(most), np.zeros(most), cells(most), cells(buffer), place)
            for place in range(n, n + spare * len(ranges), spare)
        ]
        self.done = np.zeros(n, dtype=np.bool_)
        self.rewards = np.zeros((n, game.seats), dtype=np.float32)
        self.own_rewards = np.zeros(n, dtype=np.float32)
        self._shares = shares_of(game.seats)
        self._picked = np.zeros(n, dtype=np.int64)
        self._legal: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        self._observed: dict[int, NDArray[np.int16]] = {}  # by the number of observers

    def __len__(self) -> int:
        return len(self.columns)

    def is_like(self, other: Self) -> bool:
        """Tell whether another batch is of the same game and size, so that its arrays fit."""
        same = self.game == other.game and self.loops.ranges == other.loops.ranges
        return same and len(self.arrays.states) == len(other.arrays.states)

    def restore(self, other: Self) -> None:
        """Take over the games of another batch, which is not used any more."""
        for own, value in zip(cast("tuple[Any, ...]", self.arrays), other.arrays, strict=True):
            own[:] = value
        for name, value in vars(other).items():
            own = getattr(self, name)
            if isinstance(own, np.ndarray):
                own[...] = value
            elif name not in {"arrays", "loops"}:
                setattr(self, name, value)

    def seed_deals(self, number: int, chosen: NDArray[np.bool_]) -> None:
        """Restart the sequences of deals and of random moves."""
        for part in runs_of(chosen):
            self.loops.engine.hosted(stepping.seed_games)(self.arrays.seeders, number, *part)
            self.seed_moves(number, *part)

    def seed_moves(self, number: int, first: int = 0, last: int | None = None) -> None:
        """Restart the sequences of random moves of a range of games."""
        end = len(self) if last is None else last
        self.loops.engine.hosted(stepping.seed_games)(self.arrays.pickers, number ^ MOVE_STREAM, first, end)

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        for part in runs_of(chosen):
            self.loops.engine.hosted(stepping.deal_games)(self.arrays, self.scratch[0], *part)
        self.done[chosen], self.rewards[chosen], self.own_rewards[chosen] = False, 0.0, 0.0

    def list_moves(self, chosen: NDArray[np.bool_]) -> None:
        for part in runs_of(chosen):
            self.loops.engine.hosted(stepping.list_games)(self.arrays, self.scratch[0], *part)

    def next_seed(self, place: int) -> int:
        """Return the seed of a game's next deal, which is still to come."""
        return next_seed([int(self.arrays.seeders[place][0])])

    def load(self, place: int, table: Fields) -> None:
        """Replace a game by a position; the seed of the next deal decides chance in it."""
        arrays = self.arrays
        self.loops.engine.load(table, arrays.states, place)
        seeder, generator = [int(arrays.seeders[place][0])], [0]
        chance.start(generator, next_seed(seeder))
        arrays.seeders[place][0], arrays.generators[place][0] = seeder[0], generator[0]
        self.columns[place, [contract.SEED, contract.MOVES_PLAYED, contract.CALLER_MOVES]] = -1, 0, 0
        self.list_moves(np.arange(len(self)) == place)

    def redeal(self, seats: NDArray[np.int64], seed: int) -> None:
        """Deal again what a seat of each game cannot know; -1 leaves a game as it is."""
        self.loops.engine.prepare_function(choosing.redeal_games, OPPONENTS)
        pools = [self.loops.engine.cells(_POOL) for _ in self.loops.ranges]
        self.loops.run_in(pools, choosing.redeal_games, self.arrays, seats, seed, above=0)
        chosen = seats >= 0
        self.columns[chosen, contract.SEED], self.columns[chosen, contract.MOVES_PLAYED] = -1, 0
        self.list_moves(chosen)

    def reward(self, movers: NDArray[np.int64]) -> None:
        """Give the rewards of the games that the last step ended, also those of the seats that moved."""
        results = self.done, self.rewards, self.own_rewards
        self.loops.run(stepping.reward_games, self.columns, movers, self._shares, *results, above=MANY)

    def pick(self) -> NDArray[np.int64]:
        self.loops.run(stepping.pick, self.arrays, self._picked, above=MANY)
        return read_only(self._picked)

    def pick_by(self, logits: NDArray[np.generic]) -> tuple[NDArray[np.int64], int | None]:
        """Choose a legal move in every game by logits; return also the first game whose logits do not allow it."""
        numbers = cast("NDArray[np.floating]", np.ascontiguousarray(logits))
        wrong = max(self.loops.run_in(self.scratch, stepping.pick_weighted, self.arrays, self._picked, numbers))
        return read_only(self._picked), wrong - 1 if wrong else None

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        if self._legal is None:
            self._legal = np.zeros(self.arrays.legal.size, dtype=np.int64), np.zeros(len(self) + 1, dtype=np.int64)
        numbers, offsets = self._legal
        np.cumsum(self.columns[:, contract.LEGAL_COUNT], out=offsets[1:])
        self.loops.run(stepping.list_legal, self.arrays, numbers, offsets, above=MANY)
        return read_only(numbers[: offsets[-1]]), read_only(offsets)

    def observers(self, seat: int | ArrayLike | None) -> NDArray[np.int64]:
        """Read the observer of each game: by default the seat to move."""
        if seat is None:
            return self.columns[:, contract.MOVER].copy()
        most = self.game.seats - 1
        if np.ndim(seat) == 0:
            return np.full(len(self), read_whole("seat", seat, 0, most), dtype=np.int64)
        # A copy, because Numba would compile the loops again for a read-only array.
        seats = np.array(shaped("seat", seat, (len(self),), "iu"), dtype=np.int64)
        wrong = np.flatnonzero((seats < 0) | (seats > most))
        if len(wrong):
            raise UndercutError(f"seat[{wrong[0]}]: {seats[wrong[0]]} is not a seat from 0 to {most}")
        return seats

    def observe(self, seats: NDArray[np.int64], observers: int, out: NDArray[Any] | None) -> NDArray[Any]:
        """Write observations of each game, one for each observer, into an array of the caller's or of the batch."""
        columns = self.game.observations
        if out is None:
            grid = self._observed.get(observers)
            if grid is None:
                grid = self._observed[observers] = np.zeros((len(seats), columns.length), dtype=np.int16)
        else:
            shape = len(self), observers, columns.length
            check_out(out, shape if observers > 1 else (len(self), columns.length), columns)
            grid = out.reshape(-1, columns.length)
        self.loops.run(recording.observe_games, self.arrays.states, seats, grid, observers)
        return read_only(grid) if out is None else out


def _filled(engine: Engine, table: Fields, n: int) -> list[Fields] | NDArray[np.void]:
    states = engine.states(n)
    if isinstance(states, np.ndarray):
        engine.load(table, states, 0)
        states[1:] = states[0]
    else:
        for place in range(n):
            engine.load(table, states, place)
    return states


def shares_of(seats: int) -> NDArray[np.float32]:
    """List the rewards of all sets of winners: they add up to 0, and winning alone brings 1."""
    rows = np.zeros((1 << seats, seats), dtype=np.float32)
    for mask in range(1, 1 << seats):
        rows[mask] = rewards_of([seat for seat in range(seats) if mask >> seat & 1], seats)
    return rows


def runs_of(chosen: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """List the runs of true values, each by its first place and the one after its last.

    Examples:
        >>> runs_of(np.array([True, True, False, True]))
        [(0, 2), (3, 4)]
    """
    padded = np.zeros(len(chosen) + 2, dtype=np.bool_)
    padded[1:-1] = chosen
    edges = np.flatnonzero(padded[1:] != padded[:-1]).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


# --- Arrays of the caller and for the caller --------------------------------------------------------------------------

_Kind = TypeVar("_Kind", bound=np.generic)
_NAMES = {"b": "bool", "f": "a floating-point number"}
_MOST_IN_BYTES = 255
_WRITTEN = [np.dtype(name) for name in ("int16", "int32", "int64", "float32", "float64", "uint8")]


def read_only(array: NDArray[_Kind]) -> NDArray[_Kind]:
    """Return a view of an array that cannot be made writable, unlike one whose flag is cleared."""
    return np.asarray(memoryview(array).toreadonly())  # type: ignore[arg-type]


def as_array(name: str, values: ArrayLike) -> NDArray[np.generic]:
    """Convert to an array; refuse lists of uneven shape and the like."""
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError) as error:
        raise UndercutError(f"{name}: {error}") from None


def shaped(name: str, values: ArrayLike, shape: tuple[int, ...], kinds: str) -> NDArray[np.generic]:
    array = as_array(name, values)
    if array.shape != shape:
        raise UndercutError(f"{name}: the shape is {array.shape}, not {shape}")
    if array.dtype.kind not in kinds:
        raise UndercutError(f"{name}: the type is {array.dtype}, not {_NAMES.get(kinds, 'a whole number')}")
    return array


def check_out(out: object, shape: tuple[int, ...], columns: Observations) -> None:
    array = cast("NDArray[Any] | None", out if isinstance(out, np.ndarray) else None)
    if array is None or array.shape != shape or not (array.flags.c_contiguous and array.flags.writeable):
        shown = "no array" if array is None else f"an array of shape {array.shape}"
        raise UndercutError(f"out: {shown}, not a contiguous, writable array of shape {shape}")
    if array.dtype not in _WRITTEN:
        raise UndercutError(f"out: the type is {array.dtype}, which is not one of: {', '.join(map(str, _WRITTEN))}")
    if array.dtype == np.uint8 and columns.widest.greatest > _MOST_IN_BYTES:
        raise UndercutError(f"out: uint8 cannot hold {columns.widest.name}, up to {columns.widest.greatest}")
