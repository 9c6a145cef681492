"""Translatable sentences about moves: messages with named placeholders, filled in per language.

The English message is the source and its own id, as with gettext. A language is a `gettext` catalogue; the plural form
of a message is chosen by its value ``count``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, reduce
from gettext import NullTranslations
from typing import NamedTuple

from undercut.cards import Pack
from undercut.errors import Reason
from undercut.translation import SPOKEN

_MOST_NAMED = 3  # longer lists would fill a phone's screen


class Plural(NamedTuple):
    """A message with singular and plural forms, chosen by the value ``count``.

    Args:
        one: The singular.
        many: The plural.
    """

    one: str
    many: str


Template = str | Plural
"""A message with placeholders such as ``{card}``."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message and the values of its placeholders.

    Args:
        template: The message.
        values: The value of each placeholder.

    Example:
        >>> draw = Plural("draw {count} card", "draw {count} cards")
        >>> [Text(draw, {"count": count}).say() for count in (1, 2)]
        ['draw 1 card', 'draw 2 cards']
    """

    template: Template
    values: Mapping[str, str | int | Text] = field(default_factory=dict[str, "str | int | Text"])

    def say(self, language: NullTranslations = SPOKEN) -> str:
        """Format the message in a language."""
        template = self.template
        if isinstance(template, Plural):
            count = self.values["count"]
            assert isinstance(count, int)  # noqa: S101  messages with plural forms are the library's own
            message = language.ngettext(template.one, template.many, count)
        else:
            message = language.gettext(template)
            if "{" not in message:
                return message
        return message.format_map(
            {name: value.say(language) if isinstance(value, Text) else value for name, value in self.values.items()}
        )


@dataclass(frozen=True, slots=True)
class Deed:
    """The messages about one kind of move, one for each person addressed.

    Args:
        order: To the player who may do it: "Draw a card."
        you: To the player who did it: "You draw a card."
        they: To everyone else: "{name} draws a card."
        other: To the other player of a duel, where that differs from `they`.
    """

    order: Template
    you: Template
    they: Template
    other: Template | None = None

    def said(self, *more: Text, **values: str | int | Text) -> Sentence:
        """Return a sentence with the placeholders filled in.

        Args:
            more: Sentences that follow, the same for every reader.
            values: The value of each placeholder except ``{name}``.
        """
        return Sentence(self, values, more)

    def said_of_drawing(self, number: int, *more: Text, **values: str | int | Text) -> Sentence:
        """Return a sentence that says how many cards the player draws, so that nothing else has to.

        Args:
            number: How many cards the player draws.
            more: As for `said`.
            values: As for `said`.
        """
        return Sentence(self, values, more, number)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a move, before the reader is known.

    Args:
        deed: The messages.
        values: The values of their placeholders.
        more: Sentences that follow, the same for every listener.
        drawn: How many cards the sentence says that the player draws.

    Example:
        >>> deed = Deed("Play {card}.", "You play {card}.", "{name} plays {card}.")
        >>> sentence = deed.said(card=Text("the six of hearts"))
        >>> sentence.order(), sentence.you(), sentence.they("Ann")
        ('Play the six of hearts.', 'You play the six of hearts.', 'Ann plays the six of hearts.')
    """

    deed: Deed
    values: Mapping[str, str | int | Text] = field(default_factory=dict[str, "str | int | Text"])
    more: tuple[Text, ...] = ()
    drawn: int = 0

    def order(self, language: NullTranslations = SPOKEN) -> str:
        """Address the player who may make the move."""
        return self._filled(self.deed.order, language)

    def you(self, language: NullTranslations = SPOKEN) -> str:
        """Address the player who made the move."""
        return self._filled(self.deed.you, language)

    def they(self, name: str, language: NullTranslations = SPOKEN, *, to_other: bool = False) -> str:
        """Address another player or a spectator.

        Args:
            name: The name of the player who made the move.
            to_other: Whether the reader is the other player of a duel.
        """
        template = self.deed.other if to_other and self.deed.other else self.deed.they
        return self._filled(template, language, name=name)

    def _filled(self, template: Template, language: NullTranslations, **name: str) -> str:
        said = Text(template, {**self.values, **name}).say(language)
        return " ".join([said, *(text.say(language) for text in self.more)]) if self.more else said


def plain(order: str) -> Sentence:
    """Make a sentence from an order, for a game without messages of its own.

    Args:
        order: The move as an order.

    Example:
        >>> plain("Draw a card.").they("Ann")
        'Ann: Draw a card.'
    """
    return Deed("{order}", "You: {order}", "{name}: {order}").said(order=order)


@lru_cache(maxsize=256)  # most sentences about moves name one or two
def the_card(pack: Pack, card: int) -> Text:
    """Return the name of a card, with its article.

    Example:
        >>> from undercut.cards import FRENCH
        >>> the_card(FRENCH, FRENCH.code("7h")).say()
        'the seven of hearts'
    """
    return Text(f"the {pack.names[card]}")


def cards_text(number: int) -> Text:
    """Return a number of cards.

    Example:
        >>> cards_text(1).say(), cards_text(4).say()
        ('1 card', '4 cards')
    """
    return Text(Plural("{count} card", "{count} cards"), {"count": number})


def the_cards(pack: Pack, cards: Sequence[int]) -> Text:
    """Return the names of up to three cards, or the number of more cards.

    Args:
        cards: At least one card.

    Example:
        >>> from undercut.cards import ROPE
        >>> [the_cards(ROPE, cards).say() for cards in ((1,), (1, 2), (1, 2, 3), (1, 2, 3, 4))]
        ['the two', 'the two and the three', 'the two, the three and the four', '4 cards']
    """
    if len(cards) > _MOST_NAMED:
        return cards_text(len(cards))
    *others, last = (the_card(pack, card) for card in cards)
    if not others:
        return last
    listed = reduce(lambda left, right: Text("{left}, {right}", {"left": left, "right": right}), others)
    return Text("{cards} and {last}", {"cards": listed, "last": last})


def say(template: Template, **values: str | int | Text) -> str:
    """Format a message in the language of the process.

    Args:
        values: The value of each placeholder.

    Example:
        >>> say("draw {cards}", cards=cards_text(2))
        'draw 2 cards'
    """
    return Text(template, values).say()


def because(clause: str, template: Template, **values: str | int | Text) -> Reason:
    """Return a reason in the language of the process.

    Args:
        clause: The clause on which it rests.
        template: The reason, to follow a colon.
        values: The value of each placeholder.

    Example:
        >>> from undercut.cards import ROPE
        >>> because("CR-10", "{card} is not in your hand", card=the_card(ROPE, 4)).text
        'the five is not in your hand'
    """
    return Reason(clause, say(template, **values))


class Tone(StrEnum):
    """What a move does to the game; pages show it by a colour."""

    GAIN = "gain"
    """It scores, or costs something."""
    STRIKE = "strike"
    """It attacks a card or a player."""
    SPELL = "spell"
    """It has an effect of its own."""
    SAFE = "safe"
    """It protects, or costs nothing."""
    PLAIN = "plain"


class Icon(StrEnum):
    """The picture on a chip; without one, pages show that of its tone."""

    JACK = "jack"
    """A card changes sides."""
    SEE = "eye"
    """Hidden cards are seen."""
    DRAW = "draw"
    """Cards are drawn."""
    TURN = "turn"
    """The direction of play changes."""
    ROW = "up"
    """The card goes onto a row."""
    KEEP = "supply"
    """The card is kept for later."""
    LOSE = "grave"
    """The card is given up."""


class Score(NamedTuple):
    """How near a player is to winning: a number, and the number that wins.

    A goal of 0 means that the number must fall.
    """

    reached: int
    goal: int


@dataclass(frozen=True, slots=True)
class Brief:
    """A move of a card in short words, as a chip at the card shows it.

    Args:
        verb: What the player does, in up to 20 letters.
        tone: What it does to the game.
        more: What follows from it, in up to 25 letters.
        meaning: What tells it from another move on the same target.
        icon: Its picture; None for that of its tone.
        hits: The cards on the table that it affects, in notation.
        score: The player's score after it, if others let it happen; None if it does not change, or is not known.

    Example:
        >>> Brief(Text("Scuttle"), Tone.STRIKE).verb.say()
        'Scuttle'
    """

    verb: Text
    tone: Tone = Tone.PLAIN
    more: Text | None = None
    meaning: Text | None = None
    icon: Icon | None = None
    hits: tuple[str, ...] = ()
    score: Score | None = None
