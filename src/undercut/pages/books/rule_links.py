"""Rules in addresses: the address of a rule book under given rules, and the rules that an address names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast
from urllib.parse import urlencode

from undercut.decoding import JSON
from undercut.engine.contract import Value
from undercut.errors import BadRules
from undercut.games.base import registry
from undercut.games.base.book import read_value, recommended
from undercut.games.base.words import value_text
from undercut.play.game import Game, game

Rules = JSON | Mapping[str, object]
"""A rule set's name, or ``{"set": name, option: value}``; None: the site's default."""


def chosen_game(name: str, rules: str | None, changes: Sequence[str]) -> Game:
    """Return the game with the rules that an address names, for the fewest players that they allow."""
    spec = registry.spec(name)
    known = {option.name: option for option in spec.options}
    chosen: dict[str, object] = {"set": rules or recommended(spec)}
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


def rule_address(name: str, rules: Rules = None, clause: str = "") -> str:
    """Return the address of a rule book, or of one clause, under given rules."""
    return f"/rules/{name}{_asked(_query(rules))}{f'#{clause}' if clause else ''}"


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of the site's pages that follow the rules of a table."""

    game: str = ""  # the game's name; empty: no table's
    table_rules: Rules = None  # the table's rules; None: the site's default

    @property
    def rules(self) -> str:
        return rule_address(self.game, self.table_rules) if self.game else "/rules"

    @property
    def lab(self) -> str:
        return f"/lab/{self.game}{_asked(self._own)}" if self.game else "/lab"

    @property
    def learn(self) -> str:
        asked = (("game", self.game), *self._own) if self._own else ()
        return f"/learn{_asked(asked)}{f'#{self.game}' if self.game else ''}"

    @property
    def new(self) -> str:
        if not self.game:
            return "/new"
        changes = [value.partition("=")[::2] for name, value in _query(self.table_rules) if name == "set"]
        chosen = [("rules.set", value) for name, value in _query(self.table_rules) if name == "rules"]
        fields = [("game", self.game), *chosen, *((f"rules.{option}", value) for option, value in changes)]
        return f"/new{_asked(tuple(fields))}"

    @property
    def editor(self) -> str:
        return f"/editor/{self.game}{_asked(_query(self.table_rules))}" if self.game else "/editor/cuttle"

    @property
    def _own(self) -> tuple[tuple[str, str], ...]:
        """The table's rules, unless they are the site's default."""
        usual = self.game and self.table_rules == recommended(registry.spec(self.game))
        return () if usual else _query(self.table_rules)


def _query(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Write rules as the parameters ``rules`` and ``set`` of an address."""
    query: list[tuple[str, str]] = []
    changes = cast("Mapping[str, object]", rules) if isinstance(rules, Mapping) else {"set": rules}
    for option, value in changes.items():
        if option == "set":
            query += [("rules", value)] if isinstance(value, str) else []
        else:
            chosen = cast("Value", tuple(cast("list[int]", value)) if isinstance(value, list) else value)
            query.append(("set", f"{option}={written(chosen)}"))
    return tuple(query)


def _asked(query: tuple[tuple[str, str], ...]) -> str:
    return f"?{_encoded(query)}" if query else ""


@lru_cache(maxsize=1024)
def _encoded(query: tuple[tuple[str, str], ...]) -> str:
    return urlencode(query)


def written(value: Value) -> str:
    """Write an option's value as in the rule books and records."""
    return "null" if value is None else value_text(value)
