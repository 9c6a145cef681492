"""What can be done with each card: every legal move once, and a reason for everything else."""

from __future__ import annotations

from random import Random

import pytest

from tests.mixes import random_game
from undercut.games.registry import NAMES, modules
from undercut.play.state import State


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", NAMES)
def test_uses_hold_every_legal_move_once_and_explain_the_rest(name: str, seed: int) -> None:
    chance = Random(seed)
    state = random_game(name, chance).deal(seed=seed)
    for _ in range(300):
        if state.result:
            break
        hold(state)
        state.play(chance.choice(state.legal_moves()))


def hold(state: State) -> None:
    taken_up = modules(state.game.name).taken_up
    legal = [str(move) for move in state.legal_moves() if taken_up(str(move))]
    uses = state.uses()
    offered = [str(use.move) for each in uses.values() for use in each if use.reason is None]
    assert sorted(offered) == sorted(legal)
    for taken, each in uses.items():
        notations = [str(use.move) for use in each]
        assert len(set(notations)) == len(notations) > 0
        for use in each:
            assert taken_up(str(use.move)) == taken
            assert use.reason == state.why_not(use.move)
            assert use.move.text.endswith(".")
