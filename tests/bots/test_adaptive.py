"""The adaptive opponent: its level follows from the results alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercut
from undercut.bots.players.characters import ADAPTIVE, Result, after, level_at, strength_of
from undercut.bots.players.registry import make
from undercut.games.base.parts.levels import LEVEL_NAMES

RESULTS = st.builds(Result, st.sampled_from(LEVEL_NAMES), st.sampled_from([True, False, None]), st.integers(2, 8))


@given(st.lists(RESULTS))
def test_every_list_of_results_gives_a_level(results):
    assert level_at(strength_of(results)) in LEVEL_NAMES


def test_a_person_who_wins_all_games_meets_the_master_and_one_who_loses_all_the_beginner():
    for won, last in ((True, "master"), (False, "beginner")):
        strength = strength_of([])
        for _ in LEVEL_NAMES:
            strength = after(strength, Result(level_at(strength), won=won))
        assert level_at(strength) == last


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_fair_share_of_wins_keeps_the_level(seats):
    strength = 3.0
    for won in [*[False] * (seats - 1), True] * 5:
        strength = after(strength, Result("hard", won=won, seats=seats))
    assert level_at(strength) in ("medium", "hard")
    assert abs(strength - 3.0) <= 1.0


@given(st.integers(0, 5), RESULTS)
def test_only_a_surprise_counts(level, result):
    surprise = {True: result.level in LEVEL_NAMES[level:], False: result.level in LEVEL_NAMES[: level + 1], None: False}
    changed = after(float(level), result) != level
    assert changed == surprise[result.won] or level_at(float(level)) in (LEVEL_NAMES[0], LEVEL_NAMES[-1])


def test_it_plays_no_arena():
    with pytest.raises(undercut.UndercutError, match="plays only people"):
        make(ADAPTIVE, "cuttle")
