"""The three packs of cards: codes and names, independent of any game."""

from dataclasses import dataclass, field
from enum import Enum
from typing import cast

from undercut.errors import UndercutError
from undercut.translation import _

UNKNOWN = "?"  # stands for a card that the reader of a view may not know


class Art(Enum):
    """What is printed on the faces of a pack."""

    SUITS = "suits"
    """The signs of the suits, and figures."""
    LADDERS = "ladders"
    """A rope ladder with as many rungs as the rank's number; scissors for a rank without a number."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards: its ranks and suits, and how its cards are written.

    A card's code is ``len(suits) * rank + suit``; a pack without suits has one card per rank.

    Args:
        id: The name of the pack in addresses.
        ranks: One letter or number per rank, lowest first.
        suits: One letter per suit, lowest first; empty for a pack without suits.
        pairs: The names of cards that are plural, such as "scissors".

    Examples:
        >>> FRENCH.code("Td"), FRENCH.text(37), FRENCH.name(37)
        (37, 'Td', 'ten of diamonds')
    """

    id: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    rank_names: tuple[str, ...]
    suit_names: tuple[str, ...]
    pairs: tuple[str, ...] = ()
    art: Art = Art.SUITS
    texts: tuple[str, ...] = field(init=False, repr=False, compare=False)
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _codes: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Write every card once: views and logs name dozens of cards at every move."""
        texts = tuple(rank + suit for rank in self.ranks for suit in self.suits or ("",))
        endings = [f" of {suit}" for suit in self.suit_names] or [""]
        object.__setattr__(self, "texts", texts)
        object.__setattr__(self, "names", tuple(rank + end for rank in self.rank_names for end in endings))
        object.__setattr__(self, "_codes", {text: code for code, text in enumerate(texts)})

    def __hash__(self) -> int:
        """Hash the ranks alone, which tells all packs apart."""
        return hash(self.ranks)

    def text(self, code: int) -> str:
        """Return a card in notation."""
        return self.texts[code]

    def name(self, code: int) -> str:
        """Return a card's name in words."""
        return _(self.names[code])

    def kind_name(self, text: str) -> str:
        """Return the name in words of a card, or of a rank, which is written without a suit."""
        return _(self.rank_names[self.ranks.index(text)]) if text in self.ranks else self.name(self.code(text))

    def code(self, text: str) -> int:
        """Parse a card written in notation; raises UndercutError for anything else."""
        try:
            return self._codes[text]
        except (KeyError, TypeError):
            raise UndercutError(f"{text!r:.40} is not a card of this pack") from None

    def codes(self, texts: object) -> list[int] | None:
        """Parse a list of cards; None if it is not one."""
        if not isinstance(texts, list):
            return None
        try:
            return [*map(self._codes.__getitem__, cast("list[str]", texts))]
        except (KeyError, TypeError):
            return None


_SPOTS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

FRENCH = Pack(
    id="french",
    ranks=tuple("A23456789TJQK"),
    suits=tuple("cdhs"),
    rank_names=(*_SPOTS, "jack", "queen", "king"),
    suit_names=("clubs", "diamonds", "hearts", "spades"),
)
"""Cuttle's 52 cards; the codes rise as the cards do when they scuttle (CU-2)."""

LATIN = Pack(
    id="latin",
    ranks=tuple("A23456789TPNQK"),
    suits=tuple("cdsw"),
    rank_names=(*_SPOTS, "page", "knight", "queen", "king"),
    suit_names=("cups", "coins", "swords", "wands"),
)
"""The 56 different cards of Cups (CP-1)."""

ROPE = Pack(
    id="rope",
    ranks=("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "X"),
    suits=(),
    rank_names=("one", *_SPOTS[1:], "scissors"),
    suit_names=(),
    pairs=("scissors",),
    art=Art.LADDERS,
)
"""The eleven different cards of Cut the Rope (CR-1)."""
