"""Information-set Monte Carlo tree search of one position, within a budget, and its results: figures of every move."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt

from undercut.bots.thinking.budget import Clock, Watch, edges_of
from undercut.bots.thinking.prove import Proof, Result, prove
from undercut.bots.thinking.tree import LINE_SAMPLES, LONGEST_LINE, Tree, rebuild_game
from undercut.engine.contract import WHOLE_SHARE
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.definition import GameSpec
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.levels import Budget, Settings
from undercut.play.game import game
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.search import race
from undercut.search.layers import search_engine

_LEAST_SHARE = 0.25  # of the samples that must share a move of the likely continuation


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
        found = f"{self.move}: {chance_text(self.expected, self.error)}"
        return f"{found}; expects {' '.join(self.line[1:])}" if len(self.line) > 1 else found


@dataclass(frozen=True, slots=True)
class SearchResult:
    moves: tuple[MoveStats, ...]
    iterations: int
    seconds: float
    proof: Proof | None = None  # the proven result; None if nothing was proven

    @property
    def best(self) -> MoveStats:
        return self.moves[0]

    def of(self, move: Move) -> MoveStats:
        return next(found for found in self.moves if found.move == move)


def continuations(
    spec: GameSpec, lines: list[tuple[int, ...]], code: int
) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    """Return the continuation that most samples share, and the share of samples with each reply."""
    answers = Counter(line[1] for line in lines if len(line) > 1)
    shares = tuple((spec.write_move(answer), number / LINE_SAMPLES) for answer, number in answers.most_common())
    return tuple(map(spec.write_move, _agreed(code, lines))), shares


def _agreed(code: int, lines: list[tuple[int, ...]]) -> list[int]:
    """Follow the most frequent next move as long as enough of the lines share it."""
    agreed = [code]
    while len(agreed) < LONGEST_LINE:
        size = len(agreed)
        lines = [line for line in lines if line[:size] == tuple(agreed)]
        following = Counter(line[size] for line in lines if len(line) > size).most_common(1)
        if not following or following[0][1] < _LEAST_SHARE * LINE_SAMPLES:
            break
        agreed.append(following[0][0])
    return agreed


def collect(searches: Sequence[Tree], seconds: float, lines: int = 0, proof: Proof | None = None) -> SearchResult:
    """Add up what the trees of a search found, with the likely continuations of the first moves."""
    moves = _move_stats(searches, lines)
    moves = _settled(moves, proof) if proof else moves
    return SearchResult(moves, sum(tree.iterations for tree in searches), seconds, proof)


def _settled(moves: Sequence[MoveStats], proof: Proof) -> tuple[MoveStats, ...]:
    """Put the moves that preserve a proven result first, with the proven value."""
    worth = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}[proof.result]
    settled: list[MoveStats] = []
    for one in moves:
        if str(one.move) in proof.moves or proof.result is Result.LOSS:
            line = proof.line if (str(one.move),) == proof.line[:1] else one.line
            settled.append(replace(one, expected=worth, error=0.0, line=line))
        else:
            settled.append(one)
    # The sort is stable: the search's order remains within each group.
    settled.sort(key=lambda one: str(one.move) not in proof.moves)
    return tuple(settled)


def _disagreement(trees: Sequence[tuple[int, ...]], mean: float) -> float:
    """Variance of a move's value between trees, which the variance of the rollouts does not cover."""
    tried = [(visits, total) for visits, total, _ in trees if visits]
    if len(tried) < 2:  # noqa: PLR2004  a single tree has no variance
        return 0.0
    apart = sum(visits * (total / (WHOLE_SHARE * visits) - mean) ** 2 for visits, total in tried)
    return apart / sum(visits for visits, _ in tried) / (len(tried) - 1)


def _sure_lead(trees: Sequence[tuple[int, ...]]) -> float:
    """A move's mean lead over the rollout policy's move in a race, minus its standard error."""
    runs, lead, squares = (sum(field) for field in zip(*trees, strict=True))
    if squares == 0:
        return 0.0 if runs else -1.0
    return race.sure_lead(lead, squares, runs)


def _move_stats(searches: Sequence[Tree], lines: int) -> tuple[MoveStats, ...]:
    first = searches[0]
    figures = [tree.figures() for tree in searches]
    found: list[tuple[MoveStats, int]] = []
    for place, move in enumerate(first.state.legal_moves()):
        visits, total, squares = (sum(tree[place][field] for tree in figures) for field in range(3))
        mean = total / (WHOLE_SHARE * max(visits, 1))
        spread = squares / (WHOLE_SHARE**2 * max(visits, 1)) - mean * mean
        error = sqrt(max(spread, 0.0) / max(visits, 1) + _disagreement([tree[place] for tree in figures], mean))
        found.append((MoveStats(move, mean, error, visits), first.codes[place]))
    sure = {code: _sure_lead([tree.leads()[code] for tree in searches]) for code in first.leads()}
    found.sort(key=lambda each: (sure.get(each[1], 0.0), each[0].visits, each[0].expected), reverse=True)
    ranked: list[MoveStats] = []
    for place, (one, code) in enumerate(found):
        line, answers = continuations(first.state.game.spec, first.sample(code), code) if place < lines else ((), ())
        ranked.append(replace(one, line=line, answers=answers))
    return tuple(ranked)


# Minimum iterations for a proof attempt; its share of the time; its positions per iteration.
LEAST_FOR_PROOF, PROOF_PART, NODES_AN_ITERATION = 1_000, 0.1, 20


def think(
    view: View,
    budget: Budget,
    chance: random.Random,
    *,
    settings: Settings | None = None,
    lines: int = 0,
    host: Host | None = None,
    watch: Watch | None = None,
) -> SearchResult:
    """Search a position from the view of the seat to move."""
    _check(budget)
    prepare(str(view["game"]), host)
    began = time.perf_counter()
    watch = watch or Watch()
    proof = _proof(view, budget, host, watch)
    if proof:
        budget = _shortened(budget, time.perf_counter() - began)
    settings, edges = settings or Settings(), edges_of(budget, host)
    past = rebuild_game(view) if settings.pasts else None
    searches = [
        Tree(determinize(view, chance), chance.getrandbits(62), settings, edges, host, past=past)
        for _ in range(budget.threads)
    ]
    Clock(budget, began, watch).grow_all(searches)
    return collect(searches, time.perf_counter() - began, lines, proof)


def think_openly(
    state: State, budget: Budget, chance: random.Random, *, settings: Settings, host: Host | None = None
) -> SearchResult:
    """Search a position with all cards visible: a reference, never an opponent for people."""
    _check(budget)
    prepare(state.game.name, host)
    began = time.perf_counter()
    edges = edges_of(budget, host)
    searches = [Tree(state, chance.getrandbits(62), settings, edges, host, openly=True) for _ in range(budget.threads)]
    Clock(budget, began, Watch()).grow_all(searches)
    return collect(searches, time.perf_counter() - began)


@cache
def prepare(name: str, host: Host | None) -> None:
    """Compile or load the engine once, so that this time does not count against any budget."""
    search_engine(name, host)
    state = game(name).deal(seed=0)
    Tree(state, 0, Settings(), 16, host).run(1)
    prove(state.view(0), nodes=1, host=host)


def _check(budget: Budget) -> None:
    if not budget.iterations and not budget.seconds:
        raise UndercutError("budget: needs iterations or seconds")


def _proof(view: View, budget: Budget, host: Host | None, watch: Watch) -> Proof | None:
    """Try to prove the result with a small part of the budget; tiny budgets skip this."""
    if budget.iterations and budget.iterations < LEAST_FOR_PROOF:
        return None
    nodes = budget.iterations * NODES_AN_ITERATION if budget.iterations else None
    seconds = budget.seconds * PROOF_PART if budget.seconds else None
    return prove(view, nodes=nodes, seconds=seconds, host=host, cancelled=watch.cancelled)


def _shortened(budget: Budget, used: float) -> Budget:
    """Shorten the budget after a proof: the search only has to evaluate the other moves."""
    return replace(
        budget,
        iterations=max(1, int(budget.iterations * PROOF_PART)) if budget.iterations else None,
        seconds=min(budget.seconds, used + budget.seconds * PROOF_PART) if budget.seconds else None,
    )


def compare(
    view: View,
    moves: Sequence[Move],
    budget: Budget,
    chance: random.Random,
    *,
    settings: Settings,
    host: Host | None = None,
    watch: Watch | None = None,
) -> list[tuple[float, ...]]:
    """Grow as many trees for each move as the budget has threads; trees of the same place start from the same seed."""
    prepare(str(view["game"]), host)
    starts = [(determinize(view, chance), chance.getrandbits(62)) for _ in range(budget.threads)]
    edges = edges_of(budget, host)
    found: list[tuple[float, ...]] = []
    for move in moves:
        alone = replace(settings, first=str(move))
        trees = [Tree(deal, seed, alone, edges, host) for deal, seed in starts]
        Clock(budget, time.perf_counter(), watch or Watch()).grow_all(trees)
        found.append(tuple(tree.value(move) for tree in trees))
    return found
