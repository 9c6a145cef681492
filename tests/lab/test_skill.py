"""Skill share: planted parts of the variance are found, and their intervals cover them; all else beside the rows."""

import numpy as np
import pytest

import undercut
from tests.amounts import amount
from undercut.games.base.parts import figures as columns
from undercut.lab import extra_measures, study
from undercut.lab.arguments import ask
from undercut.lab.cells import Cell, interest_of_deals, play_deals
from undercut.lab.design import lay_out
from undercut.lab.extra_measures import (
    PARTS,
    Crossed,
    ExtraMeasures,
    ExtraSums,
    line_ups,
    nothing,
    play_crossed,
    play_extras,
    shares_of,
    skill_parts,
    skills_of,
)
from undercut.lab.kernels import interest
from undercut.lab.sums import EVERY
from undercut.studies.measures import kinds_of

pytestmark = pytest.mark.usefixtures("plain")

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
        assert len({(each.cell, each.card) for each in cards}) == len(cards) > cells * len(kinds_of("cuttle")) // 2
        assert all(-1 <= each.low <= each.value <= each.high <= 1 and each.held for each in cards)
    assert [(each.cell, each.first, each.compared) for each in found.turn_worths if each.first] == [
        (cell, True, 32) for cell in range(cells)
    ]
    assert [(skill.cell, skill.players) for skill in found.skills] == [(0, ("greedy", "random"))]
    assert all(sum(part[0] for part in skill.parts.values()) == pytest.approx(1) for skill in found.skills)


def test_wins_to_take_are_measured_in_one_deal_of_eight():
    found = study("cuttle", players=["random"], games=20, skill=False)
    cell = Cell(undercut.game("cuttle"), ("random", "random"))
    sums = interest_of_deals(cell, 0, 0, 20, every=EVERY).sum(axis=0)
    values = {each.measure: each.value for each in found.estimates}
    assert found.cells[0].watched == sums[interest.GAMES] == 3
    assert values["losers_wins"] == pytest.approx(sums[interest.LOSERS] / 3)
    assert values["overlooked"] == pytest.approx(sums[interest.PASSED_UP] / sums[interest.WINS])
    assert sum(count for ways in found.cells[0].uses.values() for count in ways.values()) == sums[interest.USES :].sum()
    assert not found.worths
    assert not found.skills


def test_what_is_not_wanted_is_not_measured():
    found = study("cuttle", players=["random"], games=4, interest=False)
    assert {"overlooked", "losers_wins", "lost_wins"}.isdisjoint(each.measure for each in found.estimates)
    assert not found.cells[0].watched
    assert not found.cells[0].uses
    assert "--no-interest" in found.command


def test_chunks_and_files_keep_everything():
    """What chunks add up to, and what is read back from files, gives the same results."""
    design = lay_out(ask(undercut.game("cuttle")))
    extras = ExtraMeasures(interest=False, worth=True)
    whole = play_extras(extras, design, 3, 0, 30)
    parts = [play_extras(extras, design, 3, first, last) for first, last in ((0, 12), (12, 30))]
    summed = nothing(design).plus(parts[0]).plus(parts[1])
    assert len(parts[0].skills[0].shares) == 12
    again = ExtraSums.of_arrays({name: np.array(array) for name, array in summed.arrays().items()})
    for found in (summed, again):
        assert extra_measures.worths("cuttle", found.worths) == extra_measures.worths("cuttle", whole.worths)
        assert skills_of(design, found, 0.95) == skills_of(design, whole, 0.95)
