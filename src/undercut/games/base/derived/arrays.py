"""Fixed numbers of moves, observations and histories of any small game: functions for every host, and their columns."""

from dataclasses import dataclass, field

from undercut.engine.bits import count
from undercut.engine.contract import Cells, Numbers, is_over, mover, winners
from undercut.engine.rows import list_set, set_columns
from undercut.games.base.derived.piles import OWNED, PILES, DerivedTable, cards_of, number_of, owners, sees
from undercut.games.base.layout import Block, course, relative_seats
from undercut.games.base.words import GameWords, Number, Pile, Sight

_MOST_PLACES = 7

# What `Columns` lays out for one game.
TO_MOVE = TURN = PHASE = WINNER = END = 0  # the first columns of the blocks that every game has
CARDS_AT, SIZES_AT = Numbers(), Numbers()
"""By pile: the first column of its cards, and of its sizes; -1: there is none."""
NUMBERS_AT, LEAST, IS_SEAT, WHILE_IN = Numbers(), Numbers(), Numbers(), Numbers()
"""By number: its first column, its least value, whether it is a seat, and the pile without which it means nothing."""
PLACES = Numbers()  # by pile: its place in a history
PACK, CHOICES, FIRST_CHOICE = 0, 1, 0
"""The number of cards, of choices with a card, and the code of the first move with a choice."""


def action(move: int) -> int:
    return move


def move_of(s: DerivedTable, number: int) -> int:  # noqa: ARG001  other games look at the table
    return number


def observe(s: DerivedTable, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    row[TURN + (s.to_move - seat) % s.seats] = 1
    if is_over(s):
        row[PHASE + 1] = 1
        row[END + s.reason - 1] = 1
        won = winners(s)
        for other in range(s.seats):
            if won >> other & 1:
                row[WINNER + (other - seat) % s.seats] = 1
    else:
        row[PHASE] = 1
        row[TO_MOVE + (mover(s) - seat) % s.seats] = 1
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            observe_pile(s, seat, pile, owner, row)
    for number in range(len(NUMBERS_AT)):
        if WHILE_IN[number] < 0 or cards_of(s, WHILE_IN[number], 0):
            observe_number(s, seat, number, row)


def observe_pile(s: DerivedTable, seat: int, pile: int, owner: int, row: Cells) -> None:
    """Write the cards of a pile that the seat sees, and the size of one that it may not see."""
    cards = cards_of(s, pile, owner)
    place = (owner - seat) % s.seats if OWNED[pile] else 0
    if sees(seat, pile, owner):
        set_columns(row, CARDS_AT[pile] + place * PACK, PACK, cards)
    if SIZES_AT[pile] >= 0:
        row[SIZES_AT[pile] + place] = count(cards)


def observe_number(s: DerivedTable, seat: int, number: int, row: Cells) -> None:
    value = number_of(s, number)
    if IS_SEAT[number]:
        row[NUMBERS_AT[number] + (value - seat) % s.seats] = 1
    else:
        row[NUMBERS_AT[number]] = value - LEAST[number]


def seen_cards(s: DerivedTable, seat: int) -> int:
    """Every card that a seat sees, as a set."""
    found = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if sees(seat, pile, owner):
                found |= cards_of(s, pile, owner)
    return found


def news(before: DerivedTable, s: DerivedTable, seat: int, move: int, found: Cells) -> int:
    """List the cards that a move (-1: the start) reveals to a seat, and return their number."""
    known = 0
    if move >= 0:
        known = seen_cards(before, seat)
        if move < PACK:
            known |= 1 << move
        if move >= FIRST_CHOICE:
            known |= 1 << (move - FIRST_CHOICE) // CHOICES
    size = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if sees(seat, pile, owner):
                relative = (owner - seat) % s.seats if OWNED[pile] else -1
                size = list_set(found, size, cards_of(s, pile, owner) & ~known, PLACES[pile], relative)
    return size


# --- The layout, from which `writing` makes the constants above ---


@dataclass(slots=True)
class Columns:
    """The blocks of a game, and the constants above that follow from them."""

    words: GameWords
    seats: int
    blocks: list[Block] = field(init=False)
    facts: dict[str, int | Numbers] = field(init=False)
    places: tuple[str, ...] = field(init=False)  # of histories

    def __post_init__(self) -> None:
        """Lay out the blocks one after the other."""
        words = self.words
        self.blocks = [*course(self.seats, words.phase_names, words.reasons[1:])]
        first = {name: self._end(place) for place, name in enumerate(("TO_MOVE", "TURN", "PHASE", "WINNER", "END"))}
        piles = [self._pile(pile) for pile in words.piles]
        names = [pile.id for pile in words.piles]
        told = words.told_numbers
        seen = [pile.id for pile in words.piles if pile.sight is not Sight.NOBODY]
        self.places = ("", *(words.pile(name).label for name in seen[:_MOST_PLACES]))
        self.facts = {
            **first,
            "CARDS_AT": Numbers(cards for cards, _ in piles),
            "SIZES_AT": Numbers(sizes for _, sizes in piles),
            "NUMBERS_AT": Numbers(self._number(*named) for named in told.items()),
            "LEAST": Numbers(number.values[0] for number in told.values()),
            "IS_SEAT": Numbers(int(number.is_seat) for number in told.values()),
            "WHILE_IN": Numbers(names.index(it.while_in) if it.while_in else -1 for it in told.values()),
            "PLACES": Numbers(min(seen.index(name) + 1, _MOST_PLACES) if name in seen else 0 for name in names),
            "PACK": len(words.pack.texts),
            "CHOICES": max(1, len(words.choices)),
            "FIRST_CHOICE": words.choice_code(0, 0),
        }

    def _end(self, number: int) -> int:
        return sum(block.length for block in self.blocks[:number])

    def _add(self, *blocks: Block) -> int:
        start = self._end(len(self.blocks))
        self.blocks += blocks
        return start

    def _pile(self, pile: Pile) -> tuple[int, int]:
        """Add a pile; return the first columns of its cards and of its sizes, -1 for none."""
        cards, names = self.words.pack.texts, relative_seats(self.seats)
        is_open = pile.sight in (Sight.ALL, Sight.TOP)
        cards_at = sizes_at = -1
        if pile.owned and is_open:
            meaning = f"the card is in the {pile.label} of this seat"
            cards_at = self._add(*(Block(f"{pile.id} {owner}", meaning, cards) for owner in names))
        elif is_open:
            cards_at = self._add(Block(pile.id, f"the card is in {pile.place}", cards))
        elif pile.owned and pile.sight is Sight.OWNER:
            cards_at = self._add(Block(pile.id, f"the card is in your {pile.label}", cards))
        if not is_open:
            meaning = f"cards in the {pile.label} of this seat" if pile.owned else f"cards in {pile.place}"
            sizes_at = self._add(Block(f"{pile.id} size", meaning, names if pile.owned else ("",), "cards", len(cards)))
        return cards_at, sizes_at

    def _number(self, name: str, number: Number) -> int:
        label, values = number.label or name.replace("_", " "), number.values
        if number.is_seat:
            return self._add(Block(name, f"{label}: this seat", relative_seats(self.seats)))
        return self._add(Block(name, label, unit="moves", greatest=values[-1] - values[0]))
