"""One tree of a search, or one race, in the arrays of `undercut.search`."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from undercut.bots.thinking.past_game import PastGame
from undercut.engine.chance import start
from undercut.engine.contract import WHOLE_SHARE, Cells, Weights
from undercut.engine.engine import Engine
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move
from undercut.games.base.parts.bots import Settings
from undercut.play.state import State
from undercut.search import race, workspace
from undercut.search.layers import search_engine
from undercut.search.network_file import fits, own_network, read_network


def seed_chance(rows: list[Cells], seed: int) -> None:
    generator = [0]
    start(generator, seed)
    rows[workspace.CHANCE][0] = generator[0]


def new_workspace(engine: Engine, seed: int = 0) -> list[Cells]:
    rows = engine.rows(workspace.ROWS, max(workspace.LEAST_ROW, engine.max_moves + 1))
    seed_chance(rows, seed)
    return rows


def fill_settings(row: Cells, settings: Settings, seats: int, size: int) -> None:
    """Write settings into their row of a workspace; the seat that searches is seat 0, and no move is the first."""
    values = {
        workspace.SEAT: 0,
        workspace.SEATS: seats,
        workspace.EXPLORATION: round(settings.exploration * 1000),
        workspace.LIMIT: settings.limit,
        workspace.SENSE: round(settings.sense * (1 << 32)),
        workspace.MASK: size - 1,
        workspace.WIDTH_FACTOR: round(settings.widening * 1000),
        workspace.FIRST: 0,
        workspace.HISTORY_ORDER: int(settings.recall),
        workspace.RACES: int(settings.races),
        workspace.GUIDANCE: round(settings.guidance * 1000),
        workspace.FIRST_PLAY: round(settings.first_play * 1000),
        workspace.SPREAD: round(settings.spread * 1000),
        workspace.PASTS: 0,
    }
    for place in range(workspace.SETTING_COUNT):
        row[place] = values[place]


@cache
def _weights(engine: Engine, path: str) -> Weights:
    network = read_network(Path(path)) if path else own_network(engine.game)
    if network.game != engine.game:
        raise UndercutError(f"network: {path} is a network for {network.game}, not for {engine.game}")
    if not fits(network):
        raise UndercutError(f"network: {path} is of other sizes than those that this version searches with")
    return engine.weights(network.weights)


def weights_for(engine: Engine, settings: Settings) -> Weights:
    """Load the weights of the network that a search uses; one zero if it uses none."""
    return _weights(engine, settings.network) if settings.guidance or settings.pasts else engine.weights([0])


def check_race(name: str, settings: Settings, moves: int) -> None:
    """Refuse a race of a game that may have more moves than a race has room for."""
    if settings.races and moves > race.MOST_RUNNERS:
        raise UndercutError(f"races: a race has room for {race.MOST_RUNNERS} moves, and {name} may have {moves}")


LINE_SAMPLES, LONGEST_LINE = 100, 6
"""How many continuations of a move are sampled, and the most moves of each."""


class MoveTotals(NamedTuple):
    """What trees counted of a legal move; a whole win is `WHOLE_SHARE`."""

    visits: int
    results: int  # their sum
    squares: int  # the sum of their squares

    @property
    def mean(self) -> float:
        return self.results / (WHOLE_SHARE * max(self.visits, 1))

    @property
    def variance(self) -> float:
        return max(self.squares / (WHOLE_SHARE**2 * max(self.visits, 1)) - self.mean * self.mean, 0.0)


class LeadTotals(NamedTuple):
    """What races counted of a move: how much better it did than the rollout policy's move, over the same deals."""

    runs: int
    leads: int  # their sum
    squares: int  # the sum of their squares

    @property
    def sure(self) -> float:
        """The mean lead minus its standard error: 0 for the policy's own move, -1 for a move that never ran."""
        if self.squares == 0:
            return 0.0 if self.runs else -1.0
        return race.sure_lead(self.leads, self.squares, self.runs)


class Tree:
    """A tree, or a race: `run` grows it, the other methods read it."""

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
        """Allocate the arrays and fill in the settings; a past game is replayed in as many ways as the settings say."""
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self.state = state
        self.seat = state.to_move
        shared = search_engine(state.game.name, host)
        self.engine = shared.instance()
        check_race(state.game.name, settings, self.engine.max_moves)
        table = state.table_copy()
        enough = workspace.first_seen(settings.pasts) + len(past.tables) if past else workspace.FIRST_PAST
        self.states = self.engine.states(enough)
        self.engine.load(table, self.states, workspace.ROOT)
        self.codes = [*state.legal_codes()]
        size = 1 << (2 * edges).bit_length()
        self.edges = self.engine.cells(size * workspace.WIDTH)
        self.workspace = new_workspace(self.engine, seed)
        self.weights = weights_for(shared, settings)
        self.iterations = 0
        row = self.workspace[workspace.SETTINGS]
        fill_settings(row, settings, state.game.seats, size)
        row[workspace.SEAT] = workspace.ALL if openly else self.seat
        self.workspace[workspace.PROGRESS][workspace.EDGES_LEFT] = edges
        row[workspace.FIRST] = state.game.spec.notation.parse(table, settings.first) + 1 if settings.first else 0
        if past:
            self._imagine(past, settings.pasts)

    def _imagine(self, past: PastGame, pasts: int) -> None:
        for place, table in enumerate(past.tables, start=workspace.first_seen(pasts)):
            self.engine.load(table, self.states, place)
        moves = self.engine.cells(len(past.moves) + 1)
        for place, move in enumerate(past.moves):
            moves[place] = move
        self.workspace[workspace.SETTINGS][workspace.PASTS] = pasts
        self.engine.functions.sample_pasts(self.states, moves, len(past.moves), self.workspace, self.weights)

    def run(self, iterations: int) -> None:
        self.engine.functions.search(self.states, self.edges, self.workspace, self.weights, iterations)
        self.iterations += iterations

    def sample(self, code: int) -> list[tuple[int, ...]]:
        line = self.engine.cells(LONGEST_LINE)
        samples: list[tuple[int, ...]] = []
        for _ in range(LINE_SAMPLES):
            size = self.engine.functions.principal_variation(
                self.states, self.edges, self.workspace, self.weights, code, line
            )
            samples.append(tuple(int(line[place]) for place in range(size)))
        return samples

    def totals(self) -> list[MoveTotals]:
        return [self._totals_of(code) for code in self.codes]

    def _totals_of(self, code: int) -> MoveTotals:
        mask, root = int(self.workspace[workspace.SETTINGS][workspace.MASK]), workspace.first_history(self.seat)
        edge = workspace.find(self.edges, mask, workspace.combine(root, code))
        columns = workspace.VISITS, workspace.TOTAL, workspace.SQUARES
        return MoveTotals(*(int(self.edges[edge + column]) for column in columns))

    def value(self, move: Move) -> float:
        return self._totals_of(self.state.game.spec.notation.parse(self.state.table_copy(), str(move))).mean

    def leads(self) -> dict[int, LeadTotals]:
        """Return what a race counted of each move that ran; empty for a tree."""
        row, columns = self.workspace[workspace.RACE], (race.RUNS, race.LEAD, race.LEAD_SQUARES)
        return {
            int(row[race.CANDIDATES + place]): LeadTotals(*(int(row[column + place]) for column in columns))
            for place in range(int(row[race.CANDIDATE_COUNT]))
        }
