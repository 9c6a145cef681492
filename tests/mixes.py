"""Random choices of options, for tests that any mix must pass."""

from __future__ import annotations

import random

import undercut
from undercut.games import registry


def random_value(option, chance: random.Random):
    """Choose a value of an option; numbers near what people would choose."""
    if option.kind == "choice":
        return chance.choice(option.values)
    least, greatest = option.values
    if option.kind == "numbers":
        return sorted((chance.randint(least, min(greatest, 24)) for _ in range(option.length)), reverse=True)
    return chance.choice([*option.named, chance.randint(least, min(greatest, 10))])


def random_rules(game: str, chance: random.Random) -> dict:
    """Choose a rule set and change some of its options."""
    spec = registry.spec(game)
    share = chance.choice((0.0, 0.2, 1.0))
    changed = {o.name: random_value(o, chance) for o in spec.options if chance.random() < share}
    return {"set": chance.choice(list(spec.rule_sets)), **changed}


def random_game(game: str, chance: random.Random) -> undercut.Game:
    """Choose rules and seats that go together."""
    while True:
        try:
            return undercut.game(game, rules=random_rules(game, chance), seats=chance.choice(registry.spec(game).seats))
        except undercut.BadRules:
            continue
