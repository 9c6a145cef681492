import itertools
import json
import random
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest

import undercut
from tests.amounts import SEARCH_HOSTS, amount, some, some_of_each_game
from tests.touring import varied
from undercut.arena.playing import make_entrant
from undercut.bots.players import levels_of, take_turn
from undercut.bots.registry import make
from undercut.bots.thinking import think as searching
from undercut.bots.thinking.budget import QUIET, Effort, Watch, read_budget
from undercut.bots.thinking.think import think
from undercut.engine import chance as chances
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget, Settings
from undercut.play.loading import determinize
from undercut.search.layers import search_engine


def found(state, iterations=300, seed=1, host=Host.PLAIN, watch=QUIET, **others):
    settings = levels_of(state.game.name).settings
    view = state.view(state.to_move)
    budget = Budget(iterations=iterations)
    return think(view, Effort(budget, host, watch), random.Random(seed), settings=settings, **others)


def test_an_interrupt_stops_the_other_trees_too():
    def interrupt(_used):
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    trees = [SimpleNamespace(iterations=0, run=lambda _size: time.sleep(0.01)) for _ in range(3)]
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        searching.Clock(Effort(Budget(seconds=60, threads=3), watch=Watch(interrupt)), began).grow_all(trees)
    assert time.perf_counter() - began < 20


def choice(state, **others):
    return str(found(state, **others).best.move)


def figures(thought):
    return [(str(one.move), one.visits, one.expected, one.error, one.line) for one in thought.moves]


def position(name, seed, plies, seats=None):
    state = undercut.game(name, seats=seats).deal(seed=seed)
    players = [make("random", name, seed + seat) for seat in range(state.game.seats)]
    while len(state.moves) < plies or (len(state.legal_moves()) == 1 and not state.result):
        take_turn(state, players)
    assert not state.result
    return state


TABLES = [(name, seats) for name in registry.names() for seats in registry.spec(name).seats]


@pytest.mark.parametrize(("name", "seats"), some_of_each_game(TABLES, 2))
def test_any_number_of_seats(name, seats):
    state = position(name, seats, 5, seats)
    thought = found(state, iterations=60)
    assert thought.iterations == sum(one.visits for one in thought.moves) == 60
    assert {str(one.move) for one in thought.moves} == set(map(str, state.legal_moves()))
    assert all(0 <= one.expected <= 1 and one.error >= 0 for one in thought.moves)


@pytest.mark.parametrize("name", registry.names())
def test_plain_and_compiled_agree(name):
    for seed in some((1, 0, 2), 1):
        state = position(name, seed, 4 * seed)
        plain, *others = (figures(found(state, 150, seed, host, lines=2)) for host in SEARCH_HOSTS)
        assert all(other == plain for other in others)


def test_slices_change_nothing():
    """A search that is looked at in between, slowly, grows the same tree."""
    state = position("cuttle", 3, 6)
    seen = []
    watched = found(state, watch=Watch(progress=seen.append))
    assert figures(watched) == figures(found(state))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def dealt_by_search(state, number, seed=11):
    """Deal the hidden cards anew as the search does, from one position; give views back as positions."""
    seat = state.to_move
    engine = search_engine(state.game.name, Host.PLAIN)
    generator = [0]
    chances.start(generator, seed)
    pool = [0] * 2048
    for _ in range(number):
        s = state.table_copy()
        engine.functions.determinize(s, seat, generator, pool)
        yield s


def tables():
    """Every rule set with every number of seats for which it has the cards, and every value of every option."""
    for name in registry.names():
        yield from (varied(name, seed) for seed in range(8))
        for rules in registry.spec(name).rule_sets:
            for seats in registry.spec(name).seats:
                with suppress(undercut.UndercutError):
                    yield undercut.game(name, rules=rules, seats=seats)


@pytest.mark.parametrize("game", some(tables(), 30), ids=lambda game: f"{game.name} {game.rules} {game.seats}")
def test_every_deal_of_a_search_fits_the_view(game):
    """Whatever is made up, by the search or before it, the seat sees the same, to the byte."""
    state = game.deal(seed=game.seats)
    players = [make("random", game.name, seat) for seat in range(game.seats)]
    chance, positions = random.Random(game.seats), game.spec.positions
    for turn in range(24):
        if state.result:
            return
        if turn % 3 == 0:
            seat = state.to_move
            seen = json.dumps(state.view(seat))
            made_up = determinize(state.view(seat), chance)
            assert json.dumps(made_up.view(seat)) == seen
            for s in dealt_by_search(made_up, 1, turn):
                shown = positions.view(s, seat)
                assert json.dumps(shown) == json.dumps(positions.view(made_up.table_copy(), seat))
                undercut.from_position({**made_up.position(), **positions.write(s)})
        take_turn(state, players)


@pytest.mark.parametrize(("name", "card"), [("cuttle", "5h"), ("cups", "5w"), ("cut_the_rope", "X")])
def test_dealing_anew_is_as_likely_as_imagining(name, card):
    """How often a card is in the other hand: both ways of dealing."""
    states = (position(name, seed, 6) for seed in range(100))
    first = (state for state in states if state.to_move == 0)
    state = next(state for state in first if card not in str(state.view(0)["hands"][0]))
    chance = random.Random(3)
    number = amount(160, 1500)
    start, write = determinize(state.view(0), chance), state.game.spec.positions.write
    ours = sum(write(s)["hands"][1].count(card) for s in dealt_by_search(start, number)) / number
    theirs = sum(determinize(state.view(0), chance).position()["hands"][1].count(card) for _ in range(number)) / number
    assert ours == pytest.approx(theirs, abs=amount(14, 8) / 100)
    assert ours > 0


def cups_put_away(state, number):
    """Play on at random until so many cups are put away; give a position that the seat to move thinks possible."""
    players = [make("random", "cups", seat) for seat in range(state.game.seats)]
    while sum(card.endswith("c") for card in state.position()["away"]) < number:
        take_turn(state, players)
    return determinize(state.view(state.to_move), random.Random(1))


@pytest.mark.parametrize("rules", ["simple", "magellan"])
def test_cards_put_away_are_dealt_anew_too(rules):
    """CP-20, CP-38: nobody is shown what was put away, so the search may not take it for known."""
    seen = cups_put_away(undercut.game("cups", rules=rules).deal(seed=1), 2)
    away = [tuple(registry.spec("cups").positions.write(s)["away"]) for s in dealt_by_search(seen, 20)]
    assert len(set(away)) > 10
    assert {len(cards) for cards in away} == {len(seen.position()["away"])}


def test_cups_that_lie_apart_stay_there():
    """CP-38: with `cups_apart` everybody sees them, and no other put-away card is a cup."""
    seen = cups_put_away(undercut.game("cups", rules={"set": "simple", "cups_apart": True}).deal(seed=1), 2)
    assert {s.cups for s in dealt_by_search(seen, 20)} == {seen.table_copy().cups}


def test_a_game_that_goes_on_has_a_cup_left():
    """CP-22: without one it would have ended, so the search deals at least one to where it is in play."""
    position = undercut.game("cups").deal(seed=20).position()
    everything = [*itertools.chain(*position["hands"]), *position["stack"], *position["dump"]]
    played = {"hands": [["8d"], ["5c", "6w"]], "stack": ["4s"], "dump": ["2d"]}
    left = [*itertools.chain(*played["hands"]), *played["stack"], *played["dump"]]
    away = [card for card in everything if card not in left]
    seen = undercut.from_position({**position, **played, "away": away, "to_move": 0})
    cups = {s.cups for s in dealt_by_search(seen, 200)}
    assert cups == {1, 2, 3}


def test_budgets_are_read():
    assert read_budget("2s") == Budget(seconds=2.0)
    assert read_budget("5000") == Budget(iterations=5000)
    wrong = ["", "s", "0", "-3", "0s", "nans", "infs", "2m", "1e3", "٣", "1_000", "1_0s", "²s", " 5", "9" * 400]
    for text in (*wrong, None, 1.5):
        with pytest.raises(undercut.UndercutError, match="is not a budget"):
            read_budget(text)


def test_it_can_be_cancelled():
    effort = Effort(Budget(seconds=60), Host.PLAIN, watch=Watch(cancelled=lambda: True))
    assert 0 < think(position("cuttle", 3, 6).view(0), effort, random.Random(1)).iterations < 1000


def test_small_budgets_look_for_no_proof(monkeypatch):
    """A level that makes mistakes makes them in endings, too; its seconds only stop it where it is slow."""
    state, budget = position("cuttle", 3, 6), Budget(iterations=60, seconds=60)
    view = state.view(state.to_move)
    think(view, Effort(budget, Host.PLAIN), random.Random(1))  # the first search of a process may prepare for proofs
    monkeypatch.setattr(searching, "prove", lambda *_, **__: pytest.fail("it looked for a proof"))
    think(view, Effort(budget, Host.PLAIN), random.Random(1))


@pytest.mark.parametrize("iterations", [None, 10**6])
def test_seconds_are_kept(monkeypatch, iterations):
    """By a clock that goes on by a twentieth of a second at each look; whatever iterations are left then."""
    looks = itertools.count()
    monkeypatch.setattr(searching, "time", SimpleNamespace(perf_counter=lambda: next(looks) / 20))
    budget = Budget(seconds=0.5, iterations=iterations)
    thought = think(position("cuttle", 3, 6).view(0), Effort(budget, Host.PLAIN), random.Random(1))
    assert 0.5 <= thought.seconds <= 0.7
    assert 0 < thought.iterations < 10**6


@pytest.mark.parametrize("host", [Host.PLAIN, Host.COMPILED])
def test_two_trees_are_added_up(host):
    view, budget = position("cuttle", 3, 6).view(0), Budget(iterations=101, threads=2)
    thought, again = (think(view, Effort(budget, host), random.Random(1)) for _ in range(2))
    assert thought.iterations == sum(one.visits for one in thought.moves) == 102
    assert figures(thought) == figures(again)


@pytest.mark.parametrize("name", registry.names())
def test_players_by_name(name):
    assert make("search:20", name, 1).budget == Budget(iterations=20)
    assert [make(level, name, 1).name for level in LEVEL_NAMES] == [*LEVEL_NAMES]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ((None, "cuttle"), "name: None"),
        (("random", "whist"), "game: 'whist' is not one of"),
        (("random", None), "game: None"),
        (("exec:true", "whist"), "game: 'whist' is not one of"),
        (("random", "cuttle", -1), "seed: -1"),
        (("random", "cuttle", 1 << 63), "seed: 9223372036854775808"),
        (("random", "cuttle", True), "seed: True"),
        (("greedy", "cuttle", "7"), "seed: '7'"),
        (("nobody", "cuttle"), "'nobody' is not a player of cuttle; choose from random, greedy"),
        (("search", "cups"), "'search' is not a player of"),
        (("search:soon", "cuttle"), "is not a budget"),
    ],
)
def test_what_makes_no_player_is_named(arguments, fault):
    for maker in (make, make_entrant):
        with pytest.raises(undercut.UndercutError, match=fault):
            maker(*arguments)


SIGNATURE = {"cuttle": 520554, "cups": 69172, "cut_the_rope": 82637}


@pytest.mark.parametrize("name", registry.names())
def test_signature(name):
    """One number for fixed positions and iterations: a change that moves it changes how the opponent plays."""
    number = 0
    for seed in range(6):
        state = position(name, seed, 5 * seed)
        for one in sorted(found(state, 400, seed, Host.COMPILED).moves, key=lambda one: str(one.move)):
            number = (number * 31 + one.visits) % 1_000_003
    assert number == SIGNATURE[name]


def test_a_race_refuses_a_game_with_more_moves_than_it_has_room_for():
    view = undercut.game("cuttle").deal(seed=7).view(0)
    with pytest.raises(undercut.UndercutError, match="a race has room for 256 moves, and cuttle may have 1024"):
        think(view, Effort(Budget(iterations=10), Host.PLAIN), random.Random(1), settings=Settings(races=True))
