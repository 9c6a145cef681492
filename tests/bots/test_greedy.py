import heapq
import random

import numpy as np
import pytest

import undercut
from tests.amounts import amount
from tests.clauses.cuttle_table import table
from tests.touring import varied, walk
from undercut.bots.players import PLAYERS, play_out, ranks_of
from undercut.bots.policies import baselines_of
from undercut.bots.registry import make
from undercut.engine import chance
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.cut_the_rope.moves import PUT, legal_moves, move_card, move_kind, move_source
from undercut.games.cut_the_rope.rules import chance_need, play
from undercut.games.cut_the_rope.search import greedy
from undercut.games.cut_the_rope.table import KINDS_OF_CARDS, SCISSORS
from undercut.play.loading import determinize
from undercut.search.contract import BUFFER, STATES
from undercut.search.greedy import skip
from undercut.search.layers import greedy_engine

SIGNATURE = {"cuttle": 13701, "cups": 87508, "cut_the_rope": 237655}
TRAINED = {"cuttle ppo": 166382, "cuttle toy-ppo": 26720, "cups ppo": 845802, "cut_the_rope ppo": 675559}


def choices(name, deals, *, moves=60):
    chance = random.Random(name)
    for state in deals:
        for now in walk(state, chance, moves):
            legal = now.legal_moves()
            if len(legal) > 1:
                yield now, legal


@pytest.mark.parametrize("name", registry.names())
def test_signature(name):
    """One number for fixed positions: a change that moves it changes how the opponent plays."""
    number = 0
    deals = [undercut.game(name, rules=rules).deal(seed=7) for rules in registry.spec(name).rule_sets]
    for state, moves in choices(name, deals):
        for rank in ranks_of(state, moves):
            number = (number * 31 + rank) % 1_000_003
    assert number == SIGNATURE[name]


def test_every_policy_that_comes_along_has_a_signature():
    assert TRAINED.keys() == {f"{name} {found}" for name in registry.names() for found in baselines_of(name)}


@pytest.mark.parametrize("trained", TRAINED)
def test_signature_of_a_trained_policy(trained):
    """One number, as above; it answers one view and the rows of a batch alike."""
    name, _, found = trained.partition(" ")
    ours, rows = (make(f"baseline:{found}", name, 5) for _ in range(2))
    number = 0
    for state, moves in choices(name, [undercut.game(name, rules=ours.game.rules).deal(seed=8)], moves=80):
        view = state.view(state.to_move)
        move = ours.choose(view, moves)
        mask = np.zeros((1, len(state.game.actions)), np.bool_)
        mask[0, [each.action for each in moves]] = True
        assert rows.decide(state.observation(state.to_move)[None], mask)[0] == move.action
        number = (number * 31 + move.action) % 1_000_003
    assert number == TRAINED[trained]


def greedy_choice(state, seed):
    engine = greedy_engine(state.game.name, Host.PLAIN)
    states = engine.states(STATES + 1)
    engine.load(state.table_copy(), states, STATES)
    moves = engine.cells(engine.max_moves)
    size = engine.functions.legal_moves(states[STATES], moves)
    ranks, buffer = engine.cells(engine.max_moves), engine.cells(BUFFER)
    return engine.functions.greedy_move(states, STATES, moves, size, ranks, [seed], buffer)


@pytest.mark.parametrize("name", registry.names())
def test_it_looks_at_a_deal_that_the_seat_may_hold_for_true(name):
    """Permute what the seat cannot know: the same random numbers choose the same move. Each card lies in one place."""
    chance, engine = random.Random(3), greedy_engine(name, Host.PLAIN)
    deals = [varied(name, seed).deal(seed=seed) for seed in range(amount(3, 6))]
    for place, (state, _) in enumerate(choices(name, deals, moves=40)):
        view, table = state.view(state.to_move), state.table_copy()
        assert greedy_choice(determinize(view, chance), place) == greedy_choice(state, place)
        engine.functions.deal_unseen(table, state.to_move, [place], [0] * BUFFER)
        dealt = undercut.from_position({**state.position(), **state.game.spec.positions.write(table)})
        assert dealt.view(state.to_move) == view


def test_it_looks_at_the_deal_of_its_own():
    """Permuting cards is a test only where what they are matters: what a draw brings."""
    state = undercut.game("cuttle").deal(seed=7)
    ranks = {tuple(ranks_of(determinize(state.view(0), random.Random(seed)), state.legal_moves())) for seed in range(9)}
    assert len(ranks) > 1


def choice(state: undercut.State, seed: int = 1) -> str:
    return str(make("greedy", state.game.name, seed).choose(state.view(state.to_move), state.legal_moves()))


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize(("player", "limit"), [*((player, 3000) for player in PLAYERS), ("search:4", amount(30, 150))])
def test_whole_games_under_any_rules(name, player, limit):
    for seed in range(amount(2, 8)):
        game = varied(name, seed)
        players = [make(player, name, seed + seat) for seat in range(game.seats)]
        state = play_out(game.deal(seed=seed), players, limit=limit)
        assert state.result or len(state.moves) == limit


@pytest.mark.parametrize("rules", ["sipie", "denexa", "akagiri", "pagat", "cuttle-cards-1", "cuttle-cards-2"])
def test_greedy_takes_a_win(rules):
    assert choice(table(rules, hands=("Td 2c Kc", "9c 9d"), points=("Tc 4h", "5s"))) in ("Td", "Kc+")


def test_greedy_gives_nothing_away():
    """A jack on one's own card is legal, and a gift."""
    state = table("sipie", hands=("Jc", "9c 9d"), points=("Tc", ""))
    assert "Jc>Tc" in {str(move) for move in state.legal_moves()}
    assert choice(state) != "Jc>Tc"
    state = table("sipie", hands=("Ac 3d", "9c 9d"), points=("Tc 7c", ""))
    assert choice(state) != "Ac!"


def test_greedy_scuttles_what_would_win():
    assert choice(table("sipie", hands=("Ts 3d", "9c 9d"), points=("", "Td 9h"))) == "TsxTd"


@pytest.mark.parametrize(("points", "one_off", "answer"), [("Tc 9c", "Ah!", "2c!"), ("", "6h!", "ok")])
def test_greedy_counters_what_hurts_and_keeps_its_two_when_nothing_is_at_stake(points, one_off, answer):
    state = table("sipie", hands=("2c 3d", "Ah 6h 9d"), points=(points, ""), turn=1)
    state.play(one_off)
    assert choice(state) == answer


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
