"""The words of a game: its title, piles and ends, as every layer above uses them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Self

from undercut.cards import Pack
from undercut.engine.contract import Value
from undercut.errors import Reason
from undercut.games.base.sentences import Deed, because
from undercut.translation import N_, _


class End(StrEnum):
    """The reason why a game ended: a word for JSON, its clause, and a text for players.

    A game's ends are in the order of their codes in its rules, from 1 on. The text continues "Ann wins" or "a draw".
    """

    clause: str
    text: str

    def __new__(cls, word: str, clause: str, text: str) -> Self:
        """Attach the clause and the text to the word."""
        end = str.__new__(cls, word)
        end._value_ = word
        end.clause = clause
        end.text = text
        return end


class TableEnd(End):
    """Ends that players or a clock bring about; every game has them, and they have no clause."""

    RESIGNED = "resigned", "", "by resignation"  # a player gave up
    AGREED = "agreed", "", "by agreement"  # the players agreed on a draw
    TIME = "time", "", "on time"  # a player's time ran out
    ABANDONED = "abandoned", "", "because every player gave up"  # or ran out of time: no one is left who could win


class Sight(Enum):
    """Visibility of a pile's cards, unless a clause says otherwise."""

    ALL = "all"  # every player and spectator
    OWNER = "owner"  # only the owner of the pile
    TOP = "top"  # everyone knows the top card, and no one the cards below it
    NOBODY = "nobody"  # no player


class Shape(Enum):
    """How the cards of a pile are written in JSON."""

    ROW = "row"  # a list of cards
    STACKED = "stacked"  # cards with jacks on them
    LAYERS = "layers"  # a list of lists of cards
    AIMED = "aimed"  # one card with its target, or null


class Arrival(Enum):
    """How log sentences report that cards moved to a pile."""

    GOES = "goes"  # the cards go there
    ON_TOP = "on top"  # the cards are on top of it now
    TURNED_UP = "turned up"  # the cards are turned up
    UNTOLD = "untold"  # the sentence of the move says enough


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A place for cards: a field of every position and view of the game."""

    id: str  # the field
    label: str  # the name, in lower case
    owned: bool = False  # whether each seat has one
    target: str = ""  # the name as a destination, with the article if it is not owned; empty for the label
    row: str = ""  # for a pile of several rows: the name of one row, with its number from 1 on at {}
    sight: Sight = Sight.ALL
    arrival: Arrival = Arrival.GOES
    shape: Shape = Shape.ROW  # how positions and the position editor write its cards
    comes_from: tuple[str, ...] = ()  # piles (of the same seat) from which cards come directly; empty for all
    clause: str = ""  # the clause that explains it to players at a table; empty for none
    meaning: str = ""  # the same in a sentence; empty for the words of the clause
    needs: tuple[str, str] | None = None  # the option and its value without which rules have no such pile

    @property
    def place(self) -> str:
        """Its name as a destination; it follows "your" or a name if the pile is owned."""
        return self.target or (self.label if self.owned else f"the {self.label}")


@dataclass(frozen=True, slots=True)
class Number:
    """A field of the table that is a number, and how players read it.

    Examples:
        >>> Number(range(2), "direction", ("up", "down")).word(1), Number(range(9)).word(7)
        ('down', '7')
    """

    values: range
    label: str = ""  # in lower case; empty for the field's name
    words: tuple[str, ...] = ()  # one for each value; an empty one hides the fact; without any, players read the number
    is_seat: bool = False  # players read a name
    while_in: str = ""  # a pile without which the number means nothing and is not shown
    shown: bool = True

    def word(self, value: int) -> str:
        """Return what players read for a value; empty for nothing."""
        place = value - self.values.start
        return self.words[place] if 0 <= place < len(self.words) else "" if self.words else str(value)


@dataclass(frozen=True, slots=True)
class PositionField:
    """A field of a position that holds no cards, for the position editor."""

    label: str
    lists_seats: bool = False  # people count the seats from 1
    choices: Mapping[str, str] = field(default_factory=dict[str, str])  # values, and their words
    row: str = ""  # the label of each entry of a list, which has the choices


@dataclass(frozen=True, slots=True)
class Button:
    """The text of a button for a move without a card."""

    text: str  # a message of a word or two
    rest: str = ""  # what follows for those who hear the page
    told: Deed | None = None  # the sentences of the move, for games without their own notation; None: the text

    @property
    def deed(self) -> Deed:
        """The sentences of the move."""
        return self.told or Deed(f"{self.text}.", f"{{name}}: {self.text}.", f"You: {self.text}.")


@dataclass(frozen=True, slots=True)
class GameWords:
    """The names of a game and its parts."""

    title: str
    pitch: str  # what the game is like, for those who choose one
    prefix: str  # the letters before clause numbers
    pack: Pack
    piles: tuple[Pile, ...]  # in display order
    ends: type[End]  # by the rules, the usual win first
    aim: str = ""  # the goal in a short sentence, which is read before the pitch
    cover: tuple[str, ...] = ()  # cards that stand for the game on the front page
    # Moves without a card, by notation, that pages always show, with the reason while they are illegal.
    buttons: Mapping[str, Button] = field(default_factory=dict[str, Button])
    # What a player may choose with a card, such as a suit: by letter in notation, what players read (`choice_code`).
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    # Fields of the table that are numbers, or their values alone; for games without a `position` module.
    numbers: Mapping[str, Number | range] = field(default_factory=dict[str, "Number | range"])
    # The phases of the rules between "play" and "over", in the order of their codes: what comes next, in words.
    phases: Mapping[str, str] = field(default_factory=dict[str, str])
    # The game's own fields of a position that hold no cards; without a label they are called as in JSON.
    position_fields: Mapping[str, PositionField] = field(default_factory=dict[str, PositionField])
    # What spectators may guess the next move to be, with a pattern of its notation; it must be open to all.
    guesses: Mapping[str, str] = field(default_factory=dict[str, str])
    # What a player reads once, after the first move that fits a pattern of its notation.
    firsts: Mapping[str, str] = field(default_factory=dict[str, str])
    # What is said in place of several reasons why a card cannot be played, by the clause that each of them names.
    unfit: Mapping[str, str] = field(default_factory=dict[str, str])
    shape_note: str = ""  # how cards that lie on others, or name a target, are written in the position editor

    @property
    def reasons(self) -> tuple[str, ...]:
        """The ends of the rules, indexed by their codes; the first is empty, for an unfinished game."""
        return ("", *(end.value for end in self.ends))

    @property
    def phase_names(self) -> tuple[str, ...]:
        """The phases of positions, in the order of their codes."""
        return ("play", *self.phases, "over")

    @property
    def told_numbers(self) -> dict[str, Number]:
        """The numbers with what players read; a range alone is a number without a label."""
        return {name: Number(it) if isinstance(it, range) else it for name, it in self.numbers.items()}

    @property
    def told_pitch(self) -> tuple[str, ...]:
        """The aim and the pitch in the reader's language, without those that are empty."""
        return tuple(_(text) for text in (self.aim, self.pitch) if text)

    def choice_code(self, card: int, choice: int) -> int:
        """Return the code of a move that plays a card with a choice."""
        return len(self.pack.texts) + len(self.buttons) + card * len(self.choices) + choice

    @property
    def goal(self) -> str:
        """The clause of the usual win."""
        return next(iter(self.ends)).clause

    def pile(self, name: str) -> Pile:
        """Look up a pile."""
        return next(pile for pile in self.piles if pile.id == name)

    def end(self, reason: str) -> End | None:
        """Look up an end of the rules or of the table by its word in JSON."""
        return next((end for ends in (self.ends, TableEnd) for end in ends if end.value == reason), None)

    def over(self, reason: str) -> Reason:
        """Say that the game is over by the clause of its end, or of the usual win if the players have ended it."""
        end = self.end(reason)
        return because(end.clause if end and end.clause else self.goal, "the game is over")

    def end_text(self, reason: str) -> str:
        """Return the text of why a game ended; an unknown word is returned as it is."""
        end = self.end(reason)
        return end.text if end else reason.replace("_", " ")


def value_text(value: Value) -> str:
    """Format an option's value for people."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


_YES_NO = {"true": N_("Yes"), "false": N_("No")}


@dataclass(frozen=True, slots=True)
class Question:
    """An option as a question with an answer for each of its values.

    Examples:
        >>> Question("Cards each?", {"": "{value} cards"}).answer(7)
        '7 cards'
        >>> Question("Cards each?", {"null": "As many as there are"}).answer(None)
        'As many as there are'
    """

    text: str
    answers: Mapping[str, str] = field(default_factory=dict[str, str])  # by value as text; yes and no need none

    def answer(self, value: Value) -> str:
        """Return the answer that stands for a value."""
        written = "null" if value is None else value_text(value)
        text = self.answers.get(written) or _YES_NO.get(written) or self.answers.get("", "")
        return _(text).format(value=written) if text else written.replace("_", " ")


@dataclass(frozen=True, slots=True)
class RuleText:
    """A sentence about a rule that may depend on an option; further sentences follow."""

    text: str = ""
    option: str = ""  # empty: the sentence always holds
    other: Mapping[str, str] = field(default_factory=dict[str, str])
    more: "tuple[RuleText, ...]" = ()

    def say(self, options: Mapping[str, Value]) -> str:
        """Return the sentences under given options."""
        value = options[self.option] if self.option else ""
        listed = ", ".join(map(str, value[1:])) if isinstance(value, tuple) else str(value)
        text = self.other.get(listed.lower(), self.text)
        said = [
            _(text).format_map({**options, "value": listed}) if text else "",
            *(fact.say(options) for fact in self.more),
        ]
        return " ".join(filter(None, said))
