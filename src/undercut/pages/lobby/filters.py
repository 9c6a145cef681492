"""The filters of a guest's finished games: game, rules, opponent and result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from msgspec import Struct

from undercut.pages.lobby.played import OUTCOME_TEXTS, PlayedGame
from undercut.translation import _


class ChosenFilters(Struct, frozen=True):
    """The chosen filters; an empty one lets everything through."""

    game: str = ""
    rules: str = ""
    opponent: str = ""
    result: str = ""

    def fits(self, game: PlayedGame) -> bool:
        """Return whether a game passes all filters."""
        return (
            self.game in ("", game.table.game)
            and self.rules in ("", game.rules)
            and (not self.opponent or self.opponent in game.opponents)
            and self.result in ("", game.outcome)
        )

    def address(self, page: int) -> str:
        """Write the address of a page of the filtered games."""
        query = {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}
        return f"/games?{urlencode(query | {'page': page})}"


class FilterChoice(Struct, frozen=True):
    """A value that a filter can have."""

    value: str
    text: str
    chosen: bool


class Filter(Struct, frozen=True):
    """A filter with its possible values."""

    name: str
    label: str
    choices: list[FilterChoice]


def filters(games: Sequence[PlayedGame], chosen: ChosenFilters) -> list[Filter]:
    """Return the filters with the values that occur among a guest's games."""
    titles = {game.table.game: game.table.title for game in games}
    rules = {game.rules: game.rules for game in games}
    opponents = {name: name for game in games for name in game.opponents}
    results = {game.outcome: _(OUTCOME_TEXTS[game.outcome]) for game in games if game.outcome in OUTCOME_TEXTS}
    named: list[tuple[str, str, Mapping[str, str]]] = [
        ("game", _("Game"), titles),
        ("rules", _("Rules"), rules),
        ("opponent", _("Opponent"), opponents),
        ("result", _("Result"), results),
    ]
    return [
        Filter(
            name,
            label,
            [FilterChoice("", _("all"), not getattr(chosen, name))]
            + [FilterChoice(value, text, value == getattr(chosen, name)) for value, text in sorted(values.items())],
        )
        for name, label, values in named
    ]
