"""Moves as a seat may know them: without the card that is hidden from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from undercut.games.base.facts import Move
from undercut.play.moments import writings

if TYPE_CHECKING:
    from undercut.engine.contract import Fields
    from undercut.games.base.sentences import Sentence
    from undercut.play.game import Game

# A hidden move hides the one card that it names.
_HIDDEN_CARD = re.compile(r"[0-9A-Z]+[a-z]?")
_NOBODY: frozenset[int | None] = frozenset()


def without_card(notation: str) -> str:
    """Put ``?`` in place of the card that a move names.

    Example:
        >>> without_card("discard 7h")
        'discard ?'
    """
    return _HIDDEN_CARD.sub("?", notation)


def hidden_from(game: Game, table: Fields, code: int) -> frozenset[int | None]:
    """List who may not know the card of a legal move; the public (None) knows only what every seat knows."""
    hides = game.spec.hides
    if not hides(table, code, None):
        return _NOBODY
    return frozenset(seat for seat in (None, *range(game.seats)) if hides(table, code, seat))


def told(game: Game, table: Fields, code: int, *, hides: bool) -> tuple[Move, Sentence]:
    """Describe a legal move, with its card or without."""
    written = writings(game.name)[code]
    if not hides:
        sentence = game.spec.sentence(table, code)
        return Move(written.notation, sentence.order(), *written[2:]), sentence
    sentence = game.spec.sentence(table, code, hidden=True)
    return Move(without_card(written.notation), sentence.order(), written.kind, None, written.target), sentence
