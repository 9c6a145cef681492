"""Rules in addresses: the address of a rule book under given rules, and the rules that an address names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast
from urllib.parse import urlencode

from undercut.engine.contract import Value
from undercut.errors import BadRules
from undercut.games import registry
from undercut.games.book import read_value, value_text
from undercut.games.reader import JSON
from undercut.play.game import Game, game


def default_rules(name: str) -> str:
    """Return the name of a game's default rule set."""
    return next(iter(registry.spec(name).rule_sets))


def chosen_game(name: str, rules: str | None, changes: Sequence[str]) -> Game:
    """Return the game with the rules that an address names, for the fewest players that they allow.

    Args:
        rules: A rule set's name; None: the default.
        changes: Changed options, each ``name=value``.

    Raises:
        BadRules: A name or value is unknown, or the choices do not fit together.

    Example:
        >>> chosen_game("cuttle", "denexa", ["seven=2"]).rules
        {'set': 'denexa', 'seven': 2}
    """
    spec = registry.spec(name)
    known = {option.name: option for option in spec.options}
    chosen: dict[str, object] = {"set": rules or default_rules(name)}
    for change in changes:
        option, _, value = change.partition("=")
        chosen[option] = read_value(known[option], value) if option in known else value
    refused = BadRules([])
    for seats in spec.seats:
        try:
            return game(name, rules=chosen, seats=seats)
        except BadRules as error:
            refused = error if not refused.faults else refused
    raise refused


def rule_address(name: str, rules: JSON = None, clause: str = "") -> str:
    """Return the address of a rule book, or of one clause, under given rules.

    Args:
        rules: A rule set's name, or ``{"set": name, option: value}``; None: the default.
        clause: A clause's id; empty for the whole book.

    Example:
        >>> rule_address("cuttle", {"set": "denexa", "kings": [21, 14, 10, 7, 4]}, "CU-31")
        '/rules/cuttle?rules=denexa&set=kings%3D21+14+10+7+4#CU-31'
    """
    query: list[tuple[str, str]] = []
    changes: Mapping[str, JSON] = rules if isinstance(rules, dict) else {"set": rules}
    for option, value in changes.items():
        if option == "set":
            query += [("rules", value)] if isinstance(value, str) else []
        else:
            chosen = cast("Value", tuple(value) if isinstance(value, list) else value)
            query.append(("set", f"{option}={written(chosen)}"))
    asked = f"?{_encoded(tuple(query))}" if query else ""
    return f"/rules/{name}{asked}{f'#{clause}' if clause else ''}"


@lru_cache(maxsize=1024)
def _encoded(query: tuple[tuple[str, str], ...]) -> str:
    return urlencode(query)


def written(value: Value) -> str:
    """Write an option's value as in the rule books and records.

    Example:
        >>> written(None), written((21, 14)), written(True)
        ('null', '21 14', 'true')
    """
    return "null" if value is None else value_text(value)
