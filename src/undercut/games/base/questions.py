"""House rules as questions and rule sets as sentences, for people who choose them."""

from __future__ import annotations

from collections.abc import Mapping

from undercut.engine.contract import Option, Value
from undercut.games.base.definition import GameSpec
from undercut.games.base.words import Question, value_text
from undercut.translation import _


def question_of(spec: GameSpec, option: Option) -> Question:
    """Return the question of an option; a game that has written none gets the option's name."""
    return spec.questions.get(option.name) or Question(f"{option.name.replace('_', ' ').capitalize()}?")


def recommended(spec: GameSpec) -> str:
    """Return the rule set that the site deals unless a table or an address names another.

    It is the first that the game suggests. Formats and the library have a default of their own: the first rule set.

    Example:
        >>> from undercut.games.base.registry import spec
        >>> recommended(spec("cuttle")), recommended(spec("cups"))
        ('cuttle-cards-2', 'simple')
    """
    return next(iter(spec.suggested or spec.rule_sets))


def in_order(spec: GameSpec) -> tuple[str, ...]:
    """List the names of the rule sets as people choose them: the site's default first, then the other suggestions.

    Example:
        >>> from undercut.games.base.registry import spec
        >>> in_order(spec("cuttle"))[:2]
        ('cuttle-cards-2', 'sipie')
    """
    return tuple(dict.fromkeys((*spec.suggested, *spec.rule_sets)))


def fitting(spec: GameSpec, options: Mapping[str, Value], seats: int) -> dict[str, str]:
    """Describe the changes that make options valid together.

    Returns:
        A sentence for each option that must be changed.

    Example:
        >>> from undercut.games.base.registry import spec
        >>> fitting(spec("cups"), spec("cups").rule_sets["simple"], 8)
        {'hand_size': '8 players: 6 cards each.'}
    """
    changes = spec.fit(dict(options), seats)
    texts = {name: _(spec.fixes[name]) if name in spec.fixes else name for name in changes}
    return {name: texts[name].format(seats=seats, value=value_text(value)) for name, value in changes.items()}
