"""What a study measures beside the rows of its games."""

import numpy as np
import pytest

import undercut
from undercut.engine.host import Host
from undercut.lab import extra_measures, study
from undercut.lab.arguments import ask
from undercut.lab.cells import Cell, interest_of_deals
from undercut.lab.design import lay_out
from undercut.lab.extra_measures import ExtraMeasures, ExtraSums, nothing, play_extras, skills_of
from undercut.lab.kernels import interest
from undercut.lab.statistics.sums import EVERY
from undercut.studies.measures import kinds_of

pytestmark = pytest.mark.usefixtures("plain")


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
    sums = interest_of_deals(cell, 0, 0, 20, every=EVERY, host=Host.PLAIN).sum(axis=0)
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
