"""Undercut: Cuttle, Cups and Cut the Rope, played exactly as their written rules say."""

from importlib.metadata import version

from undercut.errors import (
    BadNotation,
    BadPosition,
    BadRecord,
    BadRules,
    IllegalMove,
    Reason,
    UndercutError,
)
from undercut.games.host import Host
from undercut.play.counting import perft
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game, game
from undercut.play.loading import from_position, replay
from undercut.play.state import State

__version__ = version("undercut")

__all__ = [
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "Game",
    "Host",
    "IllegalMove",
    "Move",
    "Outcome",
    "Reason",
    "State",
    "UndercutError",
    "from_position",
    "game",
    "perft",
    "replay",
]
