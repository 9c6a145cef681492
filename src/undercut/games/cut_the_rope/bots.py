"""The bots of Cut the Rope: search settings, levels, and the habits of the weaker characters."""

from collections.abc import Sequence

from undercut.bots.players import ranks_of
from undercut.games.base.game_types import GameState, Move
from undercut.games.base.parts.bots import Budget, Character, Level, Levels, Settings
from undercut.translation import N_

_ON_THE_WAY = 10_000  # least rank of a move on the way to the personal card


def own_way(state: GameState, moves: Sequence[Move]) -> list[float]:
    """Prefer the way to its own personal card, then any discard; never play another card."""
    ranks = zip(ranks_of(state, moves), moves, strict=True)
    return [float(rank if rank >= _ON_THE_WAY else move.kind in ("put", "end")) for rank, move in ranks]


LEVELS = Levels(
    settings=Settings(sense=1.0, limit=12, races=True),
    beginner=Level(
        Character("Ada", N_("Ada judges her moves by a few deals, and mistakes luck for skill.")),
        Budget(iterations=18, seconds=0.5),
        crowd=Budget(iterations=14, seconds=0.5),
    ),
    easy=Level(
        Character("Ben", N_("Ben heads for his own card, is careless with the others, and never looks at yours.")),
        Budget(iterations=10, seconds=0.5),
        own_way,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo watches your card as well as her own, but judges only the move at hand.")),
        Budget(iterations=60, seconds=0.5),
        ranks_of,  # by the own way and the next player's personal card, one move ahead
    ),
    hard=Level(
        Character("Dora", N_("Dora judges well at a glance, but never looks twice.")),
        Budget(iterations=1, seconds=1.0),
    ),
    expert=Level(
        Character("Emil", N_("Emil tries each move on a few dozen deals before he trusts it.")),
        Budget(iterations=300, seconds=1.0),
        crowd=Budget(iterations=1_000, seconds=1.0),
        same_from=6,
    ),
    master=Level(
        Character("Mira", N_("Mira tries each move on hundreds of deals, and solves the endgame.")),
        Budget(iterations=4_000, seconds=5.0),
        same_from=3,
    ),
)
