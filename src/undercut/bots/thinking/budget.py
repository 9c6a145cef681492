"""Budgets of a search: how long it may run, and over how many trees."""

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from undercut.bots.thinking.tree import Tree
from undercut.engine.host import IN_PAGE, Host, default_host
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import Budget

MOST_EDGES = 1 << 19
EDGES_A_SECOND = {Host.PLAIN: 5_000}  # far more than plain Python can add
TREES, LEAST_FOR_A_TREE = 6, 500  # number of independent trees, and the minimum iterations of each
SLICE_SECONDS, LEAST_SLICE, MOST_SLICE = 0.05, 50, 5_000  # how long a tree grows at once: seconds, games
# 15 digits are more iterations than any search finishes.
_BUDGET = re.compile(r"(?P<seconds>[0-9]{0,9}\.?[0-9]{1,9})s|(?P<iterations>[0-9]{1,15})")


def over_several_trees(budget: Budget) -> Budget:
    """Spread a budget over several trees, whose disagreement shows in the errors; a small one has one tree."""
    trees = TREES if budget.iterations is None else max(1, min(TREES, budget.iterations // LEAST_FOR_A_TREE))
    return replace(budget, threads=max(trees, budget.threads))


def read_budget(text: str) -> Budget:
    """Parse a budget: a number of iterations, or seconds with the suffix ``s``."""
    number = _BUDGET.fullmatch(text) if isinstance(text, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
    if number is None or not float(number["seconds"] or number["iterations"]):
        raise UndercutError(f"budget: {text!r:.22} is not a budget such as 5000 (iterations), 2s or 0.5s (seconds)")
    if number["seconds"]:
        return Budget(seconds=float(number["seconds"]))
    return Budget(iterations=int(number["iterations"]))


def edges_of(budget: Budget, host: Host | None) -> int:
    """Return the maximum number of edges that a tree can reach within a budget."""
    edges = MOST_EDGES // budget.threads
    if budget.iterations:
        edges = min(edges, -(-budget.iterations // budget.threads))
    host = host or default_host()
    if budget.seconds and host in EDGES_A_SECOND:
        edges = min(edges, int(budget.seconds * EDGES_A_SECOND[host]) + 1)
    return edges


@dataclass(frozen=True, slots=True)
class Watch:
    """Callbacks of a running search."""

    progress: Callable[[float], None] = lambda _used: None  # called regularly with the used part of the budget, 0 to 1
    cancelled: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class Clock:
    """Ends searches when their budget is used up."""

    budget: Budget
    began: float
    watch: Watch

    def grow_all(self, trees: Sequence[Tree]) -> None:
        """Grow each tree on its own thread, as compiled code releases the GIL; in a page one after another."""
        if IN_PAGE:
            self._grow_in_turn(trees)
            return
        with ThreadPoolExecutor(len(trees)) as pool:
            others = [pool.submit(self.grow, tree) for tree in trees[1:]]
            self.grow(trees[0])
            for other in others:
                other.result()

    def _grow_in_turn(self, trees: Sequence[Tree]) -> None:
        seconds = self.budget.seconds / len(trees) if self.budget.seconds else None
        for place, tree in enumerate(trees):
            Clock(replace(self.budget, seconds=seconds), self.began + (seconds or 0.0) * place, self.watch).grow(tree)

    def grow(self, tree: Tree) -> None:
        """Grow a tree until the budget is used up; the size of the slices does not change the tree."""
        size = LEAST_SLICE
        most = -(-self.budget.iterations // self.budget.threads) if self.budget.iterations else None
        while True:
            if most:
                size = min(size, most - tree.iterations)
            before = time.perf_counter()
            tree.run(size)
            now = time.perf_counter()
            used = self._used(now, tree.iterations, most)
            self.watch.progress(min(used, 1.0))
            if used >= 1 or self.watch.cancelled():
                return
            rate = size / max(now - before, 1e-9)
            left = self.began + self.budget.seconds - now if self.budget.seconds else SLICE_SECONDS
            size = max(1, min(2 * size, MOST_SLICE, int(rate * min(SLICE_SECONDS, left))))

    def _used(self, now: float, iterations: int, most: int | None) -> float:
        used = iterations / most if most else 0.0
        return max(used, (now - self.began) / self.budget.seconds) if self.budget.seconds else used
