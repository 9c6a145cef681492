"""The bots of Cups: search settings, levels, and the habits of the weaker characters."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from undercut.bots.players import ranks_of
from undercut.games.base.game_types import GameState, Move, View, hands_in
from undercut.games.base.parts import bots
from undercut.games.base.parts.bots import Budget, Character, Level, Levels
from undercut.games.cups import notation
from undercut.games.cups.moves import move_card
from undercut.games.cups.search.greedy import DRAWN, WIN, burden
from undercut.games.cups.table import Table
from undercut.translation import N_

_LIGHT = 7  # how many gained cards `cheap_draws` does not mind: as many as a hand has at the start


def cheap_draws(state: GameState, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves, but do not mind gaining up to seven cards."""
    table, seat = cast("Table", state.table_copy()), cast("int", state.to_move)
    ranks = list[float]()
    for rank, move in zip(ranks_of(state, moves), moves, strict=True):
        if move.card and abs(rank) < WIN // 2:
            kept = -burden(table, seat, move_card(notation.parse(table, str(move))))
            ranks.append(kept if kept - rank <= DRAWN * _LIGHT else rank)
        else:
            ranks.append(rank)
    return ranks


NETWORK = replace(bots.BY_NETWORK, pasts=0)
"""A search by the network: five of its iterations beat 260 rollouts."""

SETTINGS = bots.Settings(sense=1.0)

LEVELS = Levels(
    settings=SETTINGS,
    beginner=Level(
        Character("Ada", N_("Ada keeps runs together and sheds cups early, but never minds drawing a few cards.")),
        Budget(iterations=5, seconds=0.5),
        cheap_draws,
    ),
    easy=Level(
        Character("Ben", N_("Ben counts what a play costs him in cards and cups, but never thinks of your hand.")),
        Budget(iterations=50, seconds=0.5),
        ranks_of,  # by the hand that each move leaves, its runs and cups included
    ),
    medium=Level(
        Character("Cleo", N_("Cleo imagines ways the game may end, but too few to tell a good move from a lucky one.")),
        Budget(iterations=260, seconds=0.5),
        crowd=Budget(iterations=600, seconds=1.0),
    ),
    hard=Level(
        Character("Dora", N_("Dora has a good eye for a hand, but hardly checks what it tells her.")),
        Budget(iterations=5, seconds=1.0),
        settings=NETWORK,
        crowd=Budget(iterations=12, seconds=1.0),
        same_from=5,
    ),
    expert=Level(
        Character("Emil", N_("Emil checks his first idea against others, but stops before small leads show.")),
        Budget(iterations=30, seconds=1.0),
        settings=NETWORK,
        crowd=Budget(iterations=1_000, seconds=1.0),
        same_from=6,
    ),
    master=Level(
        Character("Mira", N_("Mira weighs thousands of ways to play on, and solves the endgame.")),
        Budget(iterations=4_000, seconds=5.0),
        settings=NETWORK,
        same_from=3,
    ),
    advice=NETWORK,
    training=bots.Recipe(
        bots.NETWORK_PLAN,
        trust=1.0,
        # The usual search plays every game to its end, which is slow. Nearly all moves of the warm games are openings;
        # each of the others is a position.
        warm=bots.SelfPlayPlan(
            SETTINGS, fast_iterations=1, full_iterations=1, full_share=0.0, opening_moves=400, rollout_share=0.8
        ),
        warm_games=40_000,
        # Rollouts understate leads, and evaluations that began with them go on doing so: only results count. They are
        # few, and a network that saw them more often would learn them by heart.
        values=bots.NetworkSizes(epochs=2, rate=1e-3),
        reference="search:6000",
    ),
)

_SUITS = 4


def may_end(view: View) -> bool:
    """Return whether the game may end before the seat to move moves again.

    It may if a player has at most one card in hand (CP-13, CP-18), or if no cup is left in hands and piles (CP-22).
    """
    hands = hands_in(view)
    graveyards = cast("list[list[list[str]]]", view["graveyards"])
    dump, side, stack, away = (cast("list[str]", view[pile]) for pile in ("dump", "side", "stack", "away"))
    if any(len(hand) < 2 for hand in hands):  # noqa: PLR2004  one card goes out
        return True
    layers = [layer for graveyard in graveyards for layer in graveyard]
    cards = sum(map(len, [*hands, *layers, dump, side, stack, away]))
    spent = sum(card.endswith("c") for card in (*dump, *side, *away))
    return spent == cards // _SUITS
