import random
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import pytest

import undercut
import undercut.lab
from tests.amounts import amount
from tests.bots.rogues import rogue
from tests.clauses import cups_table
from tests.lab.slowly import choose, players, replayed, replays
from tests.touring import varied
from undercut.games.base import registry
from undercut.games.base.parts import figures as columns
from undercut.games.cups import lab as cups_lab
from undercut.lab import cells
from undercut.lab.cells import POLICY_CODES, Cell, play_deals
from undercut.lab.design import ask, lay_out
from undercut.lab.sums import Sums, per_deal
from undercut.play.game import random_game
from undercut.studies.measures import columns_of, facts_of, measures, union
from undercut.studies.results import Contrast

pytestmark = pytest.mark.usefixtures("plain")


def standings(state):
    """How well each seat stands: missing points, or cards that are left."""
    position = state.position()
    if state.game.name == "cuttle":
        points = [sum("A23456789T".index(pile["card"][0]) + 1 for pile in side) for side in position["points"]]
        return [point - goal for point, goal in zip(points, state.goals, strict=True)]
    if state.game.name == "cups":
        hands, graves = position["hands"], position["graveyards"]
        return [-len(hand) - sum(map(len, grave)) for hand, grave in zip(hands, graves, strict=True)]
    return [-len(deck) for deck in position["personal"]]


def begins_turn(state):
    position = state.position()
    begins = {"cuttle": True, "cups": not position.get("called"), "cut_the_rope": not position.get("moved")}
    return position["phase"] == "play" and begins[state.game.name]


def recount(cell, seed, deal, rotation, deal_seed):
    """Play a game of the lab by states; give what its row holds, who led in each turn, and the winners."""
    state, generators = cell.game.deal(deal_seed), players(seed, deal, cell.game.seats)
    policies = cell.policies[rotation:] + cell.policies[:rotation]
    choices, leaders = [], []
    deficits = [0] * cell.game.seats
    while not state.result:
        if begins_turn(state):
            stands = standings(state)
            first = [seat for seat, stand in enumerate(stands) if stand == max(stands)]
            leaders.append(first[0] if len(first) == 1 else None)
            deficits = [max(old, max(stands) - stand) for old, stand in zip(deficits, stands, strict=True)]
        choices.append(len(state.legal_moves()))
        state.play(choose(state, policies[state.to_move], generators[state.to_move]))
    winners, reasons = state.result.winners, list(registry.spec(state.game.name).words.ends)
    led = [leader for leader in leaders if leader is not None]
    last_open = [turn for turn, leader in enumerate(leaders, start=1) if (leader,) != winners]
    row = {
        "winners": sum(1 << seat for seat in winners),
        "reason": 1 + reasons.index(state.result.reason),
        "decisions": len(choices),
        "turns": len(leaders),
        "choices": sum(choices),
        "singles": choices.count(1),
        "lead_changes": sum(one != other for one, other in pairwise(led)),
        "open": (max(last_open, default=0) if len(winners) == 1 else len(leaders)),
        "deficit": deficits[winners[0]] if len(winners) == 1 else 0,
        "shuffles": len(state.shuffles),
    }
    return row, leaders, winners


def named(row):
    return dict(zip(columns.NAMES, row.tolist(), strict=False))


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("policy", POLICY_CODES)
def test_a_row_is_what_a_slow_count_finds(name, policy):
    """Under any rules, for any number of seats, and with policies that differ by seat."""
    for seed in range(amount(2, 60)):
        game = varied(name, seed)
        cell = Cell(game, (policy, *["random"] * (game.seats - 1)))
        rows = play_deals(cell, seed, 1, 2, limit=4000)[0]
        ended = [row for row in map(named, rows[-2:]) if row["reason"]]
        assert ended
        for row in ended:
            expected, *_ = recount(cell, seed, 1, row["rotation"], row["seed"])
            assert {key: row[key] for key in expected} == expected


@pytest.mark.parametrize("name", registry.own_names())
def test_leads_are_what_a_slow_count_finds(name):
    cell = Cell(undercut.game(name), ("random",) * undercut.game(name).seats)
    _, leads = play_deals(cell, 4, 0, 3)
    slow = np.zeros_like(leads)
    for deal, row in enumerate(play_deals(cell, 4, 0, 3)[0]):
        _, leaders, winners = recount(cell, 4, deal, 0, int(row[columns.SEED]))
        for turn, leader in enumerate(leaders[: len(slow)]):
            slow[turn] += (leader is not None, leader in winners)
    assert np.array_equal(leads, slow)
    assert 0 < leads[:, 1].sum() < leads[:, 0].sum()


def test_other_players_play_the_same_deals():
    cell = Cell(undercut.game("cuttle"), ("random", "random"))
    one, other = (play_deals(cell, 4, 0, 3, players=seed)[0] for seed in (4, 5))
    assert np.array_equal(one, play_deals(cell, 4, 0, 3)[0])
    assert np.array_equal(one[:, columns.SEED], other[:, columns.SEED])
    assert not np.array_equal(one, other)


def facts(cell, seed, deals):
    rows = play_deals(cell, seed, 0, deals, limit=3000)[0]
    return dict(zip(facts_of(cell.game.name), rows[:, columns.FACTS :].sum(axis=0).tolist(), strict=False))


def test_the_figures_of_cuttle():
    cell = Cell(undercut.game("cuttle"), ("random", "random"))
    kinds = [move.kind for _, move, _ in chain.from_iterable(replays(cell, 3, 6))]
    counted = {"scuttles": "scuttle", "one_offs": "one-off", "counters": "counter"}
    assert facts(cell, 3, 6) == {fact: kinds.count(kind) for fact, kind in counted.items()}


def test_the_figures_of_cups():
    cell = Cell(undercut.game("cups", rules={"set": "simple", "redeal": True}, seats=2), ("random", "random"))
    counted = dict.fromkeys(facts_of("cups"), 0)
    for before, move, after in chain.from_iterable(replays(cell, 3, 3)):
        shuffled = len(after.shuffles) > len(before.shuffles)
        counted["run_outs"] += shuffled and before.position()["stack"] != []
        counted["buries"] += move.kind == "bury"
    found = facts(cell, 3, 3)
    assert found["buries"] == counted["buries"] > 0
    assert found["run_outs"] + found["redeals"] >= counted["run_outs"] > 0


@pytest.mark.parametrize(
    ("moves", "dump", "shuffles", "number"),
    [
        ("bury", "4w 5w 6w 7w 8w", ("8w 4w 5w 6w 7w", "8w"), 1),
        ("bury ok", "4w Aw 6w 7w 8w", ("8w 4w Aw 6w 7w", "8w"), 1),
        ("bury", "4w 5w", ("5w 4w", "5w"), 0),
        ("bury", "", (), 0),
    ],
    ids=["dealt", "an ace kept", "too small a stack", "no stack"],
)
def test_a_redeal_of_cups_counts_once_cards_were_dealt(moves, dump, shuffles, number):
    fields = {"hands": ("", "2s 3c", ""), "graveyards": ("2w", "", "4d / 5d"), "dump": f"{dump} 9s", "rest": "away"}
    rules = {"set": "simple", "redeal_ace": "return"}
    state = cups_table.forced(cups_table.position(rules, turn=1, **fields), moves, *shuffles)
    row = [0, 0, 0]
    cups_lab.note_turn(state.table_copy(), row, 0)
    assert row == [0, number, 0]


def test_the_figures_of_cut_the_rope():
    cell = Cell(undercut.game("cut_the_rope", seats=2), ("random", "random"))
    scissors = sum(move.card == "X" and move.kind != "put" for _, move, _ in chain.from_iterable(replays(cell, 3, 2)))
    assert facts(cell, 3, 2)["scissors"] == scissors > 0


def test_the_page_says_what_every_column_holds_and_every_measure_is():
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    for name in (*columns.NAMES, *(fact for game in registry.own_names() for fact in facts_of(game))):
        assert f"`{name}`" in page
    for name in registry.own_names():
        for measure in measures(undercut.game(name), ("greedy", "random")):
            known = measure.name.rstrip("0123456789").removesuffix("random").removesuffix("greedy")
            assert f"`{'end_' if known.startswith('end_') else known}" in page, measure.name


def test_cells_play_the_same_deals():
    """The games of a batch with the same seed, whatever the rules and whoever plays."""
    seeds = undercut.batch("cuttle", 4, seed=9).seeds
    for rules, policies in (("sipie", ("random", "random")), ("denexa", ("random", "greedy"))):
        rows = play_deals(Cell(undercut.game("cuttle", rules=rules), policies), 9, 0, 4)[0]
        assert sorted(set(rows[:, columns.SEED].tolist())) == sorted(seeds.tolist())


def test_policies_change_seats():
    game = undercut.game("cups", seats=4)
    for policies, rotations in ((["greedy", "random", "random", "random"], 4), (["greedy", "random"] * 2, 2)):
        cell = Cell(game, tuple(policies))
        rows = play_deals(cell, 5, 0, 1, limit=50)[0]
        assert cell.rotations == len(rows) == rotations
        seated = [[code >> 4 * seat & 15 for seat in range(4)] for code in rows[:, columns.POLICIES].tolist()]
        names = {code: name for name, code in POLICY_CODES.items()}
        rotated = [policies[rotation:] + policies[:rotation] for rotation in range(rotations)]
        assert [[names[code] for code in row] for row in seated] == rotated


def test_a_game_that_is_stopped_has_no_winner():
    rows = play_deals(Cell(undercut.game("cups"), ("random",) * 2), 5, 0, 2, limit=7)[0]
    assert rows[:, columns.DECISIONS].tolist() == [7, 7]
    assert not rows[:, [columns.WINNERS, columns.REASON]].any()


@pytest.mark.parametrize(
    ("policies", "fault"),
    [
        ("random+random+random", "policies: 3 for 2 seats"),
        ("random+nobody", "players: 'nobody' is not a player of cuttle"),
        ("random+search:2s", "players: 'search:2s' has a time limit"),
        ("random+exec:true", "players: exec:true: exited with code 0"),
        (f"random+{rogue('any')}", "does not say that it repeats its moves"),
    ],
)
def test_policies_that_cannot_play(policies, fault):
    with pytest.raises(undercut.UndercutError, match=fault):
        lay_out(ask(undercut.game("cuttle"), players=policies))


def test_each_player_is_tried_once(monkeypatch):
    tried = []
    monkeypatch.setattr("undercut.lab.design.check_repeatable", lambda name, _: tried.append(name))
    lay_out(ask(undercut.game("cuttle"), vary="four,seven,win", players="easy+easy,easy+hard,random"))
    assert sorted(tried) == ["easy", "hard"]


def test_a_game_with_more_seats_than_the_rows_have_is_refused(monkeypatch):
    monkeypatch.setattr(cells.whole_games, "MOST_SEATS", 1)
    with pytest.raises(undercut.UndercutError, match="up to 1 seats"):
        cells.lab_engine("cuttle")


@pytest.mark.parametrize("name", registry.own_names())
def test_a_repeated_game_fills_the_row_of_the_game_itself(name, monkeypatch):
    """The random players' own games, given as scripts."""
    game = random_game(name, random.Random(3))
    cell = Cell(game, ("random",) * game.seats)
    rows, leads = play_deals(cell, 7, 2, 5, limit=3000)
    moves = {}
    for number in range(2, 5):
        state = game.deal(cells.deal_seed(7, number))
        played = replayed(state, 7, number)
        moves[number] = [game.spec.notation.parse(before.table_copy(), str(move)) for before, move, _ in played]
        assert state.result
    monkeypatch.setattr(cells, "moves_of", lambda *given: moves[given[3]])
    again, same = play_deals(Cell(game, ("easy",) * game.seats), 7, 2, 5)
    apart = [columns.POLICIES]
    assert np.array_equal(np.delete(again, apart, axis=1), np.delete(rows, apart, axis=1))
    assert np.array_equal(leads, same)


class Broken:
    name = "broken"

    def choose(self, _view, _moves):
        message = "no idea"
        raise RuntimeError(message)


class First:
    name = "first"

    def choose(self, _view, moves):
        return moves[0]


def broken(_game, _seed):
    return Broken()


def first(_game, _seed):
    return First()


BROKEN, FIRST = f"python:{__name__}:broken", f"python:{__name__}:first"


def test_bots_play_the_same_games_again_in_every_seating():
    cell = Cell(undercut.game("cuttle"), ("search:5", "random"))
    rows = play_deals(cell, 5, 0, 2)[0]
    assert np.array_equal(rows[2:], play_deals(cell, 5, 1, 2)[0])
    assert rows[:, columns.ROTATION].tolist() == [0, 1, 0, 1]
    assert rows[:, columns.REASON].all()
    compiled = play_deals(Cell(cell.game, ("random", "greedy")), 5, 0, 2)[0]
    assert rows[:, columns.SEED].tolist() == compiled[:, columns.SEED].tolist()


def test_a_bot_that_fails_is_named():
    cell = Cell(undercut.game("cuttle"), (BROKEN, "random"))
    with pytest.raises(undercut.UndercutError, match=r"deal 4, rotation 0 of python:.*, random: RuntimeError: no"):
        play_deals(cell, 5, 4, 5)


def test_bots_are_compared_in_a_study(monkeypatch):
    monkeypatch.setattr("undercut.lab.intervals.is_rare", lambda _: False)
    study = undercut.lab.study("cuttle", vary="four", players=[f"random+{FIRST}"], games=8)
    assert [cell.label for cell in study.cells] == [f"sipie, random+{FIRST}", f"four=random, random+{FIRST}"]
    assert [cell.deals for cell in study.cells] == [4, 4]
    wins = [found.value for found in study.estimates if found.measure == f"wins_{FIRST}" and found.base is None]
    assert len(wins) == 2


def test_worths_are_for_compiled_players_only():
    with pytest.raises(undercut.UndercutError, match="worth: only possible with compiled players"):
        undercut.lab.study("cuttle", vary="four", players=["easy"], worth=True)


INTEREST = ("overlooked", "losers_wins", "lost_wins")
"""What is not in the rows: see test_worth.py and its neighbours."""


def some_rows(game, deals, rotations):
    random = np.random.default_rng(deals)
    rows = np.zeros((deals * rotations, columns.COLUMNS), dtype=np.int64)
    rows[:, columns.DEAL] = np.arange(deals).repeat(rotations)
    rows[:, columns.ROTATION] = np.tile(np.arange(rotations), deals)
    rows[:, columns.REASON] = random.integers(0, len(game.spec.words.reasons), len(rows))
    winners = random.integers(0, 1 << game.seats, len(rows))
    alone = 1 << random.integers(0, game.seats, len(rows))
    winners = np.where(random.random(len(rows)) < 0.6, alone, winners)
    rows[:, columns.WINNERS] = np.where(rows[:, columns.REASON] > 0, winners, 0)
    rows[:, columns.TURNS] = random.integers(1, 60, len(rows))
    rows[:, columns.OPEN] = random.integers(0, rows[:, columns.TURNS] + 1)
    rows[:, columns.DECISIONS] = rows[:, columns.TURNS] + random.integers(0, 9, len(rows))
    rows[:, columns.SINGLES] = random.integers(0, rows[:, columns.DECISIONS] + 1)
    for column in (columns.CHOICES, columns.LEAD_CHANGES, columns.DEFICIT, *range(columns.FACTS, columns.COLUMNS)):
        rows[:, column] = random.integers(0, 20, len(rows))
    rows[np.bitwise_count(rows[:, columns.WINNERS]) != 1, columns.DEFICIT] = 0
    return rows


def slow(game, policies, rows):
    found = {}

    def add(name, above, below=1):
        old = found.get(name, (0, 0))
        found[name] = old[0] + above, old[1] + below

    for row in rows.tolist():
        named = dict(zip((*columns.NAMES, *facts_of(game.name)), row, strict=False))
        winners = [seat for seat in range(game.seats) if named["winners"] >> seat & 1]
        shares = [Fraction(seat in winners, max(len(winners), 1)) for seat in range(game.seats)]
        slow_wins(add, shares, policies, named["rotation"])
        add("draws", not winners and named["reason"] > 0)
        add("stopped", named["reason"] == 0)
        for code, end in enumerate(game.spec.words.ends, start=1):
            add(f"end_{end.value}", named["reason"] == code)
        for name in ("turns", "decisions", "lead_changes"):
            add(name, named[name])
        add("choices", named["choices"], named["decisions"])
        add("forced", named["singles"], named["decisions"])
        if len(winners) == 1:
            add("comebacks", named["deficit"] >= game.spec.figures.behind)
            add("deficit", named["deficit"])
            add("settled", Fraction(named["open"], named["turns"]))
        slow_figures(add, game.name, named)
    return {name: float(above / Fraction(below)) for name, (above, below) in found.items()}


def slow_wins(add, shares, policies, rotation):
    seats = len(shares)
    for seat, share in enumerate(shares):
        add(f"share_{seat}", share)
    add("first", shares[0] - sum(shares) / seats)
    for name in dict.fromkeys(policies) if len(set(policies)) > 1 else ():
        seated = [policies[(seat + rotation) % seats] for seat in range(seats)]
        add(f"wins_{name}", sum(share for share, who in zip(shares, seated, strict=True) if who == name))


def slow_figures(add, name, named):
    for fact in facts_of(name):
        if fact not in registry.spec(name).figures.when:
            add(fact, named[fact])
            continue
        add(fact, named[fact] > 0)
        if named[fact]:
            add(f"{fact}_turn", named[fact])


@pytest.mark.parametrize(("name", "seats"), [("cuttle", 2), ("cups", 2), ("cups", 5), ("cut_the_rope", 3)])
def test_a_measure_is_what_a_slow_count_finds(name, seats):
    game = undercut.game(name, seats=seats)
    for policies in (("greedy",) * seats, ("greedy", "random", "random", "greedy", "other")[:seats]):
        rotations = seats if len(set(policies)) > 1 else 1
        rows = some_rows(game, 200, rotations)
        chosen = [measure for measure in measures(game, policies) if measure.name not in INTEREST]
        numbers = per_deal(rows, game, rotations, chosen, policies)
        totals = dict(zip(columns_of(chosen), numbers.sum(axis=0), strict=True))
        expected = slow(game, policies, rows)
        assert {measure.name for measure in chosen} == set(expected)
        for measure in chosen:
            value = totals[measure.name] / totals[measure.over] / measure.scale
            assert value == pytest.approx(expected[measure.name], abs=2e-5), measure.name
            # Bounds are those of a game, so a mean is within them.
            assert measure.low <= value <= (measure.high or np.inf)


def test_the_numbers_of_deals_are_whole():
    game = undercut.game("cups", seats=7)
    numbers = per_deal(some_rows(game, 50, 1), game, 1, measures(game))
    assert np.array_equal(numbers, numbers.round())
    assert numbers.shape == (50, len(columns_of(measures(game))))


def test_cells_without_a_measure_have_zero_over_zero():
    two, three = (undercut.game("cups", seats=seats) for seats in (2, 3))
    both = union([measures(two), measures(three)])
    numbers = per_deal(some_rows(two, 10, 1), two, 1, both)
    names = columns_of(both)
    for name in ("share_2", "games_2"):
        assert not numbers[:, names.index(name)].any()
    assert {measure.over for measure in both if measure.name == "share_2"} == {"games_2"}


def test_sums_do_not_depend_on_chunks():
    random = np.random.default_rng(3)
    values = [random.integers(0, 900, (1500, 4)).astype(float) for _ in range(3)]
    whole = Sums.of(values)
    for size in (7, 100, 1000):
        parts = Sums.empty(3, 4)
        for first in range(0, 1500, size):
            parts += Sums.of([table[first : first + size] for table in values])
        assert parts.deals == whole.deals == 1500
        assert np.array_equal(parts.totals, whole.totals)
        assert np.array_equal(parts.products, whole.products)
        assert np.array_equal(parts.batches.sum(axis=0), whole.totals)
        assert 100 < len(parts.batches) <= 256


def test_batches_stay_few_and_equal():
    sums = Sums.empty(1, 1)
    for _ in range(40):
        sums += Sums.of([np.ones((1000, 1))])
    assert sums.size == 256
    assert set(sums.batches[:-1].ravel()) == {256.0}
    assert sums.batches.sum() == 40_000


@pytest.mark.parametrize("deals", [1, 700, 1000])
def test_products_are_exact(deals):
    """They are made in small steps, of which the last may be shorter."""
    generator = np.random.default_rng(deals)
    values = [generator.integers(-1000, 100_000, (deals, 40)).astype(float) for _ in range(2)]
    sums = Sums.of(values, [Contrast(1, 0)])
    whole = [table.astype(np.int64) for table in values]
    for (one, other), products in zip(sums.pairs, sums.products, strict=True):
        assert np.array_equal(products, whole[one].T @ whole[other])
