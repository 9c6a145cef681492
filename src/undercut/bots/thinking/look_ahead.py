"""Wins with the next move, and losses to the next move of an opponent: proven, or else found in many deals."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

from undercut.bots.thinking.prove import Endgame, OutOfBudgetError, ProofLimit, endgame_of
from undercut.engine.contract import NO_WINNERS, Fields
from undercut.engine.host import Engine, Host, legal_codes, table_after_shuffles
from undercut.games.base import registry
from undercut.games.base.game_types import View
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.search.layers import has_proofs

NODES = 2_000  # positions for the exact solver
DEALS = 20  # where hidden cards leave it blind
MOST_PLAYS = 400  # of a deal; where more are possible, nothing is said


class NearEnds(NamedTuple):
    """The moves that win, and those that lose, before the seat moves again; proven, or else so in all deals tried."""

    winning: tuple[str, ...] = ()
    losing: tuple[str, ...] = ()


def look_ahead(view: View, *, deal: State | None = None, host: Host | None = None) -> NearEnds:
    """Look for a win with the next move, or else for moves that let an opponent win, in a deal of the hidden cards."""
    if not has_proofs(str(view["game"])):
        return NearEnds()
    limit = ProofLimit(NODES)
    endgame = Endgame(deal, host, limit) if deal else endgame_of(view, host, limit)
    if endgame.is_blind:  # hidden cards keep the solver from a proof, as in Cups
        return near_ends(view)
    with suppress(OutOfBudgetError):
        win = endgame.won_in(1)
        return NearEnds(win.moves) if win else NearEnds(losing=endgame.losing())
    return NearEnds()


class _TooWideError(Exception):
    """There are too many moves to look at."""


def near_ends(view: View) -> NearEnds:
    """Play out the moves until the seat is to move again, in each of `DEALS` deals."""
    may_end = _may_end(str(view["game"]))
    if may_end and not may_end(view):
        return NearEnds()
    chance = random.Random(0)  # noqa: S311  not for secrets
    deal = determinize(view, chance)
    write, seat, others = deal.game.spec.write_move, cast("int", deal.to_move), deal.game.seats - 1
    winning = losing = legal_codes(deal.game.engine, deal.table_copy())
    try:
        for _ in range(DEALS):
            played = _Round(deal.game.engine, deal.table_copy(), seat, chance)
            winning = [move for move in winning if played.wins(played.after(played.table, move), seat, others)]
            losing = [move for move in losing if played.loses(played.after(played.table, move), others)]
            if not winning and not losing:
                break
            deal = determinize(view, chance)
    except _TooWideError:
        return NearEnds()
    return NearEnds(tuple(map(write, winning)), tuple(map(write, losing)))


@cache
def _may_end(game: str) -> Callable[[View], bool] | None:
    """Return a game's own check whether the end may be near, which saves time."""
    return registry.spec(game).search().may_end


@dataclass(slots=True)
class _Round:
    """All ways to play from one table until a seat moves again."""

    engine: Engine
    table: Fields
    seat: int
    chance: random.Random
    plays: int = 0  # how many moves were played; more than `MOST_PLAYS` take too long

    def after(self, table: Fields, move: int) -> Fields:
        """Return the table after a move and the shuffles that follow."""
        self.plays += 1
        if self.plays > MOST_PLAYS:
            raise _TooWideError
        return table_after_shuffles(self.engine, table, move, self.chance)

    def wins(self, table: Fields, winner: int, moves: int) -> bool:
        """Return whether a seat can be sure to win before the observing seat moves again."""
        if self.engine.functions.is_over(table):
            return self.engine.functions.winners(table) == 1 << winner
        mover = self.engine.functions.mover(table)
        if mover == self.seat or moves == 0:
            return False
        wins = (self.wins(self.after(table, move), winner, moves - 1) for move in legal_codes(self.engine, table))
        return any(wins) if mover == winner else all(wins)

    def loses(self, table: Fields, moves: int) -> bool:
        """Return whether others have won, or one of them wins if it plays well, whatever is played before."""
        if self.engine.functions.is_over(table):
            return self.engine.functions.winners(table) not in (NO_WINNERS, 1 << self.seat)
        other = self.engine.functions.mover(table)
        if other == self.seat or moves == 0:
            return False
        replies = [self.after(table, code) for code in legal_codes(self.engine, table)]
        return any(self.wins(reply, other, moves - 1) for reply in replies) or all(
            self.loses(reply, moves - 1) for reply in replies
        )
