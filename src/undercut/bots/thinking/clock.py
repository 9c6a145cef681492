"""The clock of a search: grows trees in slices until their budget is used up."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from undercut.bots.thinking.budget import Effort, iterations_of_a_tree
from undercut.bots.thinking.tree import Tree
from undercut.engine.host import IN_PAGE

# A slice is short, so that progress is told and a search can be cancelled; its size does not change the tree.
SLICE_SECONDS, FIRST_SLICE, MOST_SLICE = 0.05, 50, 5_000  # the slices in iterations


@dataclass(frozen=True, slots=True)
class Clock:
    """Ends searches when their budget is used up."""

    effort: Effort
    began: float  # by `time.perf_counter`

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
        budget = self.effort.budget
        seconds = budget.seconds / len(trees) if budget.seconds else None
        part = replace(self.effort, budget=replace(budget, seconds=seconds))
        for place, tree in enumerate(trees):
            Clock(part, self.began + (seconds or 0.0) * place).grow(tree)

    def grow(self, tree: Tree) -> None:
        """Grow a tree until the budget is used up."""
        size, seconds, watch = FIRST_SLICE, self.effort.budget.seconds, self.effort.watch
        most = iterations_of_a_tree(self.effort.budget)
        while True:
            if most:
                size = min(size, most - tree.iterations)
            before = time.perf_counter()
            tree.run(size)
            now = time.perf_counter()
            used = self._used(now, tree.iterations, most)
            watch.progress(min(used, 1.0))
            if used >= 1 or watch.cancelled():
                return
            rate = size / max(now - before, 1e-9)
            left = self.began + seconds - now if seconds else SLICE_SECONDS
            size = max(1, min(2 * size, MOST_SLICE, int(rate * min(SLICE_SECONDS, left))))

    def _used(self, now: float, iterations: int, most: int | None) -> float:
        """Return the used part of the iterations or of the seconds, the greater one."""
        used = iterations / most if most else 0.0
        seconds = self.effort.budget.seconds
        return max(used, (now - self.began) / seconds) if seconds else used
