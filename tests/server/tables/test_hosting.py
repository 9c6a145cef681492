"""What the host of a table can do before the deal, matches of several games, and bots that follow the results."""

import pytest

from tests.server.making import build, do, waiting
from undercut.bots.levels import score_of
from undercut.errors import BadRules
from undercut.pages.board.invitation import invitation
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotPossible, NotYours
from undercut.table.events import read_event, write_event
from undercut.table.opening.new_table import next_table, open_table
from undercut.table.opening.terms import read_choices
from undercut.table.showing import scene


def test_the_host_changes_rules_and_seats_and_everyone_sees_it():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    do(table, 0, asked.Change, rules="children", players=8, best_of=3)
    assert len(table.seats) == 4
    do(table, 1, asked.AnswerProposal, accept=True)
    for reader in (0, 1, 7, None):
        seen = scene(table, reader)
        assert (seen.rules, len(seen.seats), seen.match.best_of) == ({"set": "children", "hand_size": 6}, 8, 3)
        assert seen.log[-1].text.startswith("You change" if reader == 0 else "Ann changes")
        assert seen.log[1].text.startswith("You sit" if reader == 0 else "Ann sits")
    assert scene(table, 0).host == 0
    with pytest.raises(NotYours):
        do(table, 1, asked.Change, rules="simple")


def test_fewer_seats_deal_to_those_who_are_here():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    with pytest.raises(NotPossible, match="A seat that would disappear is taken"):
        do(waiting(seat=3), 3, asked.Change, players=2)
    assert invitation(scene(table, 0)).may_deal
    do(table, 0, asked.Change, players=2)
    assert scene(table, 1).offers.proposal.deal
    do(table, 1, asked.AnswerProposal, accept=True)
    assert (table.phase, table.names) == ("playing", ["Ann", "Bob"])
    with pytest.raises(NotYours):
        do(table, 0, asked.Change, players=3)


def test_who_came_next_is_host_when_the_host_leaves():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    do(table, 0, asked.Leave)
    assert table.host == 1
    do(table, None, asked.Sit, name="Ann again")
    assert invitation(scene(table, None)).title == "Bob invites you to Cups"
    do(table, 1, asked.Leave)
    assert table.host == 0


def test_wrong_rules_and_matches_are_refused():
    table = waiting()
    with pytest.raises(BadRules):
        do(table, 0, asked.Change, rules="wild")
    with pytest.raises(NotPossible, match="best_of"):
        do(table, 0, asked.Change, best_of=4)
    assert table.host == 0


def resign(table, seat):
    do(table, seat, asked.Resign)
    return table


def test_a_match_goes_on_with_exchanged_seats_until_it_is_won():
    table = waiting("cuttle", 2, best_of=3)
    do(table, None, asked.Sit, name="Bob")
    resign(table, 1)
    assert (scene(table, None).match.wins, scene(table, None).match.winners) == ([1, 0], [])
    table = build([read_event(write_event(event)) for event in next_table(table)])
    assert (table.names, scene(table, None).match.wins) == (["Bob", "Ann"], [0, 1])
    resign(table, 0)
    assert (scene(table, None).match.wins, scene(table, None).match.winners) == ([0, 2], [1])
    table = build(next_table(table))
    assert scene(table, None).match.wins == [0, 0]


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
    assert score_of(levels, winners) is None
