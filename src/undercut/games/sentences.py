"""Sentences about what players do, ready for translation: messages with named placeholders, filled in per language.

The English message is the source and its own id, as with gettext. A language is a `gettext` catalogue; the plural form
of a message is chosen by its value ``count``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import NamedTuple

from undercut.cards import Pack

ENGLISH = NullTranslations()
"""The catalogue that leaves every message as it is."""


class Plural(NamedTuple):
    """A message with a form for one and a form for many, chosen by the value ``count``.

    Args:
        one: The form for one.
        many: The form for any other number.
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
        values: What stands for each placeholder.

    Example:
        >>> draw = Plural("draw {count} card", "draw {count} cards")
        >>> [Text(draw, {"count": count}).say() for count in (1, 2)]
        ['draw 1 card', 'draw 2 cards']
    """

    template: Template
    values: Mapping[str, str | int | Text] = field(default_factory=dict[str, "str | int | Text"])

    def say(self, language: NullTranslations = ENGLISH) -> str:
        """Write it in a language.

        Args:
            language: The catalogue.
        """
        template = self.template
        if isinstance(template, Plural):
            count = self.values["count"]
            assert isinstance(count, int)  # noqa: S101  messages with plural forms are the library's own
            message = language.ngettext(template.one, template.many, count)
        else:
            message = language.gettext(template)
        return message.format_map(
            {name: value.say(language) if isinstance(value, Text) else value for name, value in self.values.items()}
        )


@dataclass(frozen=True, slots=True)
class Deed:
    """What a player can do, as a message for each who may be spoken to.

    Args:
        order: To the player who may do it: "Draw a card."
        you: To the player who did it: "You draw a card."
        they: To everybody else; ``{name}`` did it: "{name} draws a card."
        other: To the other player of a duel, where that differs from `they`.
    """

    order: Template
    you: Template
    they: Template
    other: Template | None = None

    def said(self, *more: Text, **values: str | int | Text) -> Sentence:
        """Fill in the placeholders.

        Args:
            more: Sentences that follow, the same for every listener.
            values: What stands for each placeholder but ``{name}``.
        """
        return Sentence(self, values, more)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a player does or did, before it is known who is told.

    Args:
        deed: The messages.
        values: What stands for their placeholders.
        more: Sentences that follow, the same for every listener.

    Example:
        >>> deed = Deed("Play {card}.", "You play {card}.", "{name} plays {card}.")
        >>> sentence = deed.said(card=Text("the six of hearts"))
        >>> sentence.order(), sentence.you(), sentence.they("Ann")
        ('Play the six of hearts.', 'You play the six of hearts.', 'Ann plays the six of hearts.')
    """

    deed: Deed
    values: Mapping[str, str | int | Text] = field(default_factory=dict[str, "str | int | Text"])
    more: tuple[Text, ...] = ()

    def order(self, language: NullTranslations = ENGLISH) -> str:
        """Write it to the player who may do it.

        Args:
            language: The catalogue.
        """
        return self._filled(self.deed.order, language)

    def you(self, language: NullTranslations = ENGLISH) -> str:
        """Write it to the player who did it.

        Args:
            language: The catalogue.
        """
        return self._filled(self.deed.you, language)

    def they(self, name: str, language: NullTranslations = ENGLISH, *, to_other: bool = False) -> str:
        """Write it to another player or a spectator.

        Args:
            name: What to call the player who did it.
            language: The catalogue.
            to_other: Whether the reader is the other player of a duel.
        """
        template = self.deed.other if to_other and self.deed.other else self.deed.they
        return self._filled(template, language, name=name)

    def _filled(self, template: Template, language: NullTranslations, **name: str) -> str:
        texts = (Text(template, {**self.values, **name}), *self.more)
        return " ".join(text.say(language) for text in texts)


def plain(order: str) -> Sentence:
    """Make a sentence of an order alone, for a game without messages of its own for what was done.

    Args:
        order: What the move does, as an order.

    Example:
        >>> plain("Draw a card.").they("Ann")
        'Ann: Draw a card.'
    """
    return Deed("{order}", "You: {order}", "{name}: {order}").said(order=order)


def the_card(pack: Pack, card: int) -> Text:
    """Call a card by its name.

    Args:
        pack: The pack that it belongs to.
        card: The card's code.

    Example:
        >>> from undercut.cards import FRENCH
        >>> the_card(FRENCH, FRENCH.code("7h")).say()
        'the seven of hearts'
    """
    return Text(f"the {pack.name(card)}")
