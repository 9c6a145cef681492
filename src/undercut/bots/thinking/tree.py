"""One tree of an information-set search, or one race, grown in slices; and the past game that a view has seen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import cast

from undercut.engine import chance as chances
from undercut.engine.contract import WHOLE_SHARE, Cells, Fields, Weights, copy_fields
from undercut.engine.host import Engine, Host
from undercut.engine.rows import MOVE, sighting
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.levels import Settings
from undercut.play.game import Game
from undercut.play.loading import game_of
from undercut.play.observing import HISTORY, history_faults
from undercut.play.state import State
from undercut.search import race, workspace
from undercut.search.layers import own_function, search_engine
from undercut.search.network_file import own_network, read_network

Rows = Sequence[Sequence[int]]
PLACE_SHIFT = 9
CARDS = (1 << PLACE_SHIFT) - 1


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as a seat remembers it; the cards that it has not seen lie in any order."""

    tables: tuple[Fields, ...]
    moves: tuple[int, ...]


def rebuild_game(view: View) -> PastGame | None:
    """Rebuild the game behind a view; None without a whole history, or if the game has chance or imagines no pasts."""
    seat = view["to_move"]
    if not view.get(HISTORY) or not isinstance(seat, int):
        return None
    chosen = game_of(view)
    exchange, supply = (own_function(chosen.name, name) for name in ("exchange", "supply"))
    if exchange is None or supply is None or any(history_faults(chosen, view[HISTORY])):
        return None
    engine = search_engine(chosen.name, Host.PLAIN)
    found = _Rebuilding(chosen, seat, exchange, supply, engine).run(cast("Rows", view[HISTORY]))
    if found is None or any(view[name] != value for name, value in chosen.spec.view(found.tables[-1], seat).items()):
        return None
    return found


@dataclass(frozen=True, slots=True)
class _Rebuilding:
    """Plays a game again from what a seat saw of it."""

    game: Game
    seat: int
    exchange: FunctionType
    supply: FunctionType
    engine: Engine

    def run(self, rows: Rows) -> PastGame | None:
        """Return the game; None if no game has this history."""
        starts = [place for place, row in enumerate(rows) if row[0] == MOVE]
        table = self.game.deal(seed=0).table_copy()
        if not starts or not self._show(table, table, -1, rows[: starts[0]]):
            return None
        tables, moves = [table], list[int]()
        for place, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            before = self._copy(tables[-1])
            move = self._move(before, rows[place])
            if move is None:
                return None
            tables[-1] = before
            after = self._copy(before)
            self.engine.functions.play(after, move)
            if self.engine.functions.chance_need(after) or not self._show(before, after, move, rows[place + 1 : end]):
                return None
            tables.append(after)
            moves.append(move)
        return PastGame(tuple(tables), tuple(moves))

    def _copy(self, table: Fields) -> Fields:
        copied = self.engine.table()
        copy_fields(table, copied)
        return copied

    def _move(self, table: Fields, row: Sequence[int]) -> int | None:
        """Return the move of an event, after putting a card that it needs into the hand; None if it is not legal."""
        functions = self.engine.functions
        mover = (self.seat + row[1] - 1) % self.game.seats
        if row[2] == 0 or functions.is_over(table) or functions.mover(table) != mover:
            return None
        move = self.game.spec.parse(table, self.game.actions[row[2] - 1])
        cells = [0] * self.engine.max_moves
        if move not in cells[: functions.legal_moves(table, cells)]:
            self.supply(table, self.seat, move)
        return move if move in cells[: functions.legal_moves(table, cells)] else None

    def _show(self, before: Fields, after: Fields, move: int, rows: Rows) -> bool:
        """Exchange cards of a state until the seat sees there what its history says."""
        found = [0] * self.engine.pack_size
        size = self.game.observations.news(before, after, self.seat, move, found)
        have = Counter(found[:size])
        want = Counter(sighting(row[2] - 1, row[3], row[1] - 1) for row in rows)
        spare, lack = ([*codes.elements()] for codes in (have - want, want - have))
        # The codes of one place follow each other.
        for here, there in zip(sorted(spare), sorted(lack), strict=False):
            self.exchange(after, here & CARDS, there & CARDS)
        return [code >> PLACE_SHIFT for code in sorted(spare)] == [code >> PLACE_SHIFT for code in sorted(lack)]


LINE_SAMPLES, LONGEST_LINE = 100, 6
"""How many continuations of a move are sampled, and the most moves of each."""


def seed_chance(rows: list[Cells], seed: int) -> None:
    """Start the generator of a workspace."""
    generator = [0]
    chances.start(generator, seed)
    rows[workspace.CHANCE][0] = generator[0]


def fill_settings(row: Cells, settings: Settings, seats: int, size: int) -> None:
    """Write settings into their row of a workspace; the seat that searches is seat 0, and no move is the first."""
    values = {
        workspace.SEAT: 0,
        workspace.SEATS: seats,
        workspace.EXPLORATION: round(settings.exploration * 1000),
        workspace.LIMIT: settings.limit,
        workspace.SENSE: round(settings.sense * (1 << 32)),
        workspace.MASK: size - 1,
        workspace.LEFT: size // 2,
        workspace.WIDTH_FACTOR: round(settings.widening * 1000),
        workspace.FIRST: 0,
        workspace.RECALL: int(settings.recall),
        workspace.RACES: int(settings.races),
        workspace.GUIDANCE: round(settings.guidance * 1000),
        workspace.FIRST_PLAY: round(settings.first_play * 1000),
        workspace.SPREAD: round(settings.spread * 1000),
        workspace.PASTS: 0,
    }
    for place in range(workspace.SETTING_COUNT):
        row[place] = values[place]


@cache
def _weights(engine: Engine, network: str) -> Weights:
    found = read_network(Path(network)) if network else own_network(engine.game)
    if found.game != engine.game:
        raise UndercutError(f"network: {network} is a network for {found.game}, not for {engine.game}")
    return engine.weights(found.weights)


def weights_for(engine: Engine, settings: Settings) -> Weights:
    """Load the weights of the network that a search uses; one zero if it uses none."""
    return _weights(engine, settings.network) if settings.guidance or settings.pasts else engine.weights([0])


class Tree:
    def __init__(
        self,
        state: State,
        seed: int,
        settings: Settings,
        edges: int,
        host: Host | None,
        *,
        openly: bool = False,
        past: PastGame | None = None,
    ) -> None:
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self.state = state
        self.seat = state.to_move
        shared = search_engine(state.game.name, host)
        self.engine = shared.instance()
        _check_race(state.game.name, settings, self.engine.max_moves)
        self.states = self.engine.states(2 if past is None else 4 + settings.pasts + len(past.tables))
        table = state.table_copy()
        self.engine.load(table, self.states, 0)
        self.codes = [state.game.spec.parse(table, str(move)) for move in state.legal_moves()]
        size = 1 << (2 * edges).bit_length()
        self.tree = self.engine.cells(size * workspace.WIDTH)
        length = max(workspace.LEAST_ROW, self.engine.max_moves + 1)
        self.workspace = self.engine.rows(workspace.ROWS, length)
        self.iterations = 0
        self.weights = weights_for(shared, settings)
        row = self.workspace[workspace.SETTINGS]
        fill_settings(row, settings, state.game.seats, size)
        row[workspace.SEAT] = workspace.ALL if openly else self.seat
        row[workspace.LEFT] = edges
        row[workspace.FIRST] = state.game.spec.parse(table, settings.first) + 1 if settings.first else 0
        seed_chance(self.workspace, seed)
        if past:
            self._imagine(past, settings.pasts)

    def _imagine(self, past: PastGame, pasts: int) -> None:
        for place, table in enumerate(past.tables):
            self.engine.load(table, self.states, 4 + pasts + place)
        moves = self.engine.cells(len(past.moves) + 1)
        for place, move in enumerate(past.moves):
            moves[place] = move
        self.workspace[workspace.SETTINGS][workspace.PASTS] = pasts
        self.engine.functions.sample_pasts(self.states, moves, len(past.moves), self.workspace, self.weights)

    def run(self, iterations: int) -> None:
        """Continue the search by a number of games."""
        self.engine.functions.search(self.states, self.tree, self.workspace, self.weights, iterations)
        self.iterations += iterations

    def sample(self, code: int) -> list[tuple[int, ...]]:
        """Sample continuations of a move, each starting with it."""
        cells = self.engine.cells(LONGEST_LINE)
        lines: list[tuple[int, ...]] = []
        for _ in range(LINE_SAMPLES):
            size = self.engine.functions.principal_variation(
                self.states, self.tree, self.workspace, self.weights, code, cells
            )
            lines.append(tuple(int(cells[place]) for place in range(size)))
        return lines

    def figures(self) -> list[tuple[int, ...]]:
        """Return visits, total and sum of squares of each legal move, in units of `WHOLE_SHARE`."""
        mask, start = int(self.workspace[workspace.SETTINGS][workspace.MASK]), workspace.first_history(self.seat)
        edges = (workspace.find(self.tree, mask, workspace.combine(start, code)) for code in self.codes)
        fields = workspace.VISITS, workspace.TOTAL, workspace.SQUARES
        return [tuple(int(self.tree[edge + field]) for field in fields) for edge in edges]

    def value(self, move: Move) -> float:
        """Return the mean result of a move that was tried, 0 to 1."""
        visits, total, _ = self.figures()[[str(one) for one in self.state.legal_moves()].index(str(move))]
        return total / (WHOLE_SHARE * visits)

    def leads(self) -> dict[int, tuple[int, ...]]:
        """Return runs, total lead and sum of squared leads of each move in a race; empty for a tree."""
        row, columns = self.workspace[workspace.RACE], (race.RUNS, race.LEAD, race.LEAD_SQUARES)
        places = range(int(row[race.CANDIDATE_COUNT]))
        return {
            int(row[race.CANDIDATES + place]): tuple(int(row[each + place]) for each in columns) for place in places
        }


def _check_race(name: str, settings: Settings, moves: int) -> None:
    if settings.races and moves > race.MOST_RUNNERS:
        raise UndercutError(f"races: a race has room for {race.MOST_RUNNERS} moves, and {name} may have {moves}")
