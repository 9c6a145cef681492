"""The reference that sees all cards: it plays in the arena, stronger than an honest search, and nowhere else."""

import random

import pytest

import undercut
from tests.amounts import thorough
from undercut.arena.contest import Contest, play
from undercut.arena.jobs import Plan, make
from undercut.arena.match import play_job
from undercut.arena.references import Cheating, Omniscient
from undercut.bots.players import registry as players
from undercut.bots.players.levels import levels_of
from undercut.bots.thinking.think import think_openly
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.levels import Budget
from undercut.play.determinize import determinize
from undercut.workers import InProcess

BUDGET = Budget(iterations=80)


def openly(state, seed=1):
    return think_openly(
        state, BUDGET, random.Random(seed), settings=levels_of(state.game.name).settings, host=Host.PLAIN
    )


@pytest.mark.parametrize("name", [*players.PLAYERS, *players.LEVEL_NAMES, "search:20"])
def test_nobody_else_is_shown_the_cards(name):
    assert not isinstance(make(name, "cuttle", 1), Omniscient)


@pytest.mark.parametrize("name", registry.names())
def test_it_sees_what_is_hidden(name):
    """Among deals that a seat cannot tell apart, it does not always find the same: that is its point."""
    state = undercut.game(name).deal(seed=7)
    chance = random.Random(3)
    found = {
        tuple((one.visits, one.expected) for one in openly(determinize(state.view(0), chance)).moves) for _ in range(4)
    }
    assert len(found) > 1
    assert openly(state).moves == openly(state).moves


def test_it_changes_nothing():
    state = undercut.game("cuttle").deal(seed=7)
    before = state.position()
    player = Cheating(random.Random(1), BUDGET, levels_of("cuttle").settings, name="cheating:80", host=Host.PLAIN)
    assert player.choose_openly(state) in state.legal_moves()
    assert state.position() == before


@thorough
def test_it_beats_the_honest_search():
    """With the same iterations, on the same deals: what hidden cards cost."""

    def maker(name, game, seed):
        player = make(name, game, seed)
        player.host = Host.PLAIN
        return player

    contest = Contest(Plan("cuttle", "sipie", 2, (("cheating:60", "search:60"),)), deals=6)
    play(contest, InProcess(), maker=maker)
    assert sum(contest.values) / len(contest.values) > 0.6
    assert play_job(contest.plan, contest.results[0].job, maker=maker) == contest.results[0]
