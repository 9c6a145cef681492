"""A table at one moment of a game: what undo restores, and what a sentence about a move needs."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import TYPE_CHECKING, NamedTuple

from undercut.cards import UNKNOWN
from undercut.engine.contract import Fields
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.game_types import Move, MoveFacts
from undercut.games.base.registry import load
from undercut.games.base.sentences import Sentence
from undercut.play.sources import Source

if TYPE_CHECKING:
    from undercut.play.game import Game

Value = int | list[int]


class Before(NamedTuple):
    """Undo entry: only the fields that the move changed, because long games are kept in memory."""

    fields: tuple[tuple[str, Value], ...]
    chance: Source
    shuffles: int


class Changing:
    """The fields of a game's table that moves can change: all but the options; read in bulk, as every move does it."""

    __slots__ = ("_lists", "_read", "names")

    def __init__(self, names: Sequence[str], lengths: dict[str, int]) -> None:
        self.names = tuple(names)
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
    """A table as it was when its moves were listed, restored only if a move's sentence is read."""

    __slots__ = ("_game", "_table", "values")

    def __init__(self, game: "Game", table: Fields) -> None:
        self._game = game
        self._table: Fields | None = None
        self.values = changing(game.name).values(table)

    def order(self, code: int) -> str:
        if self._table is None:
            self._table = self._game.fresh_table()
            for name, value in zip(changing(self._game.name).names, self.values, strict=True):
                setattr(self._table, name, value)
        return self._game.spec.sentences.move(self._table, code).order()


class FactsByCode(dict[int, MoveFacts]):
    """Facts of moves that do not depend on the position, by code, each written when it is first asked for."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._spec = registry.spec(game)

    def __missing__(self, code: int) -> MoveFacts:
        spec = self._spec
        parts, number = spec.notation.parts(code), spec.actions.number(code) if spec.actions else None
        self[code] = found = MoveFacts(code, spec.notation.write(code), parts.kind, parts.card, parts.target, number)
        return found


@cache
def changing(game: str) -> Changing:
    spec = registry.spec(game)
    options = {option.name for option in (*spec.options, *spec.research.options)}
    lengths = load(game, Host.PLAIN).table.lengths
    return Changing([name for name in lengths if name not in options], lengths)


@cache
def facts_by_code(game: str) -> FactsByCode:
    return FactsByCode(game)


# --- A move as those who may not know its card read it ----------------------------------------------------------------

Hidden = Mapping[int | None, str]
"""A move in notation, without its card, for each seat that may not know the card; None: the public."""


def without_card(move: MoveFacts) -> str:
    """Put ``?`` in place of the card that a move names."""
    return move.notation.replace(move.card, UNKNOWN, 1) if move.card else move.notation


def is_hidden(game: "Game", table: Fields, code: int, seat: int | None) -> bool:
    """Tell whether a seat (None: the public) may not know the card of a legal move."""
    return game.engine.functions.seen_move(table, code, -1 if seat is None else seat) != code


def hidden_from(game: "Game", table: Fields, code: int) -> Hidden:
    """Write a legal move for those who may not know its card; the public knows only what every seat knows."""
    if not is_hidden(game, table, code, None):
        return {}
    written = without_card(facts_by_code(game.name)[code])
    return {seat: written for seat in (None, *range(game.seats)) if is_hidden(game, table, code, seat)}


def move_and_sentence(game: "Game", table: Fields, code: int, *, hides: bool) -> tuple[Move, Sentence]:
    written = facts_by_code(game.name)[code]
    seen = game.engine.functions.seen_move(table, code, -1) if hides else code
    sentence = game.spec.sentences.move(table, seen)
    if not hides:
        return Move(written.notation, sentence.order(), *written[2:]), sentence
    return Move(without_card(written), sentence.order(), written.kind, None, written.target), sentence
