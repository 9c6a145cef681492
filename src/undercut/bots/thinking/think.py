"""Information-set Monte Carlo tree search of one position, within a budget, and its results from all trees."""

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from threading import Event

from undercut.bots.thinking.budget import Effort, edges_of, iterations_of_a_tree
from undercut.bots.thinking.past_game import rebuild_game
from undercut.bots.thinking.prove import Proof, Result, prove
from undercut.bots.thinking.tree import LINE_SAMPLES, LONGEST_LINE, LeadTotals, MoveTotals, Tree
from undercut.engine.host import IN_PAGE, Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.bots import Budget, Settings
from undercut.play.game import game
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.search.layers import search_engine

_LEAST_SHARE = 0.25  # of the samples that must share a move of the likely continuation

_PROVEN = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


def margin(error: float) -> int:
    """Return two standard errors (a 95 % interval) in per cent: at least 1, or 0 if the value is proven."""
    return max(1, round(200 * error)) if error else 0


def chance_text(share: float, error: float) -> str:
    how = f"give or take {margin(error)}" if error else "proven"
    return f"chance to win {100 * share:.0f} %, {how}"


@dataclass(frozen=True, slots=True)
class MoveStats:
    move: Move
    expected: float  # share of the game, 0 to 1; 0 if the move was never tried
    error: float
    visits: int  # number of iterations that played the move
    line: tuple[str, ...] = ()  # the likely continuation, starting with the move itself; empty if not requested
    answers: tuple[tuple[str, float], ...] = ()  # likely replies and their shares of the sampled games

    def __str__(self) -> str:
        text = f"{self.move}: {chance_text(self.expected, self.error)}"
        return f"{text}; expects {' '.join(self.line[1:])}" if len(self.line) > 1 else text


@dataclass(frozen=True, slots=True)
class SearchResult:
    moves: tuple[MoveStats, ...]  # the best first
    iterations: int
    seconds: float
    proof: Proof | None = None  # the proven result; None if nothing was proven

    @property
    def best(self) -> MoveStats:
        return self.moves[0]

    def of(self, move: Move) -> MoveStats:
        return next(stats for stats in self.moves if stats.move == move)


def collect(trees: Sequence[Tree], seconds: float, lines: int = 0, proof: Proof | None = None) -> SearchResult:
    """Add up what the trees of a search counted, with the likely continuations of some of the best moves."""
    first = trees[0]
    ranked = _ranked(trees)
    moves = [_continued(stats, code, first) for stats, code in ranked[:lines]]
    moves += [stats for stats, _ in ranked[lines:]]
    settled = _settled(moves, proof) if proof else moves
    return SearchResult(tuple(settled), sum(tree.iterations for tree in trees), seconds, proof)


def _ranked(trees: Sequence[Tree]) -> list[tuple[MoveStats, int]]:
    """List the legal moves with their codes: by sure lead after a race, by visits after a tree."""
    state, codes = trees[0].state, trees[0].codes
    by_move = zip(*(tree.totals() for tree in trees), strict=True)
    moves = [_stats(move, totals) for move, totals in zip(state.legal_moves(), by_move, strict=True)]
    leads = [tree.leads() for tree in trees]
    sure = {code: LeadTotals(*_sums(race[code] for race in leads)).sure for code in leads[0]}
    ranked = [*zip(moves, codes, strict=True)]
    ranked.sort(key=lambda pair: (sure.get(pair[1], 0.0), pair[0].visits, pair[0].expected), reverse=True)
    return ranked


def _stats(move: Move, by_tree: Sequence[MoveTotals]) -> MoveStats:
    totals = MoveTotals(*_sums(by_tree))
    error = sqrt(totals.variance / max(totals.visits, 1) + _disagreement(by_tree, totals.mean))
    return MoveStats(move, totals.mean, error, totals.visits)


def _sums(rows: Iterable[tuple[int, ...]]) -> Iterable[int]:
    return map(sum, zip(*rows, strict=True))


def _disagreement(by_tree: Sequence[MoveTotals], mean: float) -> float:
    """Variance of a move's value between trees, which the variance of the rollouts does not cover."""
    tried = [totals for totals in by_tree if totals.visits]
    if len(tried) < 2:  # noqa: PLR2004  a single tree has no variance
        return 0.0
    apart = sum(totals.visits * (totals.mean - mean) ** 2 for totals in tried)
    return apart / sum(totals.visits for totals in tried) / (len(tried) - 1)


def _continued(stats: MoveStats, code: int, tree: Tree) -> MoveStats:
    """Add the continuation that most samples share, and the share of samples with each reply."""
    write, samples = tree.state.game.spec.notation.write, tree.sample(code)
    replies = Counter(line[1] for line in samples if len(line) > 1).most_common()
    answers = tuple((write(reply), count / LINE_SAMPLES) for reply, count in replies)
    return replace(stats, line=tuple(map(write, _agreed(code, samples))), answers=answers)


def _agreed(code: int, samples: list[tuple[int, ...]]) -> list[int]:
    """Follow the most frequent next move as long as enough of the samples share it."""
    agreed = [code]
    while len(agreed) < LONGEST_LINE:
        size = len(agreed)
        samples = [line for line in samples if line[:size] == tuple(agreed)]
        following = Counter(line[size] for line in samples if len(line) > size).most_common(1)
        if not following:
            break
        ((move, count),) = following
        if count < _LEAST_SHARE * LINE_SAMPLES:
            break
        agreed.append(move)
    return agreed


def _settled(moves: Sequence[MoveStats], proof: Proof) -> list[MoveStats]:
    """Put the moves that preserve a proven result first, with the proven value."""
    settled = [_proven(stats, proof) for stats in moves]
    # The sort is stable: the search's order remains within each group.
    settled.sort(key=lambda stats: str(stats.move) not in proof.moves)
    return settled


def _proven(stats: MoveStats, proof: Proof) -> MoveStats:
    """Give a move the proven value, unless it gives away a win or a draw; in a lost position all moves lose."""
    move = str(stats.move)
    if move not in proof.moves and proof.result is not Result.LOSS:
        return stats
    line = proof.line if (move,) == proof.line[:1] else stats.line
    return replace(stats, expected=_PROVEN[proof.result], error=0.0, line=line)


# A slice is short, so that progress is told and a search can be cancelled; its size does not change the tree.
SLICE_SECONDS, FIRST_SLICE, MOST_SLICE = 0.05, 50, 5_000  # the slices in iterations


@dataclass(frozen=True, slots=True)
class Clock:
    effort: Effort
    began: float  # by `time.perf_counter`

    def grow_all(self, trees: Sequence[Tree]) -> None:
        """Grow each tree on its own thread, as compiled code releases the GIL; in a page one after another."""
        if IN_PAGE:
            self._grow_in_turn(trees)
            return
        stop, watch = Event(), self.effort.watch
        watching = replace(watch, cancelled=lambda: stop.is_set() or watch.cancelled())
        clock = replace(self, effort=replace(self.effort, watch=watching))
        with ThreadPoolExecutor(len(trees)) as pool:
            others = [pool.submit(clock.grow, tree) for tree in trees[1:]]
            try:
                clock.grow(trees[0])
                for other in others:
                    other.result()
            except BaseException:  # Ctrl-C, or a fault: the pool waits for its threads
                stop.set()
                raise

    def _grow_in_turn(self, trees: Sequence[Tree]) -> None:
        budget = self.effort.budget
        seconds = budget.seconds / len(trees) if budget.seconds else None
        part = replace(self.effort, budget=replace(budget, seconds=seconds))
        for place, tree in enumerate(trees):
            Clock(part, self.began + (seconds or 0.0) * place).grow(tree)

    def grow(self, tree: Tree) -> None:
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
