"""Translatable sentences about moves: messages with named placeholders.

The English message is the source and its own id, as with gettext; its value ``count`` chooses the plural form.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import NamedTuple

from undercut.cards import Pack
from undercut.errors import Reason
from undercut.translation import N_, _, ngettext

_MOST_NAMED = 3  # longer lists would fill a phone's screen


class Plural(NamedTuple):
    """A message with singular and plural forms, chosen by the value ``count``."""

    one: str
    many: str


Template = str | Plural  # a message with placeholders such as ``{card}``


@dataclass(frozen=True, slots=True)
class Text:
    """A message and the values of its placeholders.

    Examples:
        >>> draw = Plural("draw {count} card", "draw {count} cards")
        >>> [Text(draw, {"count": count}).say() for count in (1, 2)]
        ['draw 1 card', 'draw 2 cards']
    """

    template: Template
    values: "Mapping[str, str | int | Text]" = field(default_factory=dict[str, "str | int | Text"])

    def say(self) -> str:
        message = message_of(self.template, self.values)
        if "{" not in message:
            return message
        return message.format_map(
            {name: value.say() if isinstance(value, Text) else value for name, value in self.values.items()}
        )


def message_of(template: Template, values: Mapping[str, object]) -> str:
    if isinstance(template, str):
        return _(template)
    count = values["count"]
    assert isinstance(count, int)  # noqa: S101  messages with plural forms are the library's own
    return ngettext(template.one, template.many, count)


@dataclass(frozen=True, slots=True)
class Deed:
    """The messages about one kind of move, one for each person addressed."""

    order: Template  # to the player who may do it: "Draw a card."
    they: Template  # to everyone else: "{name} draws a card."
    you: Template | None = None  # to the player who did it; None: the order after "You", as in "You draw a card."
    other: Template | None = None  # to the other player of a duel, where that differs

    def said(self, *more: Text, **values: str | int | Text) -> "Sentence":
        """Fill in the placeholders except ``{name}``; ``more`` are sentences that follow, the same for every reader."""
        return Sentence(self, values, more)

    def said_of_drawing(self, number: int, *more: Text, **values: str | int | Text) -> "Sentence":
        """Return a sentence that also says how many cards the player draws."""
        return Sentence(self, values, more, number)


def _after_you(order: Template) -> Template:
    if isinstance(order, Plural):
        return Plural(*(f"You {form[:1].lower()}{form[1:]}" for form in order))
    return f"You {order[:1].lower()}{order[1:]}"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a move, before the reader is known.

    Examples:
        >>> deed = Deed("Play {card}.", "{name} plays {card}.")
        >>> sentence = deed.said(card=Text("the six of hearts"))
        >>> sentence.order(), sentence.you(), sentence.they("Ann")
        ('Play the six of hearts.', 'You play the six of hearts.', 'Ann plays the six of hearts.')
    """

    deed: Deed
    values: "Mapping[str, str | int | Text]" = field(default_factory=dict[str, "str | int | Text"])
    more: tuple[Text, ...] = ()  # sentences that follow, the same for every reader
    drawn: int = 0  # how many cards the sentence says that the player draws

    def order(self) -> str:
        return self._filled(self.deed.order)

    def you(self) -> str:
        return self._filled(self.deed.you or _after_you(self.deed.order))

    def they(self, name: str, *, to_other: bool = False) -> str:
        """Address another player or a spectator; ``to_other``: the reader is the other player of a duel."""
        template = self.deed.other if to_other and self.deed.other else self.deed.they
        return self._filled(template, name=name)

    def _filled(self, template: Template, **name: str) -> str:
        said = Text(template, {**self.values, **name}).say()
        return " ".join([said, *(text.say() for text in self.more)]) if self.more else said


@lru_cache(maxsize=256)  # most sentences about moves name one or two
def the_card(pack: Pack, card: int) -> Text:
    return Text(f"the {pack.names[card]}")


CARDS = Plural("{number} card", "{number} cards")  # cards, counted by a number that may have decimals


def cards_text(number: int) -> Text:
    return Text(Plural("{count} card", "{count} cards"), {"count": number})


def the_cards(pack: Pack, cards: Sequence[int]) -> Text:
    """Return the names of one to three cards, or the number of more cards.

    Examples:
        >>> from undercut.cards import ROPE
        >>> [the_cards(ROPE, cards).say() for cards in ((1,), (1, 2), (1, 2, 3), (1, 2, 3, 4))]
        ['the two', 'the two and the three', 'the two, the three and the four', '4 cards']
    """
    if len(cards) > _MOST_NAMED:
        return cards_text(len(cards))
    return listed([the_card(pack, card) for card in cards])


def listed(items: Sequence[Text]) -> Text:
    *others, last = items
    if not others:
        return last
    found = reduce(lambda left, right: Text("{left}, {right}", {"left": left, "right": right}), others)
    return Text("{cards} and {last}", {"cards": found, "last": last})


def capitalized(text: str) -> str:
    """Begin a text with a capital letter, and leave the rest as it is."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    return f"{capitalized(text)}."


_SEAT = N_("seat {seat}")


def another_player(seat: int) -> Text:
    """Return a text that `named` replaces by a player's name."""
    return Text(_SEAT, {"seat": seat})


def named(text: str, names: Sequence[str]) -> str:
    """Name the players in a reason, which knows their seats alone.

    Examples:
        >>> named("seat 1 with two cards is next", ["Ann", "Ben"])
        'Ben with two cards is next'
    """
    seat = re.escape(_(_SEAT)).replace(re.escape("{seat}"), r"(\d+)")
    return re.sub(rf"\b{seat}\b", lambda found: names[int(found[1])], text, flags=re.IGNORECASE)


def say(template: Template, **values: str | int | Text) -> str:
    return Text(template, values).say()


def because(clause: str, template: Template, **values: str | int | Text) -> Reason:
    """Return a reason in the language of the process; the message follows a colon."""
    return Reason(clause, say(template, **values))


def not_a_move(text: str, examples: str) -> ValueError:
    message = _("{text} is not a move; moves look like {examples}")
    return ValueError(message.format(text=repr(text[:40]), examples=examples))
