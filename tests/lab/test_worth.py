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
from undercut.engine.engine import Engine
from undercut.engine.host import Host, Layer, rules_layer
from undercut.games.base import registry
from undercut.games.base.parts import figures as columns
from undercut.games.base.parts.figures import LAB, WORTH, Figures
from undercut.lab import cells, study
from undercut.lab.cells import Cell, interest_of_deals, lab_engine, play_deals, worth_of_deals
from undercut.lab.chunks import play_extras
from undercut.lab.design import ExtraMeasures, ask, lay_out
from undercut.lab.folder import Progress, arrays_of, progress_of
from undercut.lab.intervals import estimate_worths
from undercut.lab.kernels import extras, whole_games
from undercut.lab.skill import PARTS, Crossed, line_ups, play_crossed, shares_of, skill_parts, skills_of
from undercut.lab.sums import EVERY, ExtraSums, Sums, WorthSums
from undercut.search import greedy
from undercut.search.contract import GREEDY

pytestmark = pytest.mark.usefixtures("plain")


def table_of(state):
    return state._table  # noqa: SLF001  to change it


def hand_of(state, seat):
    return sorted(state.view(seat)["hands"][seat])


def moments(name, seed):
    """Starts of turns of a random game under random rules, each with the functions of its engine."""
    chance = random.Random(f"{name} {seed}")
    functions = lab_engine(name, "extras").functions
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
            kinds = range(len(registry.spec(name).figures.kinds))
            held = {kind: functions.count_kind(table, seat, kind) for kind in kinds}
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
    functions = lab_engine(name, "extras").functions
    monkeypatch.setitem(functions.compare.__globals__, "exchange", lambda *_: None)
    monkeypatch.setitem(functions.compare.__globals__, "skip_turn", lambda _: True)
    game = undercut.game(name)
    for policies in (("random",) * game.seats, ("greedy", *["random"] * (game.seats - 1))):
        sums = worth_of_deals(Cell(game, policies), 3, 0, amount(1, 2))
        assert sums[..., extras.COMPARED].sum() > amount(4, 10)
        assert not sums[..., extras.GAIN].any()


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
    assert found[: extras.USES].tolist() == [*slow.values()]
    own = registry.spec(name).figures
    used = found[extras.USES :].reshape(len(own.kinds), len(own.ways)).sum(axis=0)
    assert used.sum() > 0
    if name == "cuttle":
        assert used.sum() == uses
        assert slow["losers"] > 0


@pytest.mark.parametrize("name", registry.own_names())
def test_every_win_at_once_is_found(name):
    """Under random rules: a move is tried wherever one might win."""
    found = 0
    for seed in range(amount(6, 400)):
        chance, functions = random.Random(f"{name} {seed}"), lab_engine(name, "extras").functions
        for state in walk(varied(name, seed).deal(seed), chance, 300):
            if chance.random() < 0.2:
                expected = any(wins(state, move) for move in state.legal_moves())
                states = [state.table_copy() for _ in range(extras.INTEREST_STATES)]
                assert functions.has_win(states, [0] * 1024, state.to_move) == expected
                found += expected
    assert found


def wins(state, move):
    after, seat = state.copy(), state.to_move
    after.play(move)
    return after.result is not None and seat in after.result.winners and len(after.shuffles) == len(state.shuffles)


class Named(SimpleNamespace):
    __hash__ = object.__hash__


@pytest.fixture
def cell(monkeypatch):
    layers = (
        Layer("greedy", Contract((), GREEDY.required), (), (greedy,)),
        Layer("lab", LAB, (race,), (whole_games,)),
        Layer("extras", WORTH, (race,), (extras,)),
    )
    engine = Engine("race", Host.PLAIN, rules_layer((race,)), *layers)
    monkeypatch.setattr(cells, "lab_engine", lambda *_: engine)
    monkeypatch.setattr(registry, "spec", lambda _: SimpleNamespace(figures=Figures(kinds=race.KINDS)))
    game = Named(name="race", seats=2, pack=range(race.PACK_SIZE), fresh_table=race.Table)
    return SimpleNamespace(game=game, policies=("random", "random"), rotations=1, compiled=True)


def found_by(cell, seed, deals):
    found = WorthSums.of([cells.worth_of_deals(cell, seed, 0, deals)])
    cards, openings, turns = estimate_worths("race", found)
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


STRENGTHS = np.array([0.3, 0.0, -0.3])


def planted(generator, deals, luck, first, skill, replicates=2):
    """Play a toy game in which deal, seat and players move the chance of the first seat; return its true parts too."""
    seatings = [(one, other) for pair in line_ups((0, 1, 2), 2) for one, other in (pair, pair[::-1])]
    gaps = np.array([STRENGTHS[one] - STRENGTHS[other] for one, other in seatings]) * skill
    moved = generator.choice([-luck, luck], size=(deals, 1, 1))
    chances = 0.5 + first + moved + gaps[None, :, None]
    wins = generator.random((deals, len(seatings), replicates)) < chances
    groups = np.array([[2 * (place // 2) + place % 2, 2 * (place // 2) + 1 - place % 2] for place in range(6)])
    truth = np.array([luck**2, first**2, np.mean(gaps**2)]) / 0.25
    return Crossed(np.stack([wins, ~wins], axis=-1).astype(float), groups), [*truth, 1 - truth.sum()]


@pytest.mark.parametrize(("luck", "first", "skill"), [(0.15, 0.05, 0.4), (0.2, 0.0, 0.0), (0.0, 0.1, 0.5)])
def test_intervals_cover_the_planted_parts(luck, first, skill):
    """Each interval covers its part in at least about 95 of 100 studies; a part of nothing is covered almost always."""
    generator = np.random.default_rng(3)
    studies = amount(60, 1000)
    covered, found = np.zeros(4), np.zeros(4)
    for _ in range(studies):
        results, truth = planted(generator, 300, luck, first, skill)
        parts = skill_parts(results)
        assert sum(value for value, _, _ in parts.values()) == pytest.approx(1)
        for place, name in enumerate(PARTS):
            value, low, high = parts[name]
            covered[place] += low - 1e-12 <= truth[place] <= high + 1e-12
            found[place] += value / studies
    allowed = 0.93 if studies > 500 else 0.88
    assert covered.min() >= allowed * studies, covered
    assert found == pytest.approx(truth, abs=0.01)


def test_replicates_tell_luck_of_the_deal_from_the_rest():
    """Without luck of the deal, equal play of all replicates would look like it."""
    generator = np.random.default_rng(5)
    results, _ = planted(generator, 1000, 0.0, 0.0, 0.0)
    assert skill_parts(results)["deal"][0] < 0.02
    alike = Crossed(np.repeat(results.shares[:, :, :1], 2, axis=2), results.groups)
    assert skill_parts(alike)["deal"][0] > 0.1


@pytest.mark.parametrize(("deals", "replicates"), [(29, 2), (50, 1)])
def test_too_few_results_are_refused(deals, replicates):
    results, _ = planted(np.random.default_rng(5), deals, 0.1, 0.05, 0.2, replicates)
    with pytest.raises(ValueError, match=f"{deals} deals with {replicates} replicates"):
        skill_parts(results)


def test_a_crossed_design_seats_every_pair_on_the_same_deals():
    game = undercut.game("cuttle")
    found = play_crossed(game, ("greedy", "random"), 7, 2, 8)
    rows = play_deals(Cell(game, ("greedy", "random")), 7, 2, 8)[0]
    expected = shares_of(rows[:, columns.WINNERS], 2).reshape(6, 2, 2)
    assert np.array_equal(found.shares[:, :, 0], expected)
    assert not np.array_equal(found.shares[:, :, 1], expected)
    assert found.groups.tolist() == [[0, 1], [1, 0]]
    parts = play_crossed(game, ("greedy", "random"), 7, 4, 5)
    assert np.array_equal(parts.shares, found.shares[2:3])


def test_greedy_play_is_a_skill():
    results = play_crossed(undercut.game("cuttle"), ("greedy", "random"), 7, 0, 60)
    parts = skill_parts(results)
    assert parts["player"][1] > 0.1
    assert parts["player"][0] > parts["deal"][0]


def test_a_study_with_everything():
    found = study("cuttle", games=32, worth=True)
    assert found.command.endswith("--worth")
    cells = len(found.cells)
    assert cells == 2
    for cards in (found.worths, found.openings):
        # In few deals, a kind of card may never be held.
        kinds = registry.spec("cuttle").figures.kinds
        assert len({(each.cell, each.card) for each in cards}) == len(cards) > cells * len(kinds) // 2
        assert all(-1 <= each.low <= each.value <= each.high <= 1 and each.held for each in cards)
    firsts = [each for each in found.turn_worths if each.first]
    assert [(each.cell, each.compared) for each in firsts] == [(cell, 32) for cell in range(cells)]
    assert [(skill.cell, skill.players) for skill in found.skills] == [(0, ("greedy", "random"))]
    assert all(sum(part[0] for part in skill.parts.values()) == pytest.approx(1) for skill in found.skills)


def test_wins_to_take_are_measured_in_one_deal_of_eight():
    found = study("cuttle", players=["random"], games=20, skill=False)
    cell = Cell(undercut.game("cuttle"), ("random", "random"))
    sums = interest_of_deals(cell, 0, 0, 20, every=EVERY).sum(axis=0)
    values = {each.measure: each.value for each in found.estimates}
    assert found.cells[0].watched == sums[extras.GAMES] == 3
    assert values["losers_wins"] == pytest.approx(sums[extras.LOSERS] / 3)
    assert values["overlooked"] == pytest.approx(sums[extras.PASSED_UP] / sums[extras.WINS])
    assert sum(count for ways in found.cells[0].uses.values() for count in ways.values()) == sums[extras.USES :].sum()
    assert not found.worths
    assert not found.skills


def test_what_is_not_wanted_is_not_measured():
    found = study("cuttle", players=["random"], games=4, interest=False)
    assert {"overlooked", "losers_wins", "lost_wins"}.isdisjoint(each.measure for each in found.estimates)
    assert not found.cells[0].watched
    assert not found.cells[0].uses
    assert "--no-interest" in found.command


def test_draws_alone_share_no_skill():
    drawn, groups = np.full((40, 2, 2, 2), 0.5), np.array([[0, 1], [1, 0]])
    assert not skills_of(lay_out(ask(undercut.game("cuttle"))), [Crossed(drawn, groups)])
    drawn[0, 0, 0] = 0, 1
    assert np.isfinite([*skill_parts(Crossed(drawn, groups)).values()]).all()


def test_chunks_and_files_keep_everything():
    """What chunks add up to, and what is read back from files, gives the same results."""
    design = lay_out(ask(undercut.game("cuttle")))
    extras = ExtraMeasures(interest=False, worth=True)
    whole = play_extras(extras, design, 3, 0, 30)
    parts = [play_extras(extras, design, 3, first, last) for first, last in ((0, 12), (12, 30))]
    summed = sum(parts, ExtraSums.empty(design))
    assert len(parts[0].skills[0].shares) == 12
    again = progress_of(arrays_of(Progress(2, Sums.empty(1, 1), (), summed))).extras
    for found in (summed, again):
        assert estimate_worths("cuttle", found.worths) == estimate_worths("cuttle", whole.worths)
        assert skills_of(design, found.skills) == skills_of(design, whole.skills)
