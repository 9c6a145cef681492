"""The values that options can take, from the games' own lists: a new option is tested without being listed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from undercut.games.base import registry

if TYPE_CHECKING:
    from undercut.engine.contract import Option


def choices(game: str, **more: list[Any]) -> list[tuple[Option, Any]]:
    return [(option, value) for option in registry.spec(game).options for value in _values(game, option, more)]


def _values(game: str, option: Option, more: dict[str, list[Any]]) -> list[Any]:
    if option.kind == "choice":
        return list(option.values)
    found = list(option.named)
    for rules in registry.spec(game).rule_sets.values():
        value = rules[option.name]
        found += [list(value) if isinstance(value, tuple) else value]
    found += more.get(option.name, [])
    return [value for place, value in enumerate(found) if value not in found[:place]]
