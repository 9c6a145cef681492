"""Information-set Monte Carlo tree search of one position, within a budget."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from undercut.bots.players.player import View
from undercut.bots.thinking.determinize import determinize
from undercut.bots.thinking.lines import LINE_SAMPLES, LONGEST_LINE, following
from undercut.bots.thinking.memory import Memory, remembered
from undercut.bots.thinking.proof import Proof, Result
from undercut.bots.thinking.prove import prove
from undercut.bots.thinking.stats import MoveStats, SearchResult
from undercut.engine import chance as chances
from undercut.engine.contract import Cells, Weights
from undercut.engine.host import Engine, Host, default_host
from undercut.errors import UndercutError
from undercut.play.facts import Move
from undercut.play.game import game
from undercut.search import race
from undercut.search import workspace as room
from undercut.search.engines import search_engine
from undercut.search.network_file import own_network, read_network

if TYPE_CHECKING:
    from undercut.play.state import State

MOST_EDGES = 1 << 19
# Far more edges than plain Python can add in a second.
EDGES_A_SECOND = {Host.PLAIN: 5_000}
SLICE_SECONDS, LEAST_SLICE, MOST_SLICE = 0.05, 50, 5_000
# Minimum iterations for a proof attempt; its share of the time; its positions per iteration.
LEAST_FOR_PROOF, PROOF_PART, NODES_AN_ITERATION = 1_000, 0.1, 20
# Number of independent trees, and the minimum iterations of each.
TREES, LEAST_FOR_A_TREE = 6, 500
IMAGINED_SPREAD = 0.01
# 15 digits are more iterations than any search finishes.
_BUDGET = re.compile(r"(?P<seconds>[0-9]{0,9}\.?[0-9]{1,9})s|(?P<iterations>[0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Budget:
    """Search limit in iterations, seconds or both; the first limit reached ends the search.

    Args:
        iterations: Number of games to play, over all trees.
        seconds: Time limit.
        threads: Number of trees grown in parallel. They share the iterations; each may use the whole time.
    """

    iterations: int | None = None
    seconds: float | None = None
    threads: int = 1


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


@dataclass(frozen=True, slots=True)
class Settings:
    """Search parameters.

    Args:
        exploration: Weight of rarely visited moves (the UCB exploration constant).
        sense: Probability, 0 to 1, that a rollout move comes from the rollout policy instead of being random.
        limit: Number of moves after which a rollout stops and the position is evaluated.
        widening: Progressive widening: a node has tried about this many times the square root of its visits.
        first: The move that starts every game, to measure its value; empty: the search chooses.
        recall: Try new moves in the order of how well the same moves did elsewhere in the tree.
        races: Compare the moves on the same deals, by rollouts alone, instead of growing a tree.
        guidance: Weight of the priors of the game's network, which then also evaluates; 0: search without a network.
        first_play: How much less an untried move promises than the tried ones, as a share of the game.
        spread: Part of the priors at the root that is shared out evenly.
        network: File of another network than the game's own.
        pasts: How many past games to imagine and weigh by the network's priors, if a view has a history; 0: take all
            deals of the hidden cards for equally likely.
    """

    exploration: float = 0.7
    sense: float = 0.0
    limit: int = 4_000
    widening: float = 100.0
    first: str = ""
    recall: bool = False
    races: bool = False
    guidance: float = 0.0
    first_play: float = 0.2
    spread: float = 0.0
    network: str = ""
    pasts: int = 0


def fill_settings(row: Cells, settings: Settings, seats: int, size: int) -> None:
    """Write settings into their row of a workspace; the seat that searches is seat 0, and no move is the first.

    Args:
        row: The row.
        size: The number of places in the table of edges, a power of two; half of them are used.
    """
    values = {
        room.SEAT: 0,
        room.SEATS: seats,
        room.EXPLORATION: round(settings.exploration * 1000),
        room.LIMIT: settings.limit,
        room.SENSE: round(settings.sense * (1 << 32)),
        room.MASK: size - 1,
        room.LEFT: size // 2,
        room.WIDTH_FACTOR: round(settings.widening * 1000),
        room.FIRST: 0,
        room.RECALL: int(settings.recall),
        room.RACES: int(settings.races),
        room.GUIDANCE: round(settings.guidance * 1000),
        room.FIRST_PLAY: round(settings.first_play * 1000),
        room.SPREAD: round(settings.spread * 1000),
        room.PASTS: 0,
    }
    for place in range(room.SETTING_COUNT):
        row[place] = values[place]


@dataclass(frozen=True, slots=True)
class Watch:
    """Callbacks of a running search.

    Args:
        progress: Called regularly with the used part of the budget, 0 to 1.
        cancelled: Polled; True stops the search, which returns the results so far.
    """

    progress: Callable[[float], None] = lambda _used: None
    cancelled: Callable[[], bool] = lambda: False


@cache
def _weights(engine: Engine, network: str) -> Weights:
    found = read_network(Path(network)) if network else own_network(engine.game)
    if found.game != engine.game:
        message = f"network: {network} is a network for {found.game}, not for {engine.game}"
        raise UndercutError(message)
    return engine.weights(found.weights)


def weights_for(engine: Engine, settings: Settings) -> Weights:
    """Load the weights of the network that a search uses; one zero if it uses none.

    Raises:
        UndercutError: The file cannot be read or belongs to another game, or the game has no network.
    """
    return _weights(engine, settings.network) if settings.guidance or settings.pasts else engine.weights([0])


class Tree:
    """One search tree, grown in slices.

    Args:
        state: The position. Cards hidden from the seat to move are not used, unless `openly` is set.
        edges: Maximum number of edges.
        openly: Search with all cards visible.
        memory: The game so far, for the pasts that the settings ask for.
    """

    def __init__(
        self,
        state: State,
        seed: int,
        settings: Settings,
        edges: int,
        host: Host | None,
        *,
        openly: bool = False,
        memory: Memory | None = None,
    ) -> None:
        """Allocate the tree and its workspace."""
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self.state = state
        self.seat = state.to_move
        self.engine = search_engine(state.game.name, host)
        _check_race(state.game.name, settings, self.engine.max_moves)
        self.states = self.engine.states(2 if memory is None else 4 + settings.pasts + len(memory.tables))
        table = state.table_copy()
        self.engine.load(table, self.states, 0)
        self.codes = [state.game.spec.parse(table, str(move)) for move in state.legal_moves()]
        size = 1 << (2 * edges).bit_length()
        self.tree = self.engine.cells(size * room.WIDTH)
        length = max(room.LEAST_ROW, self.engine.max_moves + 1)
        self.room = self.engine.rows(room.ROWS, length)
        self.iterations = 0
        self.weights = weights_for(self.engine, settings)
        row = self.room[room.SETTINGS]
        fill_settings(row, settings, state.game.seats, size)
        row[room.SEAT] = room.ALL if openly else self.seat
        row[room.LEFT] = edges
        row[room.FIRST] = state.game.spec.parse(table, settings.first) + 1 if settings.first else 0
        generator = [0]
        chances.start(generator, seed)
        self.room[room.CHANCE][0] = generator[0]
        if memory:
            self._imagine(memory, settings.pasts)

    def _imagine(self, memory: Memory, pasts: int) -> None:
        """Imagine past games, from which the iterations then start."""
        for place, table in enumerate(memory.tables):
            self.engine.load(table, self.states, 4 + pasts + place)
        moves = self.engine.cells(len(memory.moves) + 1)
        for place, move in enumerate(memory.moves):
            moves[place] = move
        self.room[room.SETTINGS][room.PASTS] = pasts
        self.engine.functions.imagine_pasts(self.states, moves, len(memory.moves), self.room, self.weights)

    def run(self, iterations: int) -> None:
        """Continue the search by a number of games."""
        self.engine.functions.search(self.states, self.tree, self.room, self.weights, iterations)
        self.iterations += iterations

    def sample(self, code: int) -> list[tuple[int, ...]]:
        """Sample continuations of a move, each starting with it."""
        cells = self.engine.cells(LONGEST_LINE)
        lines: list[tuple[int, ...]] = []
        for _ in range(LINE_SAMPLES):
            size = self.engine.functions.likely(self.states, self.tree, self.room, code, cells)
            lines.append(tuple(int(cells[place]) for place in range(size)))
        return lines

    def figures(self) -> list[tuple[int, int, int]]:
        """Return visits, total and sum of squares of each legal move, in units of `room.SHARE`."""
        mask = int(self.room[room.SETTINGS][room.MASK])
        found: list[tuple[int, int, int]] = []
        for code in self.codes:
            edge = room.find(self.tree, mask, room.mixed(room.first_history(self.seat), code))
            visits, total, squares = (int(self.tree[edge + field]) for field in (room.VISITS, room.TOTAL, room.SQUARES))
            found.append((visits, total, squares))
        return found

    def value(self, move: Move) -> float:
        """Return the mean result of a move that was tried, 0 to 1."""
        visits, total, _ = self.figures()[[str(one) for one in self.state.legal_moves()].index(str(move))]
        return total / (room.SHARE * visits)

    def leads(self) -> dict[int, tuple[int, ...]]:
        """Return runs, total lead and sum of squared leads of each move in a race; empty for a tree."""
        row, columns = self.room[room.RACE], (race.RUNS, race.LEAD, race.LEAD_SQUARES)
        places = range(int(row[race.FIELD]))
        return {int(row[race.RUNNER + place]): tuple(int(row[each + place]) for each in columns) for place in places}


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
    """Search a position from the view of the seat to move.

    Args:
        view: The view of the seat to move.
        budget: Search limit. Only a limit in iterations is reproducible.
        lines: Number of best moves to give a likely continuation for.
        host: The host to run on; None: see `default_host`.

    Raises:
        UndercutError: The budget is empty.

    Example:
        >>> import undercut
        >>> view = undercut.game("cuttle").deal(seed=7).view(0)
        >>> result = think(view, Budget(iterations=60), random.Random(1), host=Host.PLAIN)
        >>> result.iterations, sum(stats.visits for stats in result.moves)
        (60, 60)
    """
    _check(budget)
    prepare(str(view["game"]), host)
    began = time.perf_counter()
    watch = watch or Watch()
    proof = _proof(view, budget, host, watch)
    if proof:
        budget = _shortened(budget, time.perf_counter() - began)
    settings, edges = settings or Settings(), edges_of(budget, host)
    memory = remembered(view) if settings.pasts else None
    searches = [
        Tree(determinize(view, chance), chance.getrandbits(62), settings, edges, host, memory=memory)
        for _ in range(budget.threads)
    ]
    Clock(budget, began, watch).grow_all(searches)
    iterations = sum(tree.iterations for tree in searches)
    moves = _move_stats(searches, lines)
    if proof:
        moves = _settled(moves, proof)
    return SearchResult(moves, iterations, time.perf_counter() - began, proof)


def think_openly(
    state: State, budget: Budget, chance: random.Random, *, settings: Settings, host: Host | None = None
) -> SearchResult:
    """Search a position with all cards visible: a reference for the cost of hidden cards, never an opponent for people.

    Raises:
        UndercutError: The budget is empty.
    """
    _check(budget)
    prepare(state.game.name, host)
    began = time.perf_counter()
    edges = edges_of(budget, host)
    searches = [Tree(state, chance.getrandbits(62), settings, edges, host, openly=True) for _ in range(budget.threads)]
    Clock(budget, began, Watch()).grow_all(searches)
    iterations = sum(tree.iterations for tree in searches)
    return SearchResult(_move_stats(searches, 0), iterations, time.perf_counter() - began)


@cache
def prepare(name: str, host: Host | None) -> None:
    """Compile or load the engine once, so that this time does not count against any budget."""
    search_engine(name, host)
    state = game(name).deal(seed=0)
    Tree(state, 0, Settings(), 16, host).run(1)
    prove(state.view(0), nodes=1, host=host)


def _check(budget: Budget) -> None:
    if not budget.iterations and not budget.seconds:
        message = "budget: needs iterations or seconds"
        raise UndercutError(message)


def _check_race(name: str, settings: Settings, moves: int) -> None:
    if settings.races and moves > race.MOST_RUNNERS:
        message = f"races: a race has room for {race.MOST_RUNNERS} moves, and {name} may have {moves}"
        raise UndercutError(message)


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


def edges_of(budget: Budget, host: Host | None) -> int:
    """Return the maximum number of edges that a tree can reach within a budget."""
    edges = MOST_EDGES // budget.threads
    if budget.iterations:
        edges = min(edges, -(-budget.iterations // budget.threads))
    host = host or default_host()
    if budget.seconds and host in EDGES_A_SECOND:
        edges = min(edges, int(budget.seconds * EDGES_A_SECOND[host]) + 1)
    return edges


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


def _disagreement(trees: Sequence[tuple[int, int, int]], mean: float) -> float:
    """Variance of a move's value between trees, which the variance of the rollouts does not cover."""
    tried = [(visits, total) for visits, total, _ in trees if visits]
    if len(tried) < 2:  # noqa: PLR2004  a single tree has no variance
        return 0.0
    apart = sum(visits * (total / (room.SHARE * visits) - mean) ** 2 for visits, total in tried)
    return apart / sum(visits for visits, _ in tried) / (len(tried) - 1)


def _sure_lead(trees: Sequence[tuple[int, ...]]) -> float:
    """A move's mean lead over the rollout policy's move in a race, minus its standard error."""
    runs, lead, squares = (sum(field) for field in zip(*trees, strict=True))
    if squares == 0:
        return 0.0 if runs else -1.0
    # Prior runs keep the error of a few runs from being underestimated.
    spread = (squares / room.SHARE**2 + room.FEW * IMAGINED_SPREAD) / (runs + room.FEW)
    return lead / (room.SHARE * runs) - sqrt(spread / runs)


def _move_stats(searches: Sequence[Tree], lines: int) -> tuple[MoveStats, ...]:
    """Combine the statistics of all trees, best move first."""
    first = searches[0]
    figures = [tree.figures() for tree in searches]
    found: list[tuple[MoveStats, int]] = []
    for place, move in enumerate(first.state.legal_moves()):
        visits, total, squares = (sum(tree[place][field] for tree in figures) for field in range(3))
        mean = total / (room.SHARE * max(visits, 1))
        spread = squares / (room.SHARE**2 * max(visits, 1)) - mean * mean
        error = sqrt(max(spread, 0.0) / max(visits, 1) + _disagreement([tree[place] for tree in figures], mean))
        found.append((MoveStats(move, mean, error, visits), first.codes[place]))
    sure = {code: _sure_lead([tree.leads()[code] for tree in searches]) for code in first.leads()}
    found.sort(key=lambda each: (sure.get(each[1], 0.0), each[0].visits, each[0].expected), reverse=True)
    ranked: list[MoveStats] = []
    for place, (one, code) in enumerate(found):
        line, answers = following(first.state.game.spec, first.sample(code), code) if place < lines else ((), ())
        ranked.append(replace(one, line=line, answers=answers))
    return tuple(ranked)
