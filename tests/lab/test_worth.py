"""Worth of cards and turns: exchanges keep every card in one place, and what was planted is found."""

import random
from types import SimpleNamespace

import numpy as np
import pytest

import undercut
from tests.amounts import THOROUGH, amount
from tests.lab import race
from tests.lab.slowly import replays
from tests.touring import varied, walk
from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, rules_layer
from undercut.games.base import registry
from undercut.games.base.parts.figures import LAB, WORTH
from undercut.lab import cells, extra_measures
from undercut.lab.cells import Cell, interest_of_deals, lab_engine, play_deals, worth_of_deals
from undercut.lab.kernels import card_values, interest, whole_games
from undercut.search import greedy
from undercut.search.contract import GREEDY
from undercut.studies.measures import kinds_of, ways_of

pytestmark = pytest.mark.usefixtures("plain")


def table_of(state):
    return state._table  # noqa: SLF001  to change it


def hand_of(state, seat):
    return sorted(state.view(seat)["hands"][seat])


def moments(name, seed):
    """Starts of turns of a random game under random rules, each with the functions of its engine."""
    chance = random.Random(f"{name} {seed}")
    functions = lab_engine(name, "worth").functions
    for state in walk(varied(name, seed).deal(seed), chance, 120):
        if functions.starts_turn(state.table_copy()) and chance.random() < 0.2:
            yield state, functions, chance


@pytest.mark.parametrize("name", registry.own_names())
def test_an_exchange_changes_two_cards_and_nothing_else(name):
    """Every card stays in one place, and the other seats see the same as long as they do not see the hand."""
    exchanged = 0
    for seed in range(amount(8, 200)):
        for state, functions, chance in moments(name, seed):
            seat, table = state.to_move, state.table_copy()
            stock = functions.stock_size(table)
            held = {kind: functions.count_kind(table, seat, kind) for kind in range(len(kinds_of(name)))}
            assert sum(held.values()) == len(hand_of(state, seat))
            if not stock or not any(held.values()):
                continue
            kind = chance.choice([kind for kind, number in held.items() if number])
            other = state.copy()
            functions.exchange(table_of(other), seat, kind, chance.randrange(held[kind]), chance.randrange(stock))
            again = undercut.from_position(other.position())
            assert again.position() == other.position()
            before, after = hand_of(state, seat), hand_of(other, seat)
            assert len(before) == len(after)
            assert sum(card not in after for card in before) <= 1
            for watcher in {*range(state.game.seats)} - {seat}:
                seen, seen_after = state.view(watcher), other.view(watcher)
                if seen["hands"][seat] == seen_after["hands"][seat]:
                    assert seen == seen_after
            exchanged += 1
    assert exchanged > 20


@pytest.mark.parametrize("name", registry.own_names())
def test_a_turn_that_is_skipped_is_the_next_seats(name):
    skipped = 0
    for seed in range(amount(3, 100)):
        for state, functions, _ in moments(name, seed):
            other = state.copy()
            assert functions.skip_turn(table_of(other))
            again = undercut.from_position(other.position())
            assert again.position() == other.position()
            if functions.chance_need(table_of(other)) == 0 and state.game.seats == 2:
                assert other.to_move == 1 - state.to_move
            skipped += 1
    assert skipped > 10


@pytest.mark.parametrize("name", registry.own_names())
def test_without_a_change_a_game_goes_on_as_before(name, monkeypatch):
    """All comparisons share their random numbers, so an exchange of nothing gains nothing."""
    functions = lab_engine(name, "worth").functions
    monkeypatch.setitem(functions.compare.__globals__, "exchange", lambda *_: None)
    monkeypatch.setitem(functions.compare.__globals__, "skip_turn", lambda _: True)
    game = undercut.game(name)
    for policies in (("random",) * game.seats, ("greedy", *["random"] * (game.seats - 1))):
        sums = worth_of_deals(Cell(game, policies), 3, 0, amount(1, 2))
        assert sums[..., card_values.COMPARED].sum() > amount(4, 10)
        assert not sums[..., card_values.GAIN].any()


@pytest.mark.parametrize("name", registry.names() if THOROUGH else ["cuttle"])
def test_hosts_play_the_same_games_and_find_the_same_worth(name, monkeypatch):
    for seed in range(amount(1, 100)):
        game = varied(name, seed)
        cell = Cell(game, ("greedy", *["random"] * (game.seats - 1)))
        for find in (play_deals, worth_of_deals, interest_of_deals):
            found = []
            for host in ("plain", "compiled"):
                monkeypatch.setenv("UNDERCUT_HOST", host)
                found.append(find(cell, seed, 0, 2, limit=2000))
            assert all(map(np.array_equal, *found))


@pytest.mark.parametrize("name", registry.own_names())
def test_interest_is_what_a_slow_count_finds(name):
    game = undercut.game(name, seats=2)
    deals = {"cuttle": 6, "cups": 2, "cut_the_rope": 1}[name]
    found = interest_of_deals(Cell(game, ("random", "random")), 3, 0, deals).sum(axis=0)
    slow = dict.fromkeys(["games", "wins", "passed_up", "losers", "lost"], 0)
    uses = 0
    for states in map(list, replays(Cell(game, ("random", "random")), 3, deals)):
        slow["games"] += 1
        chances = [0, 0]
        for state, move, _ in states:
            if any(wins(state, move) for move in state.legal_moves()):
                slow["wins"] += 1
                chances[state.to_move] += 1
                slow["passed_up"] += not wins(state, move)
            uses += move.card is not None and move.kind not in ("take", "discard", "put")
        lost = sum(number for seat, number in enumerate(chances) if seat not in states[0][2].result.winners)
        slow["losers"] += lost
        slow["lost"] += lost > 0
    assert found[: interest.USES].tolist() == [*slow.values()]
    used = found[interest.USES :].reshape(len(kinds_of(name)), len(ways_of(name))).sum(axis=0)
    assert used.sum() > 0
    if name == "cuttle":
        assert used.sum() == uses
        assert slow["losers"] > 0


@pytest.mark.parametrize("name", registry.own_names())
def test_every_win_at_once_is_found(name):
    """Under random rules: a move is tried wherever one might win."""
    found = 0
    for seed in range(amount(6, 400)):
        chance, functions = random.Random(f"{name} {seed}"), lab_engine(name, "worth").functions
        for state in walk(varied(name, seed).deal(seed), chance, 300):
            if chance.random() < 0.2:
                expected = any(wins(state, move) for move in state.legal_moves())
                states = [state.table_copy() for _ in range(interest.INTEREST_STATES)]
                assert functions.has_win(states, [0] * 1024, state.to_move) == expected
                found += expected
    assert found


def wins(state, move):
    after, seat = state.copy(), state.to_move
    after.play(move)
    return after.result is not None and seat in after.result.winners and len(after.shuffles) == len(state.shuffles)


class Named(SimpleNamespace):
    """Attributes that can be a key, as games can."""

    __hash__ = object.__hash__


@pytest.fixture
def cell(monkeypatch):
    """A cell of the toy game, known to the lab for one test."""
    layers = (
        Layer("greedy", Contract((), GREEDY.required), (), (greedy,)),
        Layer("lab", LAB, (race,), (whole_games,)),
        Layer("worth", WORTH, (race,), (card_values, interest)),
    )
    engine = Engine("race", Host.PLAIN, rules_layer((race,)), *layers)
    monkeypatch.setattr(cells, "lab_engine", lambda *_: engine)
    for module in (cells, extra_measures):
        monkeypatch.setattr(module, "kinds_of", lambda _: race.KINDS)
    game = Named(name="race", seats=2, pack=range(race.PACK_SIZE), fresh_table=race.Table)
    return SimpleNamespace(game=game, policies=("random", "random"), rotations=1, compiled=True)


def found_by(cell, seed, deals):
    """The worths of a study, by name."""
    sums = extra_measures.WorthSums.of("race", [cells.worth_of_deals(cell, seed, 0, deals)])
    cards, openings, turns = extra_measures.worths("race", sums)
    named = {f"first {each.card}": each for each in openings} | {each.card: each for each in cards}
    return named | {"first turn" if each.first else "turn": each for each in turns}


def test_the_worth_of_a_strong_card_and_of_a_turn(cell):
    """The drawn turn is the hard part: games that end soon after it must not count more."""
    found, truth = found_by(cell, 1, amount(3000, 30_000)), race.worths()
    assert found.keys() == truth.keys()
    for name, expected in truth.items():
        assert found[name].low <= expected <= found[name].high, name
        assert 0 < found[name].error < amount(4, 1) / 100


@pytest.mark.skipif(not THOROUGH, reason="many studies")
def test_intervals_hold_together(cell):
    """All six cover the truth in about 95 of 100 studies."""
    truth, studies = race.worths(), 500
    covered = 0
    for seed in range(studies):
        found = found_by(cell, seed, 300)
        covered += all(found[name].low <= expected <= found[name].high for name, expected in truth.items())
    assert 0.92 <= covered / studies <= 0.98
