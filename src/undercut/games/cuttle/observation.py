"""Observations of Cuttle: what a seat's view shows as a row of integers, and the cards that a move reveals.

Like the rules, these functions run both as plain Python and compiled.
"""

from undercut.cards import FRENCH
from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells, starts
from undercut.engine.rows import list_set, set_columns
from undercut.games.base.layout import Block, Observations, course
from undercut.games.cuttle import table
from undercut.games.cuttle.moves import move_card
from undercut.games.cuttle.position import PHASES
from undercut.games.cuttle.rules import open_cards
from undercut.games.cuttle.table import Table, goal, stock_card, total
from undercut.games.cuttle.words import WORDS

LAYOUT = 2  # the version of the columns and of the history's rows
PLACES = ("", "hand", "turned by a seven", "scrap")
HISTORY_ROOM = 1024
HAND, TURNED, SCRAP = 1, 2, 3

_CARDS = FRENCH.texts
_POINT_CARDS, _ONE_OFFS, _JACKS, _EIGHTS, _ROYALS = _CARDS[:40], _CARDS[:36], _CARDS[40:44], _CARDS[28:32], _CARDS[44:]
_PERMANENTS = (*_EIGHTS, *_ROYALS)
_ON_JACKS = tuple(f"{jack} on {card}" for jack in _JACKS for card in _POINT_CARDS)

BLOCKS = (
    *course(2, PHASES, WORDS.reasons[1:]),
    Block("hand", "the card is in your hand", _CARDS),
    Block("seen hand", "the card is in the other hand, and you see it", _CARDS),
    Block("known", "the card is in your hand, and the other player has seen it", _CARDS),
    Block("other known", "the card is in the other hand, and you have seen it", _CARDS),
    Block("points", "the point card lies on your side", _POINT_CARDS),
    Block("other points", "the point card lies on the other side", _POINT_CARDS),
    Block("permanents", "the permanent lies on your side", _PERMANENTS),
    Block("other permanents", "the permanent lies on the other side", _PERMANENTS),
    Block("jack", "place of the jack on the point card, 1 for the lowest; 0: not there", _ON_JACKS, "place", 4),
    Block("own jack", "you played the jack that lies on a point card", _JACKS),
    Block("other jack", "the other player played the jack that lies on a point card", _JACKS),
    Block("scrap", "the card is in the scrap", _CARDS),
    Block("turned", "the card was turned by a seven", _CARDS),
    Block("frozen", "the card is frozen", _CARDS),
    Block("stock", "place of the card in the known top of the stock, 1 for the top; 0: not there", _CARDS, "place", 52),
    Block("waiting", "the one-off waits to take effect", _ONE_OFFS),
    Block("target", "the card is the target of the waiting one-off", _CARDS),
    Block("counter", "place of the two among the counters, 1 for the first; 0: not there", _CARDS[4:8], "place", 4),
    Block("suspended", "place of the seven in suspension, 1 for the first; 0: not there", _CARDS[24:28], "place", 4),
    Block("hand size", "cards in your hand", unit="cards", greatest=52),
    Block("other hand size", "cards in the other hand", unit="cards", greatest=52),
    Block("stock size", "cards in the stock", unit="cards", greatest=52),
    Block("known top", "cards on top of the stock that both players know", unit="cards", greatest=52),
    Block("to discard", "cards that are still to be discarded", unit="cards", greatest=52),
    Block("passes", "passes in a row", unit="moves", greatest=3),
    Block("total", "points in front of you", unit="points", greatest=220),
    Block("other total", "points in front of the other player", unit="points", greatest=220),
    Block("goal", "points with which you win", unit="points", greatest=220),
    Block("other goal", "points with which the other player wins", unit="points", greatest=220),
    # Since version 2:
    Block("waiting ten", "the ten waits to take effect as a one-off", _CARDS[36:40]),
    Block("scuttled", "the point card was scuttled in the turn before, and a ten may undo it", _POINT_CARDS),
)  # fmt: skip
"""The columns, in blocks."""

_STARTS = starts(*(block.length for block in BLOCKS))
_TO_MOVE, _TURN, _PHASE, _WINNER, _END = _STARTS[:5]
_HAND, _SEEN_HAND, _KNOWN, _OTHER_KNOWN, _POINTS, _OTHER_POINTS, _PERMANENT, _OTHER_PERMANENT = _STARTS[5:13]
_JACK, _OWN_JACK, _OTHER_JACK, _SCRAP, _TURNED, _FROZEN, _STOCK, _WAITING, _TARGET = _STARTS[13:22]
_COUNTER, _SUSPENDED, _HAND_SIZE, _OTHER_SIZE, _STOCK_SIZE, _KNOWN_TOP, _TO_DISCARD, _PASSES = _STARTS[22:30]
_TOTAL, _OTHER_TOTAL, _GOAL, _OTHER_GOAL, _WAITING_TEN, _SCUTTLED = _STARTS[30:36]
_ALL, _POINT, _STAYING = len(_CARDS), len(_POINT_CARDS), len(_PERMANENTS)


def observe(s: Table, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    other = 1 - seat
    if s.phase != table.OVER:
        row[_TO_MOVE + (s.to_move ^ seat)] = 1
    else:
        row[_END + s.reason - 1] = 1
        if s.winners:
            row[_WINNER + (s.winners >> 1 ^ seat)] = 1  # of two seats, one wins
    row[_TURN + (s.turn ^ seat)] = 1
    if s.phase <= table.OVER:
        row[_PHASE + s.phase] = 1
    set_columns(row, _HAND, _ALL, s.hands[seat])
    set_columns(row, _SEEN_HAND, _ALL, open_cards(s, other))
    set_columns(row, _KNOWN, _ALL, s.known[seat])
    set_columns(row, _OTHER_KNOWN, _ALL, s.known[other])
    set_columns(row, _POINTS, _POINT, s.points[seat])
    set_columns(row, _OTHER_POINTS, _POINT, s.points[other])
    set_columns(row, _PERMANENT, _STAYING, packed(s.permanents[seat]))
    set_columns(row, _OTHER_PERMANENT, _STAYING, packed(s.permanents[other]))
    set_columns(row, _SCRAP, _ALL, s.scrap)
    set_columns(row, _TURNED, _ALL, s.revealed)
    set_columns(row, _FROZEN, _ALL, s.frozen)
    set_columns(row, _SCUTTLED, _POINT, s.scuttled)
    observe_jacks(s, seat, row)
    observe_stack(s, row)
    row[_HAND_SIZE] = count(s.hands[seat])
    row[_OTHER_SIZE] = count(s.hands[other])
    row[_STOCK_SIZE] = s.stock_size
    row[_KNOWN_TOP] = s.known_top
    row[_TO_DISCARD] = s.to_discard
    row[_PASSES] = s.passes
    row[_TOTAL], row[_OTHER_TOTAL] = total(s, seat), total(s, other)
    row[_GOAL], row[_OTHER_GOAL] = goal(s, seat), goal(s, other)


def packed(permanents: int) -> int:
    """The eights, queens and kings of a set as its lowest twelve bits."""
    return permanents >> table.FIRST_EIGHT & 15 | permanents >> table.FIRST_QUEEN << 4


def observe_jacks(s: Table, seat: int, row: Cells) -> None:
    """CU-32: write on which point card each jack lies, how high, and who played it."""
    left = s.jacks
    while left:
        jack = lowest(left)
        left &= left - 1
        height = 1
        card = s.jack_under[jack - table.FIRST_JACK]
        while card >= table.FIRST_JACK:
            card = s.jack_under[card - table.FIRST_JACK]
            height += 1
        row[_JACK + (jack - table.FIRST_JACK) * table.FIRST_JACK + card] = height
        start = _OWN_JACK if (s.jack_by >> jack & 1) == seat else _OTHER_JACK
        row[start + jack - table.FIRST_JACK] = 1


def observe_stack(s: Table, row: Cells) -> None:
    """CU-20, CU-21, CU-23: write the one-offs, counters and sevens that wait, and the known top of the stock."""
    if s.waiting != table.NONE:
        row[_WAITING + s.waiting if s.waiting < table.FIRST_TEN else _WAITING_TEN + s.waiting - table.FIRST_TEN] = 1
        if s.target != table.NONE:
            row[_TARGET + s.target] = 1
    observe_row(row, _COUNTER - table.FIRST_TWO, s.counters)
    observe_row(row, _SUSPENDED - table.FIRST_SEVEN, s.suspended)
    for depth in range(s.known_top):
        row[_STOCK + stock_card(s, depth)] = depth + 1


def observe_row(row: Cells, start: int, cards: int) -> None:
    """Write the places of the cards that are stored in one integer."""
    place = 1
    while cards:
        row[start + (cards & 255) - 1] = place
        place += 1
        cards >>= 8


def seen_cards(s: Table, seat: int) -> int:
    """Every card whose place a seat knows, as a set."""
    found = s.hands[seat] | open_cards(s, 1 - seat) | s.points[0] | s.points[1] | s.permanents[0] | s.permanents[1]
    found |= s.jacks | s.scrap | s.revealed
    for depth in range(s.known_top):
        found |= 1 << stock_card(s, depth)
    return found


def news(before: Table, s: Table, seat: int, move: int, found: Cells) -> int:
    """List the cards that a move (-1: the start) reveals to a seat, and return their number.

    They include those that a four takes by chance.
    """
    seen = 0
    taken = 0
    if move >= 0:
        card = move_card(move)
        named = 0 if card == table.NONE else 1 << card
        seen = seen_cards(before, seat) | named
        # CU-4a: the cards of a random four come from hands that their players know.
        taken = (before.hands[0] | before.hands[1]) & s.scrap & ~named
    size = list_set(found, 0, s.hands[seat] & ~seen, HAND, 0)
    size = list_set(found, size, open_cards(s, 1 - seat) & ~seen, HAND, 1)
    size = list_set(found, size, s.revealed & ~seen, TURNED, -1)
    return list_set(found, size, taken, SCRAP, -1)


OBSERVATIONS = Observations(LAYOUT, BLOCKS, PLACES, HISTORY_ROOM, observe, news)
