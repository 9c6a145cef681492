"""The bots of Cuttle: search settings, levels, and the habits of the weaker characters."""

from collections.abc import Sequence
from typing import cast

from undercut.games.base.game_types import GameState, Move
from undercut.games.base.parts import bots
from undercut.games.base.parts.bots import Budget, Character, Level, Levels
from undercut.games.cuttle import notation
from undercut.games.cuttle.card_options import settled
from undercut.games.cuttle.table import Table, total
from undercut.translation import N_

QUIET = {"draw": 0.5, "let be": 0.4}
"""Values in points of a draw and of not countering, so that they rank above other moves without gain."""

_FALLING = "?T98765432A"


def low_points(state: GameState, moves: Sequence[Move]) -> list[float]:
    """Lay out points, the lowest card first; otherwise draw."""
    del state
    return [
        float(_FALLING.index(move.card[0])) if move.kind == "points" and move.card else QUIET.get(move.kind, 0.0)
        for move in moves
    ]


def own_points(state: GameState, moves: Sequence[Move]) -> list[float]:
    """Count the own points after each move, all one-offs taking effect, and nothing else."""
    table, seat, parse = cast("Table", state.table_copy()), cast("int", state.to_move), notation.parse
    return [total(settled(table, parse(table, str(move))), seat) + QUIET.get(move.kind, 0.0) for move in moves]


SETTINGS = bots.Settings(exploration=0.2, limit=0, widening=1.0, recall=True)

LEVELS = Levels(
    settings=SETTINGS,
    beginner=Level(
        Character("Ada", N_("Ada lays out points and nothing else, small ones first: she saves her tens for later.")),
        Budget(iterations=5, seconds=0.5),
        low_points,
    ),
    easy=Level(
        Character("Ben", N_("Ben counts his own points as if no two could stop him, and never looks at yours.")),
        Budget(iterations=5, seconds=0.5),
        own_points,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo looks at five or six moves, plays the best of them, and misses the rest.")),
        Budget(iterations=30, seconds=0.5),
    ),
    hard=Level(
        Character("Dora", N_("Dora thinks about your reply to nine or ten moves, but rarely about what follows.")),
        Budget(iterations=80, seconds=1.0),
    ),
    expert=Level(
        Character("Emil", N_("Emil plans several moves ahead, but never reads your hand from your moves.")),
        Budget(iterations=700, seconds=1.0),
    ),
    master=Level(
        Character("Mira", N_("Mira reads your hand from your moves, looks far ahead, and solves the endgame.")),
        Budget(iterations=10_000, seconds=5.0),
        settings=bots.BY_NETWORK,
    ),
    training=bots.Recipe(
        bots.SelfPlayPlan(SETTINGS),
        warm=bots.SelfPlayPlan(SETTINGS, fast_iterations=8, full_iterations=8, full_share=0.0, opening_moves=24),
        warm_games=30_000,
    ),
)
