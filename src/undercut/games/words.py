"""What a game is called and what it calls its piles and its ends: the words that every layer above takes from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Self

from undercut.cards import Pack


class End(StrEnum):
    """Why a game ended: a word in JSON, the clause behind it, and a text for players.

    A game's ends stand in the order of the codes that its rules use for them, from 1 on. The text goes on after "Ann
    wins" or "a draw".

    Example:
        >>> TableEnd.TIME, TableEnd("time").text
        (<TableEnd.TIME: 'time'>, 'on time')
    """

    clause: str
    text: str

    def __new__(cls, word: str, clause: str, text: str) -> Self:
        """Keep the clause and the text beside the word."""
        end = str.__new__(cls, word)
        end._value_ = word
        end.clause = clause
        end.text = text
        return end


class TableEnd(End):
    """The ends that players or a clock bring about; they are the same in every game and rest on no clause."""

    RESIGNED = "resigned", "", "by resignation"
    """A player gave up."""
    AGREED = "agreed", "", "by agreement"
    """The players agreed on a draw."""
    TIME = "time", "", "on time"
    """A player's time ran out."""


class Sight(Enum):
    """Who may know the cards of a pile, where no clause says otherwise."""

    ALL = "all"
    """Every player and spectator."""
    OWNER = "owner"
    """The player whose pile it is."""
    TOP = "top"
    """Everybody the top card, nobody the cards below it."""
    NOBODY = "nobody"
    """No player."""


class Arrival(Enum):
    """How to tell that cards came to a pile."""

    GOES = "goes"
    """They go there."""
    ON_TOP = "on top"
    """They are on top of it now."""
    TURNED_UP = "turned up"
    """They are turned up."""
    UNTOLD = "untold"
    """Nothing more is said than the move itself says."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A place for cards: a field of every position and view of the game.

    Args:
        id: The field.
        label: What to call the pile, in lower case.
        owned: Whether each seat has one of its own.
        target: What to call it as the place where a card goes, article included where it has no owner; empty for
            the label.
        row: For a pile of several rows: what to call one of them, its number from 1 on at ``{}``.
        sight: Who may know its cards.
        arrival: How to tell that cards came there.
        comes_from: The piles from which cards come here at once, of the same seat where both piles are owned; empty
            for all. A card from elsewhere passed one of these on its way.

    Example:
        >>> Pile("scrap", "scrap").place, Pile("hands", "hand", owned=True).place
        ('the scrap', 'hand')
    """

    id: str
    label: str
    owned: bool = False
    target: str = ""
    row: str = ""
    sight: Sight = Sight.ALL
    arrival: Arrival = Arrival.GOES
    comes_from: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """What to call it as the place where a card goes; after "your" or a name if it is owned."""
        return self.target or (self.label if self.owned else f"the {self.label}")


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game's own words, beside its rule book and its sentences.

    Args:
        title: The game's title.
        pitch: The game in a sentence or two, for people who choose one.
        prefix: The letters in front of its clause numbers.
        pack: The pack that its cards are from.
        piles: Every pile, in the order in which they are looked at.
        ends: How the rules end a game, the usual win first.
        cover: Cards that stand for the game on the front page.
        numbers: Fields of the table that are numbers, each with its values, for a game without a position of its own.
    """

    title: str
    pitch: str
    prefix: str
    pack: Pack
    piles: tuple[Pile, ...]
    ends: type[End]
    cover: tuple[str, ...] = ()
    numbers: Mapping[str, range] = field(default_factory=dict[str, range])

    @property
    def reasons(self) -> tuple[str, ...]:
        """The words for the rules' ends at the places of their codes; the first is empty, for a game that goes on."""
        return ("", *(end.value for end in self.ends))

    @property
    def goal(self) -> str:
        """The clause about how players usually win."""
        return next(iter(self.ends)).clause

    def pile(self, name: str) -> Pile:
        """Look up a pile.

        Args:
            name: The field that holds it.
        """
        return next(pile for pile in self.piles if pile.id == name)

    def end(self, reason: str) -> End | None:
        """Look up an end of the rules or of the table; None for a word that is neither.

        Args:
            reason: The word in JSON.
        """
        return next((end for ends in (self.ends, TableEnd) for end in ends if end.value == reason), None)

    def end_text(self, reason: str) -> str:
        """Say why a game ended.

        Args:
            reason: The word in JSON; an unknown one is said as it stands.
        """
        end = self.end(reason)
        return end.text if end else reason.replace("_", " ")
