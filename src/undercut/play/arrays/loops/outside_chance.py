"""One game whose random choices are made from outside, card by card, as `undercut.envs.dealing` plays it.

`states` has two places: the game's own, and the fresh state that the deal begins with.
"""

from __future__ import annotations

from undercut.engine.contract import (
    Cells,
    Fields,
    apply_chance,
    chance_need,
    chance_pool,
    copy_state,
    deal,
    is_over,
    legal_moves,
    mover,
    play,
    winners,
)
from undercut.play.arrays.loops.contract import action, move_of

FACTS = 4
TO_MOVE, CARDS_NEEDED, OPTIONS, MASK_OF_WINNERS = range(FACTS)
"""The seat to move (-1: chance, or the game is over); how many cards chance is to choose; how many options are listed:
legal actions, or cards that chance may choose; the winners of a game that is over."""


def note_position(s: object, facts: Cells, options: Cells) -> None:
    """Note who is to act, and list the options."""
    facts[TO_MOVE], facts[CARDS_NEEDED], facts[OPTIONS] = -1, 0, 0
    if is_over(s):
        facts[MASK_OF_WINNERS] = winners(s)
        return
    facts[CARDS_NEEDED] = chance_need(s)
    if facts[CARDS_NEEDED]:
        facts[OPTIONS] = chance_pool(s, options)
        return
    facts[TO_MOVE], size = mover(s), legal_moves(s, options)
    for place in range(size):
        options[place] = action(options[place])
    facts[OPTIONS] = size


def deal_order(states: list[Fields], order: Cells, facts: Cells, options: Cells) -> None:
    """Deal the pack in an order."""
    copy_state(states, 1, 0)
    deal(states[0], order)
    note_position(states[0], facts, options)


def play_action(states: list[Fields], number: int, facts: Cells, options: Cells) -> None:
    """Play a legal move."""
    play(states[0], move_of(states[0], number))
    note_position(states[0], facts, options)


def give_cards(states: list[Fields], cards: Cells, facts: Cells, options: Cells) -> None:
    """Carry out a choice of chance."""
    apply_chance(states[0], cards)
    note_position(states[0], facts, options)


ENTRY_POINTS = (deal_order, play_action, give_cards)
