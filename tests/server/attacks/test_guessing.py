"""The benchmark that guesses what bots hold from their times finds what the times tell, and nothing else."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

import pytest

import undercut

BENCH = Path(__file__).parents[3] / "bench"


def script(name: str):
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    return module


telling = script("telling")


def decisions(number: int, tells: float) -> list:
    """Decisions of two groups, late by chance, and by `tells` more seconds with the card."""
    chance, found = random.Random(number), []
    groups = [telling.Group("play", 5, answers=False), telling.Group("counter", 4, answers=True)]
    for _ in range(number):
        group, holds = chance.choice(groups), chance.random() < 0.4
        late = chance.gauss(0.02, 0.01) + tells * holds + 0.3 * group.answers
        found.append(telling.Decision(group, late + 0.7, late, 0.01, holds, chance.randrange(1, 9)))
    return found


@pytest.mark.parametrize("fact", ["card", "choice"])
def test_times_that_tell_nothing_give_an_area_of_one_half(fact):
    figures = telling.guesses(decisions(4000, 0.0))
    assert figures["highest AUC bound"] < 0.55
    assert 100 < figures[f"with {fact}"] < 3900
    assert figures["decisions"] == 4000


def test_a_classifier_finds_times_that_tell():
    figures = telling.guesses(decisions(1000, 0.005))
    assert figures["AUC card longer"] > 0.6
    assert figures["AUC card longer than before"] > 0.6
    assert figures["AUC choice longer bound"] < 0.57
    assert figures["highest AUC bound"] > 0.65


@pytest.mark.parametrize("name", telling.CARDS)
def test_a_finished_game_shows_what_each_bot_held(name):
    state, chance = undercut.game(name, seats=1 + telling.OPPONENTS[name]).deal(seed=1), random.Random(1)
    expected = []
    for _ in range(20):
        if state.to_move:
            held = sum(
                card.startswith(telling.CARDS[name]) for card in state.view(state.to_move)["hands"][state.to_move]
            )
            expected.append((held > 0, len(state.legal_moves())))
        state.play(chance.choice(state.legal_moves()))
    played = telling.Played(name, "hard", {number: float(number) for number in range(5, 27)}, 26, state.record())
    found = played.decisions()
    assert [(one.holds, one.moves) for one in found] == expected
    assert {round(one.late, 3) for one in found} <= {0.3, -0.19}
    assert all(one.late < 0 for one in found if one.group.answers)
    assert [one.group.answers for one in found[:-1]] == [one.group.after_answer for one in found[1:]]
    assert [one.late for one in found[:-1]] == [one.before for one in found[1:]]
