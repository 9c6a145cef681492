import json
import random
from collections import Counter
from math import exp

import pytest

import undercut
from tests.amounts import LOOP_HOSTS
from tests.conformance.suite import check_game, uniform
from tests.touring import played, walk
from undercut.cards import FRENCH
from undercut.cli.rules import choose_game
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.cuttle.one_offs import ONE_OFFS, one_off
from undercut.games.cuttle.options import OPTIONS
from undercut.games.cuttle.search import evaluation
from undercut.games.cuttle.search.evaluation import DIRECT, FEATURES, FIRST, FULL, LAST, SIDE, START, UNITS, features
from undercut.games.cuttle.table import COUNTERING
from undercut.lab.design import ask, lay_out, values_of
from undercut.pages.editor_page import load
from undercut.play.game import random_game
from undercut.play.state import State
from undercut.search.layers import search_engine
from undercut.table.opening.records import import_record
from undercut.table.opening.terms import read_choices


class Observer:
    """Remembers what lay open, from what everybody at the table sees."""

    def __init__(self, position: dict) -> None:
        self.before = position
        self.seen: list[set] = [set(), set()]
        self.top: list[str] = []

    def watch(self, after: dict, rules: dict) -> None:
        before = self.before
        for seat in range(2):
            hand, old = set(after["hands"][seat]), set(before["hands"][seat])
            for card in hand - old:
                place = before["stock"].index(card) if card in before["stock"] else -1
                # A card from the stock was seen only if it lay in the known top; any other one came openly.
                if place < len(self.top):
                    self.seen[seat].add(card)
            self.seen[seat] &= hand
            glasses = any(card[0] == "8" for card in after["permanents"][1 - seat])
            if glasses or (rules["open_end"] and not after["stock"]):
                self.seen[seat] |= hand
        self.watch_stock(before["stock"], after["stock"])
        self.before = after

    def watch_stock(self, before: list[str], after: list[str]) -> None:
        taken = [card for card in before if card not in after]
        self.top = [card for card in self.top if card not in taken]
        returned = [card for card in after[: len(after)] if card not in before]
        self.top = returned + self.top
        # Of two cards that a seven turned, one goes back on top, seen by both.
        revealed = self.before["revealed"]
        back = [card for card in revealed if card in after]
        self.top = back + [card for card in self.top if card not in back]


@pytest.mark.parametrize("part", range(6))
def test_views_show_what_an_observer_knows_and_no_more(part):
    for number in range(25):
        seed = 1000 * part + number
        chance = random.Random(seed)
        state = random_game("cuttle", chance).deal(seed=seed)
        observer = Observer(state.position())
        while not state.result:
            state.play(uniform(state, state.legal_moves(), chance))
            position = state.position()
            if state.result:
                break
            observer.watch(position, state.game.options)
            assert [set(cards) for cards in position["known"]] == observer.seen
            assert position["stock"][: position["known_top"]] == observer.top
            for viewer in (0, 1, None):
                view = state.view(viewer)
                for seat in {0, 1} - {viewer}:
                    assert {card for card in view["hands"][seat] if card != "?"} == observer.seen[seat]
                assert [card for card in view["stock"] if card != "?"] == observer.top


CHOSEN = {it.option for it in ONE_OFFS}
BY_OPTION = {option: {it.rank for it in ONE_OFFS if it.option in ("", option)} for option in CHOSEN}
GAMES = 40


def rules_with(option: str) -> dict[str, object]:
    values = {known.name: known.values[-1] for known in OPTIONS}
    return {"set": "pagat"} | ({option: values[option]} if option else {})


def places(state: State, card: str) -> list[str]:
    return [name for name, cards in state.position().items() if name != "known" and f'"{card}"' in json.dumps(cards)]


@pytest.mark.parametrize("option", [option.name for option in OPTIONS if option.kind == "choice"])
def test_no_option_brings_a_one_off_that_is_not_described(option):
    for seed in range(3):
        chance = random.Random(seed)
        state = undercut.game("cuttle", rules=rules_with(option)).deal(seed=seed)
        while state.result is None:
            moves = state.legal_moves()
            one_offs = [move for move in moves if move.kind == "one-off"]
            table = state.table_copy()
            assert all(one_off(table, FRENCH.code(move.card)) for move in one_offs)
            state.play(chance.choice(moves))


@pytest.mark.parametrize("option", sorted(BY_OPTION))
def test_every_one_off_is_played_and_does_what_it_says(option):
    announced = set()
    for seed in range(GAMES):
        chance = random.Random(seed)
        state = undercut.game("cuttle", rules=rules_with(option)).deal(seed=seed)
        while state.result is None:
            moves = state.legal_moves()
            new = [move for move in moves if move.kind == "one-off" and FRENCH.code(move.card) >> 2 not in announced]
            move = chance.choice(new or moves)
            if move.kind == "one-off":
                announced.add(FRENCH.code(move.card) >> 2)
                takes_effect(state, move)
            state.play(move)
    assert announced == BY_OPTION[option]


def takes_effect(state, move):
    described = one_off(state.table_copy(), FRENCH.code(move.card))
    assert described is not None
    brief, after = state.brief(move), state.copy()
    before = {card: places(state, card) for card in brief.hits}
    after.play(move)
    after.play("ok")
    undercut.from_position(after.position())
    assert all(places(after, card) != place for card, place in before.items())
    table = after.table_copy()
    if described.phase != COUNTERING and described.discards(table):
        assert table.phase == described.phase
        assert table.to_discard == min(described.discards(table), table.hands[table.to_move].bit_count())


@pytest.mark.parametrize("described", ONE_OFFS, ids=lambda it: f"{it.clause}-{it.option}")
def test_a_one_off_rests_on_its_clause_and_option(described):
    clause = read_book("cuttle").clause(described.clause)
    assert described.heading
    if described.option:
        assert described.option in {option.name for option in OPTIONS}
        assert described.option in {choice.option for choice in clause.choices}
        assert described.question
        values = next(option.values for option in OPTIONS if option.name == described.option)
        assert all(isinstance(value, bool) or str(value) in described.question.answers for value in values)


ROOM = 2048


def tables(number, seed):
    chance = random.Random(seed)
    names = list(registry.spec("cuttle").rule_sets)
    found = []
    while len(found) < number:
        state = undercut.game("cuttle", rules=names[len(found) % len(names)]).deal(seed=chance.randrange(1 << 30))
        found += [now.table_copy() for now in walk(state, chance)]
    return found


def sums(s):
    room = [0] * ROOM
    listed = room[: features(s, room)]
    return listed, [START[unit] + sum(FIRST[feature * UNITS + unit] for feature in listed) for unit in range(UNITS)]


def test_the_packed_sums_are_the_plain_ones():
    for s in tables(1500, 1):
        listed, units = sums(s)
        assert max(map(abs, units)) < -evaluation.LEAST
        value = LAST[UNITS] + sum(DIRECT[feature] for feature in listed)
        value += sum(min(max(unit, 0), FULL) * weight for unit, weight in zip(units, LAST[:UNITS], strict=True))
        assert evaluation.log_odds(s, [0] * ROOM) == value


@pytest.mark.parametrize("host", LOOP_HOSTS[1:])
def test_the_network_judges_alike_on_every_host(host):
    engine, plain = search_engine("cuttle", host), search_engine("cuttle", Host.PLAIN)
    states, shares, room = engine.states(1), engine.cells(2), engine.cells(ROOM)
    for s in tables(1500, 2):
        engine.load(s, states, 0)
        engine.functions.evaluate(states[0], shares, room)
        expected = [0, 0]
        plain.functions.evaluate(s, expected, [0] * ROOM)
        assert list(map(int, shares)) == expected
        assert sum(expected) == 1000


def test_the_network_sees_ranks_of_the_hand_and_the_side():
    s = undercut.game("cuttle").deal(seed=3).table_copy()
    room = [0] * ROOM
    listed = Counter(room[: features(s, room)])
    assert sum(listed[feature] for feature in range(13)) == 5
    assert sum(listed[SIDE + feature] for feature in range(13)) == 6
    assert set(listed) <= set(range(FEATURES))


def test_the_network_sees_a_race_that_is_nearly_won():
    s = undercut.game("cuttle").deal(seed=3).table_copy()
    s.points[s.turn] |= 1 << 39 | 1 << 38
    shares = [0, 0]
    search_engine("cuttle", Host.PLAIN).functions.evaluate(s, shares, [0] * ROOM)
    assert shares[s.turn] > 850
    assert 1 / (1 + exp(-evaluation.log_odds(s, [0] * ROOM) / evaluation.SCALE)) > 0.85


def test_the_deal_has_the_cards_that_the_options_name():
    game = undercut.game("cuttle", rules={"set": "toy", "pack": "A29Kch", "dealt": [3, 1]})
    position = game.deal(seed=1).position()
    assert [len(hand) for hand in position["hands"]] == [3, 1]
    cards = [*position["hands"][0], *position["hands"][1], *position["stock"]]
    assert sorted(cards) == sorted(["Ac", "Ah", "2c", "2h", "9c", "9h", "Kc", "Kh"])


def test_moves_have_the_numbers_of_cuttle():
    toy, full = undercut.game("cuttle", rules="toy"), undercut.game("cuttle")
    assert toy.actions == full.actions
    legal = toy.deal(seed=1).legal_moves()
    assert [toy.actions[move.action] for move in legal] == [str(move) for move in legal]


def test_the_last_pass_ends_the_game():
    state = undercut.game("cuttle", rules={"set": "toy", "pass_limit": 2, "kings": [50] * 5}).deal(seed=1)
    while state.position()["stock"]:
        state.play("draw")
    state.play("pass")
    assert state.result is None
    state.play("pass")
    assert state.result == undercut.Outcome((), "passes")


@pytest.mark.parametrize("seed", range(20))
def test_a_small_pack_passes_the_conformance_suite(seed):
    check_game(undercut.game("cuttle", rules={"set": "toy", "pass_limit": 1 + seed % 3}), seed, uniform)


def test_a_card_outside_the_pack_is_refused():
    position = undercut.game("cuttle", rules="toy").deal(seed=1).position()
    with pytest.raises(undercut.BadPosition, match=r"scrap\[?0?\]?: Ks is not in the pack"):
        undercut.from_position(position | {"scrap": ["Ks"]})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"pack": "A2dc"}, "letters A23456789TJQKcdhs, in this order"),
        ({"pack": "A1c"}, "letters"),
        ({"pack": ""}, "letters"),
        ({"pack": 5}, "letters"),
        ({"pack": "A2345"}, "3 cards, but the pack has 0"),
        ({"dealt": [60, 1]}, "from 0 to 52"),
        ({"dealt": [4, 4], "pack": "A2345c"}, "8 cards, but the pack has 5"),
        ({"pass_limit": 0}, "from 1 to 3"),
    ],
)
def test_impossible_deals_are_refused(changes, fault):
    with pytest.raises(undercut.BadRules, match=fault):
        undercut.game("cuttle", rules={"set": "toy", **changes})


DEALS = [{"pack": "A2345678cd"}, {"dealt": (2, 3)}, {"pass_limit": 1}, {"pack": "A23JQKcdh", "dealt": (4, 4)}]


@pytest.mark.parametrize("rule_set", [*registry.spec("cuttle").rule_sets])
@pytest.mark.parametrize("deal", DEALS)
def test_every_rule_set_takes_the_options_of_the_deal(rule_set, deal):
    game = undercut.game("cuttle", rules={"set": rule_set, **deal})
    assert game.changes == deal
    assert undercut.game("cuttle", rules=game.rules) == game
    state = played(game, 3)
    assert undercut.replay(state.record()) == state
    assert undercut.from_position(state.position()).position() == state.position()
    with pytest.raises(undercut.BadRules, match="for research"):
        game.refuse_research()


@pytest.mark.parametrize("rule_set", [*registry.spec("cuttle").rule_sets])
def test_the_usual_deal_is_no_change(rule_set):
    plain, spec = undercut.game("cuttle", rules=rule_set), registry.spec("cuttle")
    given = undercut.game("cuttle", rules={"set": rule_set, **spec.research.deal})
    assert given == plain == plain.refuse_research()
    assert given.rules == rule_set
    assert not given.options.keys() & spec.research.deal.keys()


def test_the_lab_and_the_terminal_take_the_options_of_the_deal():
    base = choose_game("cuttle", "pagat", ["dealt=4 5"], None)
    assert base.rules == {"set": "pagat", "dealt": [4, 5]}
    assert values_of(base, "dealt", [[3, 4], [4, 5]]) == ((3, 4),)
    assert values_of(base, "dealt") == ((5, 6),)
    assert values_of(base, "pass_limit") != ()
    chosen = ask(base, vary=["dealt=3 4", "pass_limit=1", "pack=A2345678cdhs"], players=["random"])
    changes = [{}, {"dealt": (3, 4)}, {"pass_limit": 1}, {"pack": "A2345678cdhs"}]
    found = [cell.game.changes for cell in lay_out(chosen).cells]
    assert found == [{"dealt": (4, 5)} | each for each in changes]


def test_players_are_not_offered_a_small_pack():
    spec = registry.spec("cuttle")
    assert not spec.research.rule_sets.keys() & spec.rule_sets.keys()
    assert not {option.name for option in spec.research.options} & {option.name for option in spec.options}
    state = undercut.game("cuttle", rules="toy").deal(seed=1)
    assert "for research" in str(load(state.position())[1])
    with pytest.raises(undercut.BadRules, match="for research"):
        import_record(state.record())
    draft = read_choices({"game": "cuttle", "rules": {"set": "toy"}})
    assert draft.terms is None
    assert draft.faults


@pytest.mark.parametrize("seed", range(3))
def test_hosts_count_the_same_games_of_a_small_pack(seed):
    state = undercut.game("cuttle", rules="toy").deal(seed=seed)
    plain, compiled = (undercut.perft(state, 6, host=host) for host in (undercut.Host.PLAIN, undercut.Host.COMPILED))
    assert plain == compiled > 50
