"""A table at one moment of a game: what undo restores, and what a sentence about a move needs."""

from collections.abc import Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import NamedTuple

from undercut.engine.contract import Fields
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.game_types import MoveFacts
from undercut.games.base.registry import load
from undercut.play.sources import Source

Value = int | list[int]


class Before(NamedTuple):
    """Undo entry: only the fields that the move changed, because long games are kept in memory."""

    fields: tuple[tuple[str, int | list[int]], ...]
    chance: Source
    shuffles: int


class Changing:
    """The fields of a game's table that moves can change: all but the options.

    They are read and compared in bulk, because this happens at every move.
    """

    __slots__ = ("_lists", "_read", "names", "options")

    def __init__(self, names: Sequence[str], lengths: dict[str, int]) -> None:
        self.names = tuple(names)
        self.options = tuple(name for name in lengths if name not in names)
        self._read = attrgetter(*names)
        self._lists = [place for place, name in enumerate(names) if lengths[name]]

    def values(self, table: Fields) -> list[Value]:
        found: list[Value] = [*self._read(table)]
        for place in self._lists:
            found[place] = found[place][:]  # type: ignore[index]
        return found

    def changed(self, before: list[Value], table: Fields) -> tuple[tuple[str, Value], ...]:
        return tuple(compress(zip(self.names, before, strict=True), map(ne, before, self._read(table))))


class Moment:
    __slots__ = ("_game", "_options", "_table", "values")

    def __init__(self, game: str, table: Fields) -> None:
        self._game = game
        self._options = table
        self._table: Fields | None = None
        self.values = changing(game).values(table)

    def order(self, code: int) -> str:
        """Describe a move of this moment to the player who may make it."""
        if self._table is None:
            self._table = self._restored()
        return registry.spec(self._game).sentence(self._table, code).order()

    def _restored(self) -> Fields:
        fields = changing(self._game)
        table = object.__new__(load(self._game, Host.PLAIN).table)  # every field is set here
        for name in fields.options:
            setattr(table, name, getattr(self._options, name))
        for name, value in zip(fields.names, self.values, strict=True):
            setattr(table, name, value)
        return table


class FactsByCode(dict[int, MoveFacts]):
    """Facts of moves that do not depend on the position, by code, each written when it is first asked for."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._spec = registry.spec(game)

    def __missing__(self, code: int) -> MoveFacts:
        spec = self._spec
        parts, number = spec.parts(code), spec.actions.number(code) if spec.actions else None
        self[code] = found = MoveFacts(code, spec.write_move(code), parts.kind, parts.card, parts.target, number)
        return found


@cache
def changing(game: str) -> Changing:
    """Return the fields of a game's table that moves can change."""
    spec = registry.spec(game)
    options = {option.name for option in (*spec.options, *spec.deal_options)}
    lengths = load(game, Host.PLAIN).table.lengths
    return Changing([name for name in lengths if name not in options], lengths)


@cache
def facts_by_code(game: str) -> FactsByCode:
    """Return what the codes of a game's moves say."""
    return FactsByCode(game)
