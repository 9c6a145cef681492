"""What the host of a table can do before the deal, and matches of several games."""

import pytest

from tests.server.making import build, do, waiting
from undercut.errors import BadRules
from undercut.pages.board.invitation import invitation
from undercut.table import commands as asked
from undercut.table.commands import NotPossible, NotYours
from undercut.table.events import read_event, write_event
from undercut.table.opening.new_table import next_table
from undercut.table.showing import scene


def test_the_host_changes_rules_and_seats_and_everyone_sees_it():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    do(table, 0, asked.Change, rules="children", players=8, best_of=3)
    assert len(table.seats) == 4
    do(table, 1, asked.Answer, accept=True)
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
    do(table, 1, asked.Answer, accept=True)
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
