"""The columns of the observations of a small game: its piles as far as a seat sees them, their sizes, its numbers."""

from dataclasses import dataclass, field

from undercut.engine.contract import Numbers
from undercut.games.base.derived.piles import PHASES
from undercut.games.base.layout import Block, course, relative_seats
from undercut.games.base.words import GameWords, Number, Pile, Sight

_MOST_PLACES = 7


@dataclass(slots=True)
class Columns:
    """The blocks of a game, and the constants of `arrays` that follow from them."""

    words: GameWords
    seats: int
    blocks: list[Block] = field(init=False)
    facts: dict[str, int | Numbers] = field(init=False)
    places: tuple[str, ...] = field(init=False)  # of histories

    def __post_init__(self) -> None:
        """Lay out the blocks one after the other."""
        words = self.words
        self.blocks = [*course(self.seats, PHASES, words.reasons[1:])]
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
