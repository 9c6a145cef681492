"""Information-set Monte Carlo tree search of one position, within a budget."""

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache

from undercut.bots.thinking.budget import Effort, edges_of, iterations_of_a_tree
from undercut.bots.thinking.past_game import rebuild_game
from undercut.bots.thinking.prove import Proof, prove
from undercut.bots.thinking.results import SearchResult, collect
from undercut.bots.thinking.tree import Tree
from undercut.engine.host import IN_PAGE, Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.levels import Budget, Settings
from undercut.play.game import game
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.search.layers import search_engine

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


LEAST_FOR_PROOF = 1_000  # the fewest iterations with which a proof is tried
PROOF_PART, NODES_AN_ITERATION = 0.1, 20  # the proof's part of the time, and its positions for each iteration


def think(
    view: View, effort: Effort, chance: random.Random, *, settings: Settings | None = None, lines: int = 0
) -> SearchResult:
    """Search a position from the view of the seat to move, after a try to prove its result.

    Examples:
        >>> view = game("cuttle").deal(seed=1).view(0)
        >>> think(view, Effort(Budget(iterations=50), Host.PLAIN), random.Random(1)).iterations
        50
    """
    began, proof = _prepared(str(view["game"]), effort), _proof(view, effort)
    if proof:
        effort = replace(effort, budget=_shortened(effort.budget, time.perf_counter() - began))
    settings, edges = settings or Settings(), edges_of(effort)
    past = rebuild_game(view) if settings.pasts else None
    trees = [
        Tree(determinize(view, chance), chance.getrandbits(62), settings, edges, effort.host, past=past)
        for _ in range(effort.budget.threads)
    ]
    Clock(effort, began).grow_all(trees)
    return collect(trees, time.perf_counter() - began, lines, proof)


def think_openly(state: State, effort: Effort, chance: random.Random, *, settings: Settings) -> SearchResult:
    """Search a position with all cards visible: a reference, never an opponent for people."""
    began, edges = _prepared(state.game.name, effort), edges_of(effort)
    trees = [
        Tree(state, chance.getrandbits(62), settings, edges, effort.host, openly=True)
        for _ in range(effort.budget.threads)
    ]
    Clock(effort, began).grow_all(trees)
    return collect(trees, time.perf_counter() - began)


def _prepared(name: str, effort: Effort) -> float:
    """Check the budget and prepare the engine; return when the search begins."""
    if not effort.budget.iterations and not effort.budget.seconds:
        raise UndercutError("budget: needs iterations or seconds")
    prepare(name, effort.host)
    return time.perf_counter()


@cache
def prepare(name: str, host: Host | None) -> None:
    """Compile or load the engine once, so that this time does not count against any budget."""
    search_engine(name, host)
    state = game(name).deal(seed=0)
    Tree(state, 0, Settings(), 16, host).run(1)
    prove(state.view(0), nodes=1, host=host)


def _proof(view: View, effort: Effort) -> Proof | None:
    """Try to prove the result with a small part of the budget; tiny budgets skip this."""
    budget = effort.budget
    if budget.iterations and budget.iterations < LEAST_FOR_PROOF:
        return None
    nodes = budget.iterations * NODES_AN_ITERATION if budget.iterations else None
    seconds = budget.seconds * PROOF_PART if budget.seconds else None
    return prove(view, nodes=nodes, seconds=seconds, host=effort.host, cancelled=effort.watch.cancelled)


def _shortened(budget: Budget, used: float) -> Budget:
    """Shorten the budget after a proof: the search only has to evaluate the other moves."""
    return replace(
        budget,
        iterations=max(1, int(budget.iterations * PROOF_PART)) if budget.iterations else None,
        seconds=min(budget.seconds, used + budget.seconds * PROOF_PART) if budget.seconds else None,
    )


def compare(
    view: View, moves: Sequence[Move], effort: Effort, chance: random.Random, *, settings: Settings
) -> list[tuple[float, ...]]:
    """Return the values of each move in as many trees as the budget has threads, on the same deals for every move."""
    prepare(str(view["game"]), effort.host)
    starts = [(determinize(view, chance), chance.getrandbits(62)) for _ in range(effort.budget.threads)]
    edges = edges_of(effort)
    values: list[tuple[float, ...]] = []
    for move in moves:
        alone = replace(settings, first=str(move))
        trees = [Tree(deal, seed, alone, edges, effort.host) for deal, seed in starts]
        Clock(effort, time.perf_counter()).grow_all(trees)
        values.append(tuple(tree.value(move) for tree in trees))
    return values
