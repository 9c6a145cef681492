"""The duplicate as data: friends who play alike get equal logs, and no card is told before it may be."""

from __future__ import annotations

import json

import pytest

from undercut.bots.thinking.budget import Watch
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.pages.lobby.duplicate import duplicate_page
from undercut.table.commands import Hint, NotPossible, NotYours, PlayOn, Resign, TakeBack
from undercut.table.decide import By, decide, moved
from undercut.table.events import Unsealed, write_event
from undercut.table.opening import duplicate as duplicates
from undercut.table.opening.daily import answer_seed
from undercut.table.opening.duplicate import Duplicate, open_board
from undercut.table.opening.new_table import play_on
from undercut.table.showing import listing, scene, scene_at
from undercut.table.table import Table
from undercut.table.thinking import Request, answer, view_for

SEATS = {"cuttle": 2, "cups": 3, "cut_the_rope": 4}


def duplicate(game, deals=1, secret="5e" * 32, seats=None):
    return Duplicate("x", game, recommended(registry.spec(game)), seats or 2, "beginner", deals, secret)


def opened(made, board, guest="ann"):
    table = Table(guest)
    for event in open_board(made, board, guest, guest).events:
        table.apply(event, 0.0)
    return table


def played(made, board, guest, choose, longest=24):
    table, log = opened(made, board, guest), []
    while table.to_move is not None and len(log) < longest:
        seat = table.to_move
        if seat == made.seat_at(board):
            moves = table.state.legal_moves()
            notation = str(moves[choose(len(log), len(moves))])
        else:
            view = view_for(table.state, seat, made.level)
            seed = answer_seed(made.chance_of(board), view)
            notation = answer(Request(made.game, dict(view), made.level, seed, 0.0, exact=True), Watch()).move
        (event,) = moved(table, seat, notation).events
        table.apply(event, float(len(log)))
        log.append(write_event(event))
    return table, log


def resigned(table, seat):
    for event in decide(table, Resign(version=table.version), By("ann", seat)).events:
        table.apply(event, 1.0)


@pytest.mark.parametrize("game", duplicates.games()[:3])
def test_friends_who_play_alike_get_equal_logs(game):
    made, board = duplicate(game, seats=SEATS.get(game, 2)), 1
    _, one = played(made, board, "ann", lambda turn, size: turn % size)
    _, other = played(made, board, "ben", lambda turn, size: turn % size)
    assert one == other
    _, different = played(made, board, "cid", lambda turn, size: -1 - turn % size)
    assert different != one


def test_a_deal_is_the_same_from_both_sides_and_differs_from_the_next():
    made = duplicate("cuttle", deals=2)
    assert [made.seat_at(board) for board in range(4)] == [0, 0, 1, 1]
    deals = [made.deal(board) for board in range(4)]
    assert deals[0] == deals[2]
    assert deals[1] == deals[3]
    assert deals[0] != deals[1]
    assert made.boards_of(3) == made.boards_of(1) == (1, 3)


def test_no_hint_and_nothing_taken_back():
    made = duplicate("cuttle")
    table = opened(made, 0)
    by = By("ann", 0)
    with pytest.raises(NotYours, match="without hints"):
        decide(table, Hint(version=table.version), by)
    table.apply(moved(table, 0, "draw").events[0], 1.0)
    with pytest.raises(NotYours, match="no move is taken back"):
        decide(table, TakeBack(version=table.version), by)


def test_the_cards_stay_closed_after_the_end_until_they_are_opened():
    made = duplicate("cuttle")
    table = opened(made, 0)
    table.apply(moved(table, 0, "draw").events[0], 1.0)
    resigned(table, 0)
    assert table.phase == "over"
    position = table.state.position()
    for reader in (0, 1, None):
        for shown in (scene(table, reader), scene_at(table, 0, reader), scene_at(table, 1, reader)):
            assert shown.sealed
            assert not {*position["stock"]} & {*json.dumps(shown.view).replace('"', " ").replace(",", " ").split()}
    with pytest.raises(NotPossible, match="from the other side"):
        play_on(table, 1, PlayOn(), "ben")
    table.apply(Unsealed(), 2.0)
    assert scene(table, None).view == dict(position)
    assert play_on(table, 1, PlayOn(), "ben")


def test_nobody_sees_the_others_result_before_both_boards_of_the_deal():
    made = duplicate("cuttle", deals=2)
    tables = {}
    for place in (0, 1):
        for board in range(4):
            table = opened(made, board, f"{place}{board}")
            resigned(table, made.seat_at(board))
            tables[place, board] = listing(table)

    def states(you, have):
        shown = duplicate_page(made, {0: "Ann", 1: "Ben"}, you, {key: tables[key] for key in have}, "http://x")
        return ["".join(score.state[0] for score in board.scores) for board in shown.boards]

    ann = {(0, board) for board in range(4)}
    assert states(1, ann) == ["hn"] * 4
    assert states(1, ann | {(1, 0), (1, 1)}) == ["ho", "ho", "hn", "hn"]
    assert states(1, ann | {(1, 0), (1, 1), (1, 2)}) == ["oo", "ho", "oo", "hn"]
    assert states(0, ann | {(1, 0)}) == ["oo", "on", "on", "on"]
    assert states(None, ann | {(1, 0), (1, 2)}) == ["oo", "hh", "oo", "hh"]
