"""One tree of an information-set search, or one race, grown in slices."""

from functools import cache
from pathlib import Path

from undercut.bots.thinking.past_game import PastGame
from undercut.engine import chance as chances
from undercut.engine.contract import WHOLE_SHARE, Cells, Weights
from undercut.engine.host import Engine, Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move
from undercut.games.base.parts.levels import Settings
from undercut.play.state import State
from undercut.search import race, workspace
from undercut.search.layers import search_engine
from undercut.search.network_file import own_network, read_network

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
    """One search tree, or one race, grown in slices."""

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
        """Imagine past games, from which the iterations then start."""
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
