"""Compare the best move with the one that most people would play, in a sentence."""

from collections.abc import Sequence
from math import hypot
from typing import Protocol

from undercut.bots.advice.outlook import Contrast, Outlook, percent
from undercut.bots.thinking.results import MoveStats
from undercut.games.base.game_types import Move
from undercut.games.base.sentences import say

GIVEN_UP = 0.1  # a move with less than this share of the best move's visits is poorly known

_MOST_RIVALS = 3  # number of moves that the best one is compared with, until one differs
_NOTICEABLE = 0.02  # the least lead that asks for a reason, even where the costs are larger than the gains
_HORIZONS = (1, 2)  # the turns of the seat by which the moves are compared, until they differ


class Valued(Protocol):
    """A move with what a search found of it."""

    @property
    def expected(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def visits(self) -> int: ...


def is_behind(best: Valued, other: Valued) -> bool:
    """Return whether a move is worse than the best by more than chance, or was rarely visited."""
    if best.expected == 1 and not best.error:
        return other.expected < 1
    given_up = other.visits < GIVEN_UP * best.visits
    return given_up or best.expected - other.expected > 2 * hypot(best.error, other.error)


def compare(outlook: Outlook, ranked: Sequence[MoveStats]) -> str:
    """Compare the first of some moves with the obvious one, or else the next best; empty if its value is proven."""
    best, *others = ranked
    if not best.error or not others:
        return ""
    obvious = outlook.obvious()
    # The same card on another place of the table is hardly another idea.
    others.sort(key=lambda other: (_idea(other.move) == _idea(best.move), str(other.move) != obvious))
    trade_off = ""
    for turns in _HORIZONS:
        for rival in others[:_MOST_RIVALS]:
            if outlook.is_spent:
                break
            contrast = outlook.contrast(best.move, rival.move, turns)
            if contrast.gains and contrast.balance > 0:
                return _sentence(best, rival, contrast, turns)
            if contrast.gains and _is_noticeable(best, rival):
                trade_off = trade_off or _sentence(best, rival, contrast, turns)
    if trade_off:
        return trade_off
    if _is_noticeable(best, others[0]):
        return say("{judged}: the difference shows only later in the game.", judged=_judged(best, others[0]))
    return say("{judged}: the choice hardly matters.", judged=_judged(best, others[0]))


def _is_noticeable(best: MoveStats, rival: MoveStats) -> bool:
    return is_behind(best, rival) and best.expected - rival.expected >= _NOTICEABLE


def _idea(move: Move) -> tuple[str, str | None]:
    return move.kind, move.card


def _sentence(best: MoveStats, rival: MoveStats, contrast: Contrast, turns: int) -> str:
    template = "{judged}: by the turn after your next, {contrast}."
    if turns == 1:
        template = "{judged}: by your next turn, {contrast}."
    return say(template, judged=_judged(best, rival), contrast=contrast.text)


def _judged(best: MoveStats, rival: MoveStats) -> str:
    template = "Better than “{move}” ({share})" if rival.visits else "Better than “{move}”"
    if not is_behind(best, rival):
        template = "About as good as “{move}”"
    return say(template, move=rival.move.text.rstrip("."), share=percent(rival.expected))
