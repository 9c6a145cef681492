"""The clock of a search: it grows the trees until the budget is used up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from undercut.bots.thinking.tree import Tree
from undercut.games.base.parts.levels import Budget

SLICE_SECONDS, LEAST_SLICE, MOST_SLICE = 0.05, 50, 5_000


@dataclass(frozen=True, slots=True)
class Watch:
    """Callbacks of a running search.

    Args:
        progress: Called regularly with the used part of the budget, 0 to 1.
    """

    progress: Callable[[float], None] = lambda _used: None
    cancelled: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class Clock:
    """Ends searches when their budget is used up."""

    budget: Budget
    began: float
    watch: Watch

    def grow_all(self, trees: Sequence[Tree]) -> None:
        """Grow each tree on its own thread; compiled code releases the GIL."""
        with ThreadPoolExecutor(len(trees)) as pool:
            others = [pool.submit(self.grow, tree) for tree in trees[1:]]
            self.grow(trees[0])
            for other in others:
                other.result()

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
