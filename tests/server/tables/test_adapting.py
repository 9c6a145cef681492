"""Adaptive bots at tables: their level follows the results, and the table says which it is."""

import pytest

from tests.server.making import build
from undercut.table import events as happened
from undercut.table.opening.choices import read_choices
from undercut.table.opening.new_table import next_table, open_table, result_of


def opened(strength=1.0, **wish):
    wish = {"game": "cuttle", "opponents": ["adaptive"], **wish}
    return build(open_table(read_choices(wish).checked(), "guest", strength).events)


def bots(table):
    return [(seat.name, seat.level) for seat in table.seats if seat.kind == "bot"]


def test_it_says_which_level_it_plays_and_why():
    table = opened(2.0)
    assert bots(table) == [("Cleo", "medium")]
    assert "The adaptive bot plays as medium now: one level up when you win, down when you lose." in str(
        table.lines[0].for_reader(None)
    )


@pytest.mark.parametrize(("winner", "level"), [(0, "hard"), (1, "easy"), (None, "medium")])
def test_a_rematch_follows_the_result(winner, level):
    table = opened(2.0)
    table.apply(happened.Ended([] if winner is None else [winner], "resigned" if winner is not None else "agreed"), 1.0)
    following = build(next_table(table))
    assert bots(following) == [({"easy": "Ben", "medium": "Cleo", "hard": "Dora"}[level], level)]
    assert f"plays as {level}" in str(following.lines[0].for_reader(None))


def test_practice_changes_no_level():
    table = opened(2.0, practice=True)
    table.apply(happened.Ended([0], "resigned"), 1.0)
    assert bots(build(next_table(table))) == [("Cleo", "medium")]


def test_several_are_different_persons():
    table = opened(2.0, game="cups", opponents=["adaptive", "hard", "adaptive"])
    table.apply(happened.Ended([2], "resigned"), 1.0)
    assert bots(build(next_table(table))) == [
        ("Hugo", "medium"),
        ("Cleo", "medium"),
        ("Dora", "hard"),
    ]


@pytest.mark.parametrize(
    ("levels", "winners"),
    [(["", "hard"], None), (["", ""], [0]), (["", "greedy"], [0]), (["easy", "hard"], [0]), ([], [0])],
)
def test_games_without_people_levels_or_a_result_say_nothing(levels, winners):
    assert result_of(levels, winners) is None
