"""Addresses of the site and of the edition without a server, for pages, templates and routes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, NamedTuple, cast
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


def _path(*parts: str | int) -> str:
    """Join the parts of a path; adding keeps markup as it is, such as what stands for a table's id on a board."""
    path = ""
    for part in parts:
        path = path + "/" + (part if isinstance(part, str) else str(part))
    return path


table_address = partial(_path, "t")  # of a table, or of something of it: ``"review"``, ``"steps", 3``
lesson_address = partial(_path, "learn")  # of a lesson of a game, or of one of its steps
daily_address, duplicate_address = partial(_path, "daily"), partial(_path, "duplicate")
watch_address, lab_address = partial(_path, "watch"), partial(_path, "lab")


def retry_address(table: str, move: str | int, tried: str = "") -> str:
    return f"{table_address(table, 'retry')}?{urlencode({'move': move} | ({'try': tried} if tried else {}))}"


def new_address(game: str, **fields: str | int) -> str:
    """Return the address of the form for a new table, with fields that are filled in."""
    return f"/new?{urlencode({'game': game} | fields)}"


def ladder_address(game: str) -> str:
    return f"/games#ladder-{game}"


def editor_address(game: str, *parts: str, packed: str = "") -> str:
    return _path("editor", game, *parts) + (f"?p={packed}" if packed else "")


Cards = Literal["open", "seen"]  # whether a review shows all cards, or what the player to move could see


class ReviewAddress(NamedTuple):
    table: str
    move: int  # one more than all moves: the end
    cards: Cards = "open"
    line: int = 0  # number of moves of the better line that are played

    def __str__(self) -> str:
        cards = "" if self.cards == "open" else f"&cards={self.cards}"
        line = f"&line={self.line}" if self.line else ""
        return f"{table_address(self.table, 'review')}?move={self.move}{cards}{line}"

    def at(self, move: int) -> str:
        return str(self._replace(move=move, line=0))

    def along(self, step: int) -> str:
        """Write the address with some moves of the better line played; 0: with none."""
        return str(self._replace(line=step))

    @property
    def other_cards(self) -> str:
        return str(self._replace(cards="open" if self.cards == "seen" else "seen"))


def chosen_game(name: str, rules: str | None, changes: Sequence[str]) -> Game:
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
        return f"{lab_address(self.game)}{_asked(self._own)}" if self.game else "/lab"

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
        return editor_address(self.game or registry.names()[0]) + (
            _asked(_query(self.table_rules)) if self.game else ""
        )

    @property
    def _own(self) -> tuple[tuple[str, str], ...]:
        usual = self.game and self.table_rules == recommended(registry.spec(self.game))
        return () if usual else _query(self.table_rules)


def _query(rules: Rules) -> tuple[tuple[str, str], ...]:
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
