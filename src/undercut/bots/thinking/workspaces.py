"""The workspace of a search, filled from its settings, and the weights of its network; training uses them, too."""

from functools import cache
from pathlib import Path

from undercut.engine import chance as chances
from undercut.engine.contract import Cells, Weights
from undercut.engine.host import Engine
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import Settings
from undercut.search import race, workspace
from undercut.search.network_file import own_network, read_network


def seed_chance(rows: list[Cells], seed: int) -> None:
    """Start the generator of a workspace."""
    generator = [0]
    chances.start(generator, seed)
    rows[workspace.CHANCE][0] = generator[0]


def new_workspace(engine: Engine, seed: int = 0) -> list[Cells]:
    """Make the workspace of searches on an engine, and start its generator."""
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
def _weights(engine: Engine, path: str) -> Weights:
    network = read_network(Path(path)) if path else own_network(engine.game)
    if network.game != engine.game:
        raise UndercutError(f"network: {path} is a network for {network.game}, not for {engine.game}")
    return engine.weights(network.weights)


def weights_for(engine: Engine, settings: Settings) -> Weights:
    """Load the weights of the network that a search uses; one zero if it uses none."""
    return _weights(engine, settings.network) if settings.guidance or settings.pasts else engine.weights([0])


def check_race(name: str, settings: Settings, moves: int) -> None:
    """Refuse a race of a game that may have more moves than a race has room for."""
    if settings.races and moves > race.MOST_RUNNERS:
        raise UndercutError(f"races: a race has room for {race.MOST_RUNNERS} moves, and {name} may have {moves}")
