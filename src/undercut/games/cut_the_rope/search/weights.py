"""The weights of moves in Cut the Rope, and how they add up: one for rollouts and one for the greedy ranking.

All are in hundredths of a play from the hand. Those of rollouts were fitted; greedy's are a player's rules of thumb.
"""

from __future__ import annotations

from undercut.games.cut_the_rope.table import KINDS_OF_CARDS, PERSONAL, SCISSORS, SEAT_PILES, Table, slot, top_card

ROLLOUT, GREEDY = range(2)
PERSONAL_SOURCE = KINDS_OF_CARDS + PERSONAL
# The cost of a card on the way to the personal card, and of scissors: in its place in a rollout, besides it for greedy.
FROM_HAND, FROM_SUPPLY, CUT = (100, 100), (80, 40), 250
# The gain of a play as such: from the hand, for which a card is drawn; from a supply row; the last card of a row.
DRAWN, CLEARED, EMPTIED = (34, 40), (20, 70), (-92, 0)
# The worth of putting a card away: scissors, each further equal card in the hand, each step between it and the personal
# card; on an empty row, on scissors, on a card that fits now; on a neighbour, on an equal card, on any other card and
# for each step between.
PUT_CUT, PUT_ALIKE, PUT_STEP = (-139, -100), (45, 5), (4, 0)
ON_EMPTY, ON_CUT, ON_FITTING = (-9, -15), (-102, -60), (-10, 0)
ON_NEIGHBOUR, ON_ALIKE, ON_OTHER, ON_STEP = (-54, -5), (28, -10), (-20, -20), (-3, -3)


def play_worth(s: Table, card: int, source: int, policy: int) -> int:
    """The worth of a play in itself: a card drawn in its place, or one supply card fewer, less the scissors spent."""
    worth = DRAWN[policy] if source < KINDS_OF_CARDS else CLEARED[policy]
    if KINDS_OF_CARDS <= source < PERSONAL_SOURCE:
        top = s.tops[SEAT_PILES * s.to_move + source - KINDS_OF_CARDS]
        worth += EMPTIED[policy] if slot(s, top) >> 5 == 0 else 0
    return worth - CUT if card == SCISSORS else worth


def put_worth(s: Table, card: int, row: int, wanted: int, policy: int) -> int:
    """The worth of putting a card of the hand on a supply row; best is one that is due before the card it covers."""
    worth = ((s.hands[s.to_move] >> 3 * card & 7) - 1) * PUT_ALIKE[policy]
    if card == SCISSORS:
        worth += PUT_CUT[policy]
    elif wanted != SCISSORS:
        worth += PUT_STEP[policy] * abs(card - wanted)
    pile = SEAT_PILES * s.to_move + row
    return worth + (cover_worth(s, card, top_card(s, pile), policy) if s.tops[pile] else ON_EMPTY[policy])


def cover_worth(s: Table, card: int, below: int, policy: int) -> int:
    """The worth of putting a card on another one; to greedy, scissors are the number after ten."""
    if below == SCISSORS:
        return ON_CUT[policy]
    worth = ON_FITTING[policy] if s.fits >> 3 * below & 7 else 0
    gap = abs(card - below)
    if card == SCISSORS and policy == ROLLOUT:
        return worth
    if gap == 1:
        return worth + ON_NEIGHBOUR[policy]
    return worth + (ON_ALIKE[policy] if gap == 0 else ON_OTHER[policy] + ON_STEP[policy] * gap)
