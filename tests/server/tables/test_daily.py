"""The daily deal as data: equal play meets equal answers, and chance never looks at hidden cards."""

from __future__ import annotations

import json

import pytest

from undercut.bots.thinking.budget import Watch
from undercut.play.loading import from_position
from undercut.play.sources import Seeded
from undercut.table.commands import Hint, NotYours, TakeBack
from undercut.table.decide import By, decide, moved
from undercut.table.events import write_event
from undercut.table.opening import daily
from undercut.table.opening.daily import Day, DayChance, answer_seed, open_daily
from undercut.table.table import Table
from undercut.table.thinking import ParPlay, Request, answer, played_share, view_for

SECRET = "5e" * 32


def day(game, level="easy", secret=SECRET):
    return Day("2026-11-25", game, secret, level)


def opened(deal, guest="ann", *, counts=True):
    table = Table(guest)
    for event in open_daily(deal, "", guest, counts=counts).events:
        table.apply(event, 0.0)
    return table


def played(deal, guest, choose, longest=60):
    """A game against the day's bot: the table and its log."""
    table = opened(deal, guest)
    log = []
    while table.to_move is not None and len(log) < longest:
        seat = table.to_move
        if seat == deal.seat:
            moves = table.state.legal_moves()
            notation = str(moves[choose(len(log), len(moves))])
        else:
            view = view_for(table.state, seat, deal.level)
            asked = Request(deal.game, dict(view), deal.level, answer_seed(deal.secret, view), 0.0, exact=True)
            notation = answer(asked, Watch()).move
        (event,) = moved(table, seat, notation).events
        table.apply(event, float(len(log)))
        log.append(write_event(event))
    return table, log


@pytest.mark.parametrize("game", daily.games())
def test_equal_play_meets_equal_answers(game):
    deal = day(game)
    _, one = played(deal, "ann", lambda turn, size: turn % size)
    _, other = played(deal, "ben", lambda turn, size: turn % size)
    assert one == other
    _, different = played(deal, "cid", lambda turn, size: -1 - turn % size)
    assert different != one


@pytest.mark.parametrize("game", daily.games())
def test_another_secret_deals_other_cards(game):
    assert day(game).deal().position() != day(game, secret="0f" * 32).deal().position()
    assert day(game).deal() == day(game).deal()


def test_the_answer_depends_on_what_the_bot_sees_and_not_on_hidden_cards():
    deal = day("cuttle")
    table = opened(deal)
    bot = 1 - deal.seat
    view = view_for(table.state, bot, deal.level)
    position = table.state.position()
    hidden = position["hands"][deal.seat]
    position["hands"][deal.seat], position["stock"][-len(hidden) :] = position["stock"][-len(hidden) :], hidden
    other = view_for(from_position(position), bot, deal.level)
    assert json.dumps(view, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert answer_seed(SECRET, view) == answer_seed(SECRET, other)


def test_the_shuffles_depend_on_their_number_and_the_secret_alone():
    cards = [*range(20)]
    first, again = DayChance(SECRET, 0), DayChance(SECRET, 0)
    orders = [first.order(cards, 20) for _ in range(3)]
    assert len({tuple(order) for order in orders}) == 3
    again.order([5, 6], 2)
    assert again.order(cards[::-1], 20) == orders[1]
    assert DayChance(SECRET, 2).order(cards, 20) == orders[2]
    assert orders[0] == Seeded(daily.number(SECRET, "shuffle", "1")).order(cards, 20)


def test_the_counted_game_has_no_hints_and_takes_nothing_back():
    table = opened(day("cuttle"))
    if table.to_move != day("cuttle").seat:
        table.apply(moved(table, table.to_move, "draw").events[0], 1.0)
    seat = table.to_move
    by = By("ann", seat)
    with pytest.raises(NotYours, match="without hints"):
        decide(table, Hint(version=table.version), by)
    table.apply(moved(table, seat, "draw").events[0], 1.0)
    with pytest.raises(NotYours, match="no move is taken back"):
        decide(table, TakeBack(version=table.version), by)
    assert opened(day("cuttle"), counts=False).hints


def test_par_is_played_by_the_level_from_the_persons_seat():
    deal = day("cuttle", level="easy")
    shares = [played_share(ParPlay(deal, "medium", number), Watch()) for number in range(2)]
    assert shares == [played_share(ParPlay(deal, "medium", number), Watch()) for number in range(2)]
    assert set(shares) <= {0.0, 0.5, 1.0}
