"""Greedy at Cut the Rope: its search for the personal card finds what a plain Dijkstra with a heap finds."""

import heapq
import random

from tests.amounts import amount
from tests.touring import varied, walk
from undercut.engine import chance
from undercut.engine.host import Host
from undercut.games.cut_the_rope.moves import legal_moves, move_card, move_kind, move_source
from undercut.games.cut_the_rope.rules import chance_need, play
from undercut.games.cut_the_rope.search import greedy
from undercut.games.cut_the_rope.table import KINDS_OF_CARDS, PUT, SCISSORS
from undercut.search.contract import BUFFER, STATES
from undercut.search.greedy import skip
from undercut.search.layers import greedy_engine


def copied(s):
    twin = object.__new__(type(s))
    for name in s.lengths:
        value = getattr(s, name)
        setattr(twin, name, value[:] if isinstance(value, list) else value)
    return twin


def plays(s):
    codes = [0] * 128
    return [code for code in codes[: legal_moves(s, codes)] if move_kind(code) < PUT]


def cost_of(cost, move):
    cost += greedy.HAND if move_source(move) < KINDS_OF_CARDS else greedy.SUPPLY
    return cost + greedy.SCISSORS_COST if move_card(move) == SCISSORS else cost


def way(start):
    """The first move of the cheapest way, by expanding at most as many states."""
    queue, number, seen = [], 0, []

    def add(cost, s, moves, first=None):
        nonlocal number
        for move in moves:
            heapq.heappush(queue, (cost_of(cost, move), number, s, move, move if first is None else first))
            number += 1

    add(0.0, start, [move for move in plays(start) if not greedy.is_personal(move)])
    for _ in range(greedy.LONGEST_SEARCH):
        if not queue:
            break
        cost, _, parent, move, first = heapq.heappop(queue)
        s = copied(parent)
        play(s, move)
        alike = s.hands[start.to_move], s.reach, s.way, s.waiting, s.tops[:-2]
        if alike in seen or s.to_move != start.to_move or chance_need(s):
            continue
        following = plays(s)
        if any(map(greedy.is_personal, following)):
            return first
        add(cost, s, following, first)
        seen.append(alike)
    return greedy.NO_MOVE


def test_the_way_is_that_of_a_plain_search():
    engine, rng, found = greedy_engine("cut_the_rope", Host.PLAIN), random.Random(5), 0
    states = engine.states(STATES)
    for seed in range(amount(12, 60)):
        for state in walk(varied("cut_the_rope", seed).deal(seed=seed), rng, 60):
            engine.load(state.table_copy(), states, 0)
            expected = way(state.table_copy())
            assert greedy.cheapest_path(states, [0] * BUFFER) == expected
            found += expected != greedy.NO_MOVE
    assert found > 50


def test_skipping_draws_is_drawing():
    for draws in (0, 1, 2, 5, 159, 1000):
        one, other = [12345], [12345]
        skip(one, draws)
        for _ in range(draws):
            chance.advance(other)
        assert one == other
