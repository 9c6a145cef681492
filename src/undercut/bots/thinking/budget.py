"""Budgets of a search: how long it may run, over how many trees, and how that is written."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from undercut.engine.host import Host, default_host
from undercut.errors import UndercutError
from undercut.games.base.parts.bots import Budget

MOST_EDGES = 1 << 19
EDGES_A_SECOND = {Host.PLAIN: 5_000}  # far more than plain Python can add
TREES, LEAST_FOR_A_TREE = 6, 500  # number of independent trees, and the minimum iterations of each
# 15 digits are more iterations than any search finishes.
_BUDGET = re.compile(r"(?P<seconds>[0-9]{0,9}\.?[0-9]{1,9})s|(?P<iterations>[0-9]{1,15})")


# Functions of the module, so that bots can be pickled.
def _tell_nobody(_used: float, /) -> None: ...


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Watch:
    progress: Callable[[float], None] = _tell_nobody  # called regularly with the used part of the budget, 0 to 1
    cancelled: Callable[[], bool] = _never

    def within(self, seconds: float) -> "Watch":
        """Return a watch that also cancels once this time is over."""
        end = time.perf_counter() + seconds
        return replace(self, cancelled=lambda: self.cancelled() or time.perf_counter() > end)


QUIET = Watch()


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may use: its limits, the host that runs it, and its callbacks."""

    budget: Budget
    host: Host | None = None  # None: the default
    watch: Watch = QUIET


def read_budget(text: str) -> Budget:
    """Parse a budget: a number of iterations, or seconds with the suffix ``s``.

    Examples:
        >>> read_budget("0.5s").seconds, read_budget("5000").iterations
        (0.5, 5000)
    """
    number = _BUDGET.fullmatch(text) if isinstance(text, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
    if number is None or not float(number["seconds"] or number["iterations"]):
        raise UndercutError(f"budget: {text!r:.22} is not a budget such as 5000 (iterations), 2s or 0.5s (seconds)")
    if number["seconds"]:
        return Budget(seconds=float(number["seconds"]))
    return Budget(iterations=int(number["iterations"]))


def over_several_trees(budget: Budget) -> Budget:
    """Spread a budget over several trees, whose disagreement shows in the errors; a small one has one tree."""
    trees = TREES if budget.iterations is None else max(1, min(TREES, budget.iterations // LEAST_FOR_A_TREE))
    return replace(budget, threads=max(trees, budget.threads))


def iterations_of_a_tree(budget: Budget) -> int | None:
    """Return the iterations of each tree, which share those of the budget; None if only its seconds count."""
    return -(-budget.iterations // budget.threads) if budget.iterations else None


def edges_of(effort: Effort) -> int:
    """Return the maximum number of edges that a tree can reach within a budget."""
    budget, host = effort.budget, effort.host or default_host()
    edges = MOST_EDGES // budget.threads
    if iterations := iterations_of_a_tree(budget):
        edges = min(edges, iterations)
    if budget.seconds and host in EDGES_A_SECOND:
        edges = min(edges, int(budget.seconds * EDGES_A_SECOND[host]) + 1)
    return edges
