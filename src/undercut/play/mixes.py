"""Random rules, for tests that must hold under any combination of options."""

from __future__ import annotations

import random

from undercut.engine.contract import Option, Value
from undercut.errors import BadRules
from undercut.games import registry
from undercut.play.game import Game
from undercut.play.game import game as make_game

_MOST = 10
_LONGEST = 24


def random_rules(game: str, chance: random.Random) -> dict[str, object]:
    """Choose a rule set and change none, a fifth or all of its options; the result may be inconsistent."""
    spec = registry.spec(game)
    share = chance.choice((0.0, 0.2, 1.0))
    changed = {option.name: _random_value(option, chance) for option in spec.options if chance.random() < share}
    return {"set": chance.choice(list(spec.rule_sets)), **changed}


def random_game(game: str, chance: random.Random) -> Game:
    """Choose consistent rules and a number of seats.

    Example:
        >>> random_game("cuttle", random.Random(1)) == random_game("cuttle", random.Random(1))
        True
    """
    while True:
        try:
            return make_game(game, rules=random_rules(game, chance), seats=chance.choice(registry.spec(game).seats))
        except BadRules:
            # Inconsistent choice; try again. This ends, because unchanged rule sets are among the choices.
            continue


def _random_value(option: Option, chance: random.Random) -> Value:
    """Choose a value of an option; numbers stay in a plausible range."""
    if option.kind == "choice":
        return chance.choice(option.values)
    least, greatest = (int(value) for value in option.values if isinstance(value, int))
    if option.kind == "numbers":
        most = min(greatest, _LONGEST)
        return tuple(sorted((chance.randint(least, most) for _ in range(option.length)), reverse=True))
    return chance.choice([*option.named, chance.randint(least, min(greatest, _MOST))])
