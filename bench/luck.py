"""Measure whether correcting results for luck pays: ``python bench/luck.py cuttle search:150 search:20``.

AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, 2018) subtracts the effect of chance from every result: at each
chance event, the value of the outcome minus the mean value of all possible outcomes. Here an event is a move that
draws, a value is the evaluation with all hands open, and the possible outcomes are other orders of the hidden piles.
The difference is zero on average, so the corrected share is unbiased, as long as no player sees those piles. The deal
needs no correction, since it is also played with the seats exchanged.

Prints the standard errors of a share from single deals, from paired deals, and from those with the correction.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, variance
from typing import Any

import undercut
from undercut.arena.playing import Games, Job, Plan, Result, by_evaluation
from undercut.arena.scores import pairing
from undercut.engine import chance
from undercut.engine.contract import copy_fields
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.game_types import shares
from undercut.games.cups import table as cups
from undercut.games.cut_the_rope.search.hidden import below_top, lay_pile, pool_pile
from undercut.games.cut_the_rope.table import DECK, PERSONAL, SEAT_PILES, top_slot
from undercut.games.cuttle.search.hidden import relay_stock
from undercut.games.cuttle.table import stock_card
from undercut.play.game import Game, game
from undercut.search.layers import search_engine

POOL_CELLS = 2048
ORDERS = 20


def mix_cuttle(s: Any, generator: list[int]) -> None:  # noqa: ANN401  a table of the plain host
    """Shuffle the stock below its known top."""
    hidden = [stock_card(s, depth) for depth in range(s.known_top, s.stock_size)]
    chance.shuffle(generator, hidden, len(hidden), len(hidden))
    relay_stock(s, hidden, 0, len(hidden))


def mix_cups(s: Any, generator: list[int]) -> None:  # noqa: ANN401  as above
    """Shuffle the stack."""
    pile = [s.stack]
    while pile[-1] != cups.NONE:
        pile.append(cups.below(s, pile[-1]))
    hidden = pile[:-1]
    chance.shuffle(generator, hidden, len(hidden), len(hidden))
    for card, under in zip(hidden, [*hidden[1:], cups.NONE], strict=False):
        cups.put(s, card, under)
    s.stack = [*hidden, cups.NONE][0]


def mix_cut_the_rope(s: Any, generator: list[int]) -> None:  # noqa: ANN401  as above
    """Redeal the deck and the personal decks below their tops."""
    piles = [below_top(s, SEAT_PILES * seat + PERSONAL) for seat in range(s.seats)] + [top_slot(s, DECK)]
    pool, size = [0] * POOL_CELLS, 0
    for pile in piles:
        size = pool_pile(s, pile, pool, size)
    chance.shuffle(generator, pool, size, size)
    for pile in piles:
        size = lay_pile(s, pile, pool, size)


MIXES = {"cuttle": mix_cuttle, "cups": mix_cups, "cut_the_rope": mix_cut_the_rope}


def value(table: Game, s: Any) -> float:  # noqa: ANN401  as above
    """Evaluate a state for seat 0."""
    functions = search_engine(table.name, Host.PLAIN).functions
    if not functions.is_over(s):
        return by_evaluation(table, s)[0]
    got = [0, 0]
    functions.result_shares(s, got, 2)
    return got[0] / sum(got)


def luck(record: dict, generator: list[int]) -> float:
    """Sum the luck of seat 0 in the draws of a game."""
    state = undercut.replay(record)
    table, total = state.game, 0.0
    after = state.table_copy()
    while state.moves:
        real, code = value(table, after), state.undo()
        before = state.table_copy()
        values = list(others(table, before, table.spec.notation.parse(before, code), generator))
        # If the order of the piles changes nothing, nothing was drawn.
        total += real - fmean(values)
        after = before
    return total


def others(table: Game, before: Any, code: int, generator: list[int]) -> Iterator[float]:  # noqa: ANN401  as above
    """Yield the values after a move with the hidden piles in other orders."""
    for _ in range(ORDERS):
        s = table.engine.table()
        copy_fields(before, s)
        MIXES[table.name](s, generator)
        table.engine.functions.play(s, code)
        search_engine(table.name, Host.PLAIN).functions.settle(s, generator, [0] * POOL_CELLS)
        yield value(table, s)


def main() -> None:
    """Play, correct, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    plan = Plan(arguments.game, game(arguments.game).rules, 2, (tuple(arguments.players),), arguments.seed)
    generator, plain, corrected = [1], [], []
    for deal in range(arguments.games // 2):
        pair: list[Result] = [Games(plan, keep=True).play(Job(deal, 0, rotation)) for rotation in range(2)]
        # The first player sits in seat 0, then in seat 1.
        plain.append([shares(result.winners, 2)[seat] for seat, result in enumerate(pair)])
        gains = [sign * luck(result.record or {}, generator) for sign, result in zip((1, -1), pair, strict=True)]
        corrected.append(fmean(plain[-1]) - fmean(gains))
    gain = pairing(plain)
    assert gain, "at least two deals"  # noqa: S101  a script
    for name, mean, error in (
        ("single deals", fmean(map(fmean, plain)), sqrt(gain.unpaired)),
        ("paired deals", fmean(map(fmean, plain)), sqrt(gain.paired)),
        ("paired deals, corrected", fmean(corrected), sqrt(variance(corrected) / len(corrected))),
    ):
        print(f"{name}: {mean:.4f}, standard error {error:.4f} ({error / sqrt(gain.paired) - 1:+.1%})")


if __name__ == "__main__":
    main()
