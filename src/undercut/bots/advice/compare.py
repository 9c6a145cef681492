"""Compare the best move with a worse one that most people would play, with figures and in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Protocol

from undercut.bots.advice.outlook import Contrast, Outlook, percent
from undercut.bots.thinking.results import MoveStats
from undercut.cards import Pack
from undercut.games.base.game_types import Move
from undercut.games.base.sentences import say, the_card

GIVEN_UP = 0.1  # a move with less than this share of the best move's visits is poorly known

_MOST_RIVALS = 3  # number of moves that the best one is compared with, until one differs
_NOTICEABLE = 0.02  # the least lead at which a move is called better than another
_AS_GOOD = 0.05  # the largest lead, however uncertain, at which another move is called as good
_HORIZONS = (1, 2)  # the turns of the seat by which the moves are compared, until they differ


class Valued(Protocol):
    """A move with what a search found of it."""

    @property
    def expected(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def visits(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best move beside another one, in sentences; empty if nothing can be said."""

    figures: str = ""
    words: str = ""  # without figures; empty unless the other move is worse


def is_behind(best: Valued, other: Valued) -> bool:
    """Return whether a move is worse than the best by more than chance, or was rarely visited."""
    if best.expected == 1 and not best.error:
        return other.expected < 1
    given_up = other.visits < GIVEN_UP * best.visits
    return given_up or best.expected - other.expected > 2 * hypot(best.error, other.error)


def is_worse(best: Valued, other: Valued) -> bool:
    """Return whether a move is behind the best by enough to tell a person so."""
    return is_behind(best, other) and (not other.visits or best.expected - other.expected >= _NOTICEABLE)


def is_as_good(best: Valued, other: Valued) -> bool:
    """Return whether a person may as well choose another move."""
    return bool(other.visits) and not is_worse(best, other) and best.expected - other.expected < _AS_GOOD


def called(pack: Pack, move: Move, best: Move, equal: Sequence[Move]) -> str:
    """Name a move beside the best and those that are as good: by its card, if that alone tells it apart."""
    told = move.kind == best.kind and move.card != best.card
    if move.card and told and all(other.kind == move.kind for other in equal if other.card == move.card):
        return the_card(pack, pack.code(move.card)).say()
    return say("“{move}”", move=re.split(r"[:;]", move.text.rstrip("."))[0])


def compare(outlook: Outlook, ranked: Sequence[MoveStats]) -> Comparison:
    """Compare the first of some moves with a worse one, best the obvious one; empty if its value is proven."""
    best, *others = ranked
    if not best.error or not others:
        return Comparison()
    obvious = outlook.obvious()

    def last(other: MoveStats) -> tuple[bool, ...]:
        # The same card on another place of the table is hardly another idea.
        same = idea(other.move) == idea(best.move)
        return same, not is_worse(best, other), not other.visits, str(other.move) != obvious

    others.sort(key=last)
    trade_off: Comparison | None = None
    for turns in _HORIZONS:
        for rival in others[:_MOST_RIVALS]:
            if outlook.is_spent:
                break
            contrast = outlook.contrast(best.move, rival.move, turns)
            if contrast.gains and contrast.balance > 0:
                return _told(outlook, ranked, rival, contrast, turns)
            if contrast.gains and is_worse(best, rival):
                trade_off = trade_off or _told(outlook, ranked, rival, contrast, turns)
    if trade_off:
        return trade_off
    template = "{judged}: the choice hardly matters."
    if is_worse(best, others[0]):
        template = "{judged}: the difference shows only later in the game."
    return Comparison(say(template, judged=_judged(best, others[0])))


def idea(move: Move) -> tuple[str, str | None]:
    """Return what tells one idea from another: the kind of the move, and its card."""
    return move.kind, move.card


def _told(
    outlook: Outlook, ranked: Sequence[MoveStats], rival: MoveStats, contrast: Contrast, turns: int
) -> Comparison:
    best = ranked[0]
    template = "{judged}: by the turn after your next, {contrast}."
    if turns == 1:
        template = "{judged}: by your next turn, {contrast}."
    equal = [other.move for other in ranked if is_as_good(best, other)]
    name = called(outlook.deals[0].game.spec.pack, rival.move, best.move, equal)
    words = say("Better than {move}: soon, {contrast}.", move=name, contrast=contrast.words)
    return Comparison(
        say(template, judged=_judged(best, rival), contrast=contrast.text), words if is_worse(best, rival) else ""
    )


def _judged(best: MoveStats, rival: MoveStats) -> str:
    template = "Better than “{move}”" if is_worse(best, rival) else "About as good as “{move}”"
    judged = say(template, move=rival.move.text.rstrip("."))
    return say("{judged} ({share})", judged=judged, share=percent(rival.expected)) if rival.visits else judged
