import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from math import exp, log

import pytest

import undercut
from tests.train.networks import random_network
from undercut.bots.players import SearchPlayer, levels_of
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.past_game import rebuild_game
from undercut.bots.thinking.think import think
from undercut.bots.thinking.tree import Tree
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import Budget
from undercut.play.loading import determinize, replay
from undercut.play.observing import view_with_history
from undercut.search import workspace
from undercut.search.network import FIXED_POINT_ONE
from undercut.search.pasts import FINE, UNFORESEEN

PASTS = 8


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    network = random_network(tmp_path_factory.mktemp("networks") / "cuttle.network")
    return replace(levels_of("cuttle").settings, network=network, pasts=PASTS)


def played(seed, rules=None, moves=25):
    state = undercut.game("cuttle", rules=rules).deal(seed=seed)
    players = [make(("random", "greedy")[seed % 2], "cuttle", seed + seat) for seat in range(2)]
    for _ in range(moves):
        state.play(players[state.to_move].choose(state.view(state.to_move), state.legal_moves()))
        if state.result:
            state.undo()
            break
    return state


def positions(number):
    sets = [*registry.spec("cuttle").rule_sets]
    for seed in range(number):
        yield played(seed, rules=sets[seed % len(sets)], moves=3 * seed % 40)


def test_a_game_is_rebuilt_as_far_as_its_seat_has_seen_it():
    rebuilt = 0
    for state in positions(40):
        seat = state.to_move
        found = rebuild_game(json.loads(json.dumps(view_with_history(state, seat))))
        if found is None:
            # A four takes cards by chance, or nothing has happened.
            assert state.shuffles or not state.moves
            continue
        rebuilt += 1
        steps = replay(state.record())
        for table in found.tables[::-1]:
            seen = state.game.spec.positions.view(table, seat)
            assert {name: steps.view(seat)[name] for name in seen} == seen
            if steps.moves:
                steps.undo()
        assert [state.game.spec.notation.write(move) for move in found.moves] == list(state.moves)
    assert rebuilt > 30


def test_without_a_fitting_history_nothing_is_rebuilt():
    state = played(3)
    view = view_with_history(state, state.to_move)
    rows = view["history"]
    first = next(place for place, row in enumerate(rows) if row[0] == 1)
    wrong = {
        "none": None,
        "empty": [],
        "an end": rows[:-3],
        "a start": rows[1:],
        "another seat": [*rows[:first], [1, 3 - rows[first][1], *rows[first][2:]], *rows[first + 1 :]],
        "another move": [*rows[:first], [1, rows[first][1], 1400, 0], *rows[first + 1 :]],
        "a hidden move": [*rows[:first], [1, rows[first][1], 0, 0], *rows[first + 1 :]],
        "a card twice": [rows[1], *rows[1:]],
        "nonsense": [[1, 2]],
    }
    assert rebuild_game(view) is not None
    for what, history in wrong.items():
        assert rebuild_game({**view, "history": history}) is None, what
    started = undercut.from_position(played(3, moves=9).position(), seed=1)
    started.play(started.legal_moves()[0])
    assert rebuild_game(view_with_history(started, started.to_move)) is None


def test_a_damaged_history_is_never_more_than_useless():
    chance = random.Random(1)
    for state in positions(12):
        view = view_with_history(state, state.to_move)
        for _ in range(8):
            rows = [[*row] for row in view["history"]]
            place = chance.randrange(len(rows))
            rows[place] = chance.choice(([1, 2, chance.randint(0, 1415), 0], [2, 2, chance.randint(1, 52), 1]))
            del rows[chance.randrange(len(rows))]
            found = rebuild_game({**view, "history": rows})
            assert found is None or len(found.moves) <= len(state.moves)


def imagined(state, settings, seed=1):
    view = view_with_history(state, state.to_move)
    past = rebuild_game(view)
    start = determinize(view, random.Random(seed))
    tree = Tree(start, seed, settings, 100, Host.PLAIN, past=past)
    found = int(tree.workspace[workspace.PROGRESS][workspace.FITTING])
    return tree, [tree.engine.unload(tree.states, 2 + place) for place in range(found)]


def test_every_past_leads_to_what_the_seat_sees(settings):
    for state in positions(12):
        if rebuild_game(view_with_history(state, state.to_move)) is None:
            continue
        _, pasts = imagined(state, settings)
        assert len(pasts) == PASTS
        seat = state.to_move
        for table in pasts:
            seen = state.game.spec.positions.view(table, seat)
            assert {name: state.view(seat)[name] for name in seen} == seen


def test_unweighed_pasts_are_dealt_evenly(settings):
    """After moves that every hand allows, each unseen card lies in the other hand equally often."""
    state = undercut.game("cuttle").deal(seed=5)
    for move in ("draw", "draw", "draw", "draw"):
        state.play(move)
    held = Counter()
    for seed in range(40):
        _, pasts = imagined(state, settings, seed)
        held.update(card for table in pasts for card in state.game.spec.positions.view(table, 1)["hands"][1])
    unseen = 52 - len(state.view(0)["hands"][0])
    expected = 40 * PASTS * 8 / unseen
    assert len(held) == unseen
    assert sum((number - expected) ** 2 / expected for number in held.values()) < 2 * unseen


def test_a_card_that_was_played_had_its_place_in_the_hand(settings):
    """The other seat held the card that it played, so one card less of its first hand is unknown."""
    state = undercut.game("cuttle").deal(seed=5)
    state.play("draw")
    card = next(move for move in state.legal_moves() if move.kind == "points")
    state.play(card)
    for seed in range(5):
        _, pasts = imagined(state, settings, seed)
        assert all(len(state.game.spec.positions.view(table, 1)["hands"][1]) == 5 for table in pasts)


def test_the_weight_is_the_product_of_the_priors(settings):
    state = played(4, moves=8)
    tree, _ = imagined(state, replace(settings, pasts=1))
    past, seat, functions = rebuild_game(view_with_history(state, state.to_move)), state.to_move, tree.engine.functions
    first, moves = 3, [*past.moves, 0]
    found = functions.weigh_past(tree.states, first, moves, len(past.moves), tree.workspace, tree.weights)
    expected, table = 0.0, tree.engine.unload(tree.states, first)
    for move in past.moves:
        size = functions.legal_moves(table, tree.workspace[workspace.MOVES])
        if functions.mover(table) != seat and size > 1:
            place = tree.workspace[workspace.MOVES][:size].index(move)
            functions.fill_priors(table, size, tree.workspace, tree.weights)
            prior = tree.workspace[workspace.PRIORS][place] / FIXED_POINT_ONE
            expected += log((1 - UNFORESEEN) * prior + UNFORESEEN / size)
        functions.play(table, move)
    assert expected < 0
    assert found / FINE == pytest.approx(expected, abs=1e-5)
    assert exp(expected) > 0


def twin(state, seat, chance):
    """A game from another deal that the seat cannot tell from this one; None if none was found."""
    record = state.record()
    start = record["start"]
    for _ in range(40):
        hand = chance.choice(start["hands"][1 - seat])
        deep = chance.choice(start["stock"][-20:])
        swap = {hand: deep, deep: hand}
        hands = [[swap.get(card, card) for card in each] for each in start["hands"]]
        stock = [swap.get(card, card) for card in start["stock"]]
        with suppress(undercut.BadRecord):
            other = replay({**record, "start": {**start, "hands": hands, "stock": stock}})
            if view_with_history(other, seat) == view_with_history(state, seat):
                return other
    return None


def test_hidden_cards_never_change_a_move_that_remembers(settings):
    chance = random.Random(2)
    compared = 0
    for state in positions(20):
        seat = state.to_move
        other = twin(state, seat, chance)
        if other is None or rebuild_game(view_with_history(state, seat)) is None:
            continue
        chosen = []
        for each in (state, other):
            player = SearchPlayer(random.Random(7), Budget(iterations=60), settings, host=Host.PLAIN)
            chosen.append(player.choose(view_with_history(each, seat), each.legal_moves()))
        assert chosen[0] == chosen[1]
        compared += 1
    assert compared > 8


def thought(view, host, settings):
    return think(view, Effort(Budget(iterations=80), host), random.Random(1), settings=settings).moves


def test_a_search_without_a_history_plays_as_without_pasts(settings):
    for state in positions(6):
        view = state.view(state.to_move)
        assert thought(view, Host.PLAIN, settings) == thought(view, Host.PLAIN, replace(settings, pasts=0))


def test_the_compiled_host_imagines_the_same_pasts(settings):
    state = played(6, moves=14)
    view = view_with_history(state, state.to_move)
    plain = thought(view, Host.PLAIN, settings)
    assert plain == thought(view, Host.COMPILED, settings)
    assert plain != thought(state.view(state.to_move), Host.PLAIN, settings)
