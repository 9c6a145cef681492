"""One move ahead over many deals of the hidden cards, for games whose hidden hands the exact solver cannot foresee."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import cast

from undercut.bots.players.player import View
from undercut.engine.ahead import legal_codes, table_after_shuffles
from undercut.engine.contract import NO_WINNERS, Fields
from undercut.engine.host import Engine
from undercut.games.base import registry
from undercut.play.determinize import determinize

DEALS = 20
MOST_PLAYS = 400


class _TooWideError(Exception):
    """There are too many moves to look at."""


def near_ends(view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the moves that win, and those that lose, before the seat moves again, in each of `DEALS` deals.

    Both lists are empty if the end is not near, or if there are too many moves to look at.
    """
    may_end = _check(str(view["game"]))
    if may_end and not may_end(view):
        return (), ()
    chance = random.Random(0)  # noqa: S311  not for secrets
    deal = determinize(view, chance)
    write, seat, others = deal.game.spec.write_move, cast("int", deal.to_move), deal.game.seats - 1
    winning = losing = legal_codes(deal.game.engine, deal.table_copy())
    try:
        for _ in range(DEALS):
            near = _Near(deal.game.engine, deal.table_copy(), seat, chance)
            winning = [code for code in winning if near.wins(near.after(near.table, code), seat, others)]
            losing = [code for code in losing if near.loses(near.after(near.table, code), others)]
            if not winning and not losing:
                break
            deal = determinize(view, chance)
    except _TooWideError:
        return (), ()
    return tuple(map(write, winning)), tuple(map(write, losing))


@cache
def _check(game: str) -> Callable[[View], bool] | None:
    """Return a game's own check whether the end may be near, which saves time."""
    return registry.spec(game).search().may_end


class _Near:
    """What can happen before a seat moves again, on one table."""

    def __init__(self, engine: Engine, table: Fields, seat: int, chance: random.Random) -> None:
        self.engine = engine
        self.functions = engine.functions
        self.table = table
        self.seat = seat
        self.chance = chance
        self.plays = 0

    def after(self, table: Fields, code: int) -> Fields:
        """Return the table after a move and the shuffles that follow."""
        self.plays += 1
        if self.plays > MOST_PLAYS:
            raise _TooWideError
        return table_after_shuffles(self.engine, table, code, self.chance)

    def wins(self, table: Fields, winner: int, moves: int) -> bool:
        """Return whether a seat can be sure to win before the observing seat moves again."""
        if self.functions.is_over(table):
            return self.functions.winners(table) == 1 << winner
        mover = self.functions.mover(table)
        if mover == self.seat or moves == 0:
            return False
        found = (self.wins(self.after(table, code), winner, moves - 1) for code in legal_codes(self.engine, table))
        return any(found) if mover == winner else all(found)

    def loses(self, table: Fields, moves: int) -> bool:
        """Return whether others have won, or one of them wins if it plays well, whatever is played before."""
        if self.functions.is_over(table):
            return self.functions.winners(table) not in (NO_WINNERS, 1 << self.seat)
        other = self.functions.mover(table)
        if other == self.seat or moves == 0:
            return False
        replies = [self.after(table, code) for code in legal_codes(self.engine, table)]
        return any(self.wins(reply, other, moves - 1) for reply in replies) or all(
            self.loses(reply, moves - 1) for reply in replies
        )
