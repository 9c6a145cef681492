"""Turn command-line arguments into a game with its options."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.errors import BadRules
from undercut.games.base import registry
from undercut.games.base.book import read_value
from undercut.play.game import Game, game


def choose_game(name: str, rules: str | None, changes: Sequence[str], seats: int | None) -> Game:
    """Create the game that the command line asks for.

    Raises:
        BadRules: A name is unknown or a value does not fit; all faults are listed.

    Example:
        >>> choose_game("cuttle", "denexa", ["seven=2", "kings=21,14,10,7,4"], None).rules
        {'set': 'denexa', 'kings': [21, 14, 10, 7, 4], 'seven': 2}
    """
    spec = registry.spec(name)
    known = {option.name: option for option in (*spec.options, *spec.deal_options)}
    chosen: dict[str, object] = {"set": rules or next(iter(spec.rule_sets))}
    faults: list[str] = []
    for change in changes:
        option, equals, value = change.partition("=")
        if not equals:
            faults.append(f"--set {change}: write name=value, such as {spec.options[0].name}=...")
        else:
            chosen[option] = read_value(known[option], value) if option in known else value
    if faults:
        raise BadRules(faults)
    return game(name, rules=chosen, seats=seats)
