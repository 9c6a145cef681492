"""Engines for batches: the rules of a game, its numbers of moves, and the loops over many games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import TypeVar, TypeVarTuple

from undercut.engine import elementary, rows
from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.errors import UndercutError
from undercut.games.base.registry import rules, spec
from undercut.play.arrays.loops import choosing, recording, stepping
from undercut.play.arrays.loops.contract import ARRAYS, OBSERVATIONS
from undercut.search.contract import determinize
from undercut.search.layers import greedy_layer

_Shared = TypeVarTuple("_Shared")
_Room = TypeVar("_Room")

STEPPING, OBSERVING, OPPONENTS = "arrays", "observations", "opponents"
"""Layers of an engine; the last two, observations and histories and opponents' moves, compile when first needed."""

FEW, MANY = 1 << 11, 1 << 13
"""The games for which it takes longer to step them, or to do something brief with each, than to wake other threads."""


@cache
def _engine(game: str, host: Host) -> Engine:
    definition = spec(game)
    if definition.actions is None:
        raise UndercutError(f"{definition.title} cannot be stepped in batches: its moves have no fixed numbers")
    engine = Engine(game, host, rules(game))
    engine.extend(Layer(STEPPING, ARRAYS, definition.actions.modules, (elementary, stepping)))
    if definition.observations:
        engine.extend(Layer(OBSERVING, OBSERVATIONS, definition.observations.modules, (rows, recording)))
    engine.extend(greedy_layer(game))
    engine.extend(Layer(OPPONENTS, Contract((), (determinize,)), definition.search().modules, (choosing,)))
    return engine


def array_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game's batches; each call returns the same engine."""
    engine = _engine(game, host or default_host())
    engine.prepare(STEPPING)
    return engine


class Loops:
    """Calls of compiled loops over ranges of a batch's games, in parallel if there are threads."""

    def __init__(self, game: str, host: Host, n: int, threads: int) -> None:
        """Share the games among the threads."""
        bounds = [n * part // threads for part in range(threads + 1)]
        self.ranges = [(first, last) for first, last in pairwise(bounds) if first < last]
        self.host = host
        self._game = game
        self._layers: set[str] = set()
        self._start()

    def _start(self) -> None:
        self.engine = array_engine(self._game, self.host)
        for layer in self._layers:
            self.engine.prepare(layer)
        self._threads = ThreadPoolExecutor(len(self.ranges) - 1) if len(self.ranges) > 1 else None

    def __getstate__(self) -> dict[str, object]:
        """Leave out the engine and the threads: each process has its own."""
        return {name: value for name, value in vars(self).items() if name not in {"engine", "_threads"}}

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Load the engine and start the threads."""
        vars(self).update(kept)
        self._start()

    def prepare(self, layer: str) -> None:
        """Compile a layer, unless that is done."""
        self.engine.prepare(layer)
        self._layers.add(layer)

    def run(self, loop: Callable[[*_Shared, int, int], int | None], *shared: *_Shared, above: int = FEW) -> list[int]:
        """Call a loop for each range of games, in parallel above a number of games; return the answers."""
        hosted = self.engine.hosted(loop)
        return self._each(lambda place: hosted(*shared, *self.ranges[place]) or 0, above)

    def run_in(
        self,
        rooms: Sequence[_Room],
        loop: Callable[[*_Shared, _Room, int, int], int | None],
        *shared: *_Shared,
        above: int = FEW,
    ) -> list[int]:
        """Do as `run` with a loop that needs room of its own for each range, the last argument before the range."""
        hosted = self.engine.hosted(loop)
        return self._each(lambda place: hosted(*shared, rooms[place], *self.ranges[place]) or 0, above)

    def _each(self, run: Callable[[int], int], above: int) -> list[int]:
        """Run something for each range, the first one in this thread."""
        places = range(1, len(self.ranges))
        others = self._threads.map(run, places) if self._threads and self.ranges[-1][1] > above else map(run, places)
        return [run(0), *others]
