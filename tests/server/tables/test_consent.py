"""Who has to agree to what at a table, after every way to come and go."""

from __future__ import annotations

import pytest

from tests.server.tables.test_tables import do, filled, from_cards, opened
from undercut.server.tables import commands as asked
from undercut.server.tables import events as happened
from undercut.server.tables.commands import NotYours
from undercut.server.tables.showing import scene


def open_hands():
    """A position in which Ann's and Bob's glasses open both hands, so that no move shows a hidden card."""
    position = filled(["7h", "8h"], ["6d", "5c"])
    position["stock"] = [card for card in position["stock"] if card not in {"8c", "8d"}]
    return position | {"permanents": [["8c"], ["8d"]]}


def moved_twice():
    """Ann has moved, then Bob; if Ann takes back, Bob's move is undone, too."""
    table = from_cards(open_hands())
    do(table, 0, asked.Play, move="7h")
    do(table, 1, asked.Play, move="6d")
    return table


@pytest.mark.parametrize("gone", ["left", "replaced"])
def test_no_move_of_a_player_who_is_gone_is_undone(gone):
    table = moved_twice()
    do(table, 1, asked.Leave)
    if gone == "replaced":
        do(table, 0, asked.TakeOver, seat=1)
    assert isinstance(scene(table, 0).can.take_back, str)
    with pytest.raises(NotYours, match="A move of Bob would be undone"):
        do(table, 0, asked.TakeBack)
    do(table, 1, asked.Sit)
    do(table, 0, asked.TakeBack)
    assert len(table.steps) == 2
    do(table, 1, asked.TakeBack, accept=True)
    assert not table.steps


def test_no_move_of_a_player_who_resigned_is_undone():
    table = opened("cut_the_rope", ["open", "open"])
    movers = []
    while len(movers) < 3:
        mover = table.to_move
        movers += [mover] if mover not in movers else []
        do(table, mover, asked.Play, move=str(table.state.legal_moves()[0]))
    do(table, movers[1], asked.Resign)
    table.steps[:] = [step._replace(revealed=frozenset(), chance=False, answer=False) for step in table.steps]
    with pytest.raises(NotYours, match="would be undone"):
        do(table, movers[0], asked.TakeBack)


@pytest.mark.parametrize("command", [asked.Draw, asked.TakeBack])
def test_a_question_lapses_when_a_player_goes(command):
    table = moved_twice()
    do(table, 0, command)
    do(table, 1, asked.Leave)
    assert (table.draw, table.take_back) == (None, None)
    with pytest.raises(NotYours, match="no longer open"):
        do(table, 1, command, accept=True)


def test_no_draw_without_a_player_who_has_left():
    table = opened("cut_the_rope", ["open", "open"])
    do(table, 2, asked.Leave)
    with pytest.raises(NotYours, match="has left"):
        do(table, 0, asked.Draw)
    do(table, 2, asked.Draw)  # who left and comes back may
    do(table, 0, asked.Draw, accept=True)
    do(table, 1, asked.Leave)
    assert (table.draw, table.phase) == (None, "playing")


def test_who_left_and_asks_for_a_rematch_is_back():
    table = moved_twice()
    do(table, 1, asked.Leave)
    table.apply(happened.Ended([0], "resigned"), 1.0)
    do(table, 1, asked.Rematch)
    following = do(table, 0, asked.Rematch).rematch
    assert sum(isinstance(event, happened.Sat) for event in following) == 2
