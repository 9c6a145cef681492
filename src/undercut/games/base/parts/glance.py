"""A game on one screen: the goal, a turn, and what each card does under the chosen rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from undercut.engine.contract import Value
from undercut.translation import _


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence that may depend on options.

    Args:
        option: The option; empty: the sentence always holds.
        more: Sentences that follow; an empty one is left out.
    """

    text: str
    option: str = ""
    other: Mapping[str, str] = field(default_factory=dict[str, str])
    more: Sequence[Fact] = ()

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


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a kind of card does.

    Args:
        ranks: The ranks or cards that lead here from the table; empty: all others.
    """

    id: str
    cards: tuple[str, ...]
    title: str
    fact: Fact
    clause: str
    ranks: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """A game on one screen."""

    goal: Fact
    turn: Fact
    cards: Sequence[CardRule]

    def anchor(self, card: str) -> str:
        """Return the anchor of a card's rule."""
        found = (rule.id for rule in self.cards if card in rule.ranks.split() or card[:1] in rule.ranks.split())
        suits = (rule.id for rule in self.cards if f"*{card[-1:]}" in rule.ranks.split())
        return next(suits, "") or next(found, "") or next(rule.id for rule in self.cards if not rule.ranks)
