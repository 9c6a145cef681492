"""Parameters of a search, and the network that it uses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from undercut.engine.contract import Cells, Weights
from undercut.engine.host import Engine
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import Settings
from undercut.search import workspace as room
from undercut.search.network_file import own_network, read_network


def fill_settings(row: Cells, settings: Settings, seats: int, size: int) -> None:
    """Write settings into their row of a workspace; the seat that searches is seat 0, and no move is the first."""
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
