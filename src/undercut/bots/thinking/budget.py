"""Budgets of a search: how long it may run, and over how many trees."""

from __future__ import annotations

import re
from dataclasses import replace

from undercut.engine.host import Host, default_host
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import Budget

MOST_EDGES = 1 << 19
# Far more edges than plain Python can add in a second.
EDGES_A_SECOND = {Host.PLAIN: 5_000}
# Number of independent trees, and the minimum iterations of each.
TREES, LEAST_FOR_A_TREE = 6, 500
# 15 digits are more iterations than any search finishes.
_BUDGET = re.compile(r"(?P<seconds>[0-9]{0,9}\.?[0-9]{1,9})s|(?P<iterations>[0-9]{1,15})")


def several(budget: Budget) -> Budget:
    """Spread a budget over several trees, whose disagreement shows up in the error of each move.

    Args:
        budget: A budget of few iterations stays with one tree.

    Example:
        >>> several(Budget(iterations=10_000)).threads, several(Budget(iterations=500)).threads
        (6, 1)
    """
    trees = TREES if budget.iterations is None else max(1, min(TREES, budget.iterations // LEAST_FOR_A_TREE))
    return replace(budget, threads=max(trees, budget.threads))


def read_budget(text: str) -> Budget:
    """Parse a budget: a number of iterations, or seconds with the suffix ``s``.

    Args:
        text: For example ``"5000"``, ``"2s"`` or ``"0.5s"``.

    Raises:
        UndercutError: The text is not a budget.

    Example:
        >>> read_budget("2s"), read_budget("5000")
        (Budget(iterations=None, seconds=2.0, threads=1), Budget(iterations=5000, seconds=None, threads=1))
    """
    number = _BUDGET.fullmatch(text) if isinstance(text, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
    if number is None or not float(number["seconds"] or number["iterations"]):
        message = f"budget: {text!r:.22} is not a budget such as 5000 (iterations), 2s or 0.5s (seconds)"
        raise UndercutError(message)
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
