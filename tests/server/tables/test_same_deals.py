import json

import pytest
from msgspec.structs import replace

from tests.server.making import build, do, refused
from undercut.bots.thinking.budget import Watch
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.pages.lobby.duplicates import duplicate_page
from undercut.play.sources import SecretChance, Seeded, secret_number
from undercut.table.bot_requests import BotRequest, ParPlay, answer, answer_seed, played_share, view_for_level
from undercut.table.commands import Hint, NotPossible, NotYours, PlayOn, Resign, TakeBack
from undercut.table.decisions.decide import play_move
from undercut.table.events import Unsealed, write_event
from undercut.table.listing import listing
from undercut.table.opening import deals
from undercut.table.opening.deals import Day, Duplicate, open_board, open_daily
from undercut.table.opening.new_table import play_on
from undercut.table.showing import scene, scene_at
from undercut.table.table import Table

SECRET = "5e" * 32
SEATS = {"cuttle": 2, "cups": 3, "cut_the_rope": 4}


def day(game, secret=SECRET):
    return Day("2026-11-25", game, secret, "easy")


def duplicate(game, deals=1, seats=2):
    return Duplicate("x", game, recommended(registry.spec(game)), seats, "beginner", deals, SECRET)


def board_of(made, board, guest="ann"):
    return build(open_board(made, board, guest, guest).events, guest)


def begun(kind, game, guest="ann", **more):
    """A table of the day or of a duplicate; gives it, the seat of its person, and the secret of the bots' answers."""
    if kind == "daily":
        made = day(game)
        return build(open_daily(made, "", guest, **{"counts": True} | more).events, guest), made.seat, made.secret
    made = duplicate(game, seats=SEATS[game])
    return board_of(made, 1, guest), made.seat_at(1), made.chance_of(1)


def played(kind, game, guest, choose, longest=24):
    (table, person, secret), log = begun(kind, game, guest), []
    while table.to_move is not None and len(log) < longest:
        seat = table.to_move
        if seat == person:
            moves = table.state.legal_moves()
            notation = str(moves[choose(len(log), len(moves))])
        else:
            view, level = view_for_level(table.state, seat, table.seats[seat].level), table.seats[seat].level
            asked = BotRequest(game, dict(view), level, answer_seed(secret, view), 0.0, exact=True)
            notation = answer(asked, Watch()).move
        (event,) = play_move(table, seat, notation).events
        table.apply(event, float(len(log)))
        log.append(write_event(event))
    return log


@pytest.mark.parametrize("game", deals.daily_games())
@pytest.mark.parametrize("kind", ["daily", "duplicate"])
def test_equal_play_meets_equal_answers(kind, game):
    one, other = [played(kind, game, guest, lambda turn, size: turn % size) for guest in ("ann", "ben")]
    assert one == other
    assert played(kind, game, "cid", lambda turn, size: -1 - turn % size) != one


@pytest.mark.parametrize("kind", ["daily", "duplicate"])
def test_the_counted_game_has_no_hints_and_takes_nothing_back(kind):
    table, seat, _ = begun(kind, "cuttle")
    if table.to_move != seat:
        table.apply(play_move(table, table.to_move, "draw").events[0], 1.0)
    refused(table, seat, Hint, NotYours, "hints are off")
    table.apply(play_move(table, seat, "draw").events[0], 1.0)
    refused(table, seat, TakeBack, NotYours, "moves cannot be taken back")
    assert begun("daily", "cuttle", counts=False)[0].hints
    do(table, seat, Resign)
    assert listing(table).course == ("=" if kind == "daily" else "")


@pytest.mark.parametrize("game", deals.daily_games())
def test_another_secret_deals_other_cards(game):
    assert day(game).deal().position() != day(game, secret="0f" * 32).deal().position()
    assert day(game).deal() == day(game).deal()


def test_the_shuffles_depend_on_their_number_and_the_secret_alone():
    cards = [*range(20)]
    first, again = SecretChance(SECRET, 0), SecretChance(SECRET, 0)
    orders = [first.order(cards, 20) for _ in range(3)]
    assert len({tuple(order) for order in orders}) == 3
    again.order([5, 6], 2)
    assert again.order(cards[::-1], 20) == orders[1]
    assert SecretChance(SECRET, 2).order(cards, 20) == orders[2]
    assert orders[0] == Seeded(secret_number(SECRET, "shuffle", "1")).order(cards, 20)


def test_par_is_played_by_the_level_from_the_persons_seat():
    shares = [[played_share(ParPlay(day("cuttle"), "medium", number), Watch()) for number in range(2)] for _ in "ab"]
    assert shares[0] == shares[1]
    assert set(shares[0]) <= {0.0, 0.5, 1.0}


def test_a_deal_is_the_same_from_both_sides_and_differs_from_the_next():
    made = duplicate("cuttle", deals=2)
    assert [made.seat_at(board) for board in range(4)] == [0, 0, 1, 1]
    deals = [made.deal(board) for board in range(4)]
    assert deals[0] == deals[2]
    assert deals[1] == deals[3]
    assert deals[0] != deals[1]
    assert made.boards_of(3) == made.boards_of(1) == (1, 3)


def test_the_cards_stay_closed_after_the_end_until_they_are_opened():
    table = board_of(duplicate("cuttle"), 0)
    table.apply(play_move(table, 0, "draw").events[0], 1.0)
    do(table, 0, Resign)
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


def resigned(made, board, guest) -> Table:
    table = board_of(made, board, guest)
    do(table, made.seat_at(board), Resign)
    return table


def test_a_shared_win_is_told_as_such_on_the_score_sheet():
    made = duplicate("cuttle")
    lines = {(0, board): replace(listing(resigned(made, board, "ann")), winners=[0, 1]) for board in range(2)}
    score = duplicate_page(made, {0: "Ann"}, 0, lines, "http://x").boards[0].scores[0]
    assert (score.score, score.outcome) == (0.5, "shared")


def test_nobody_sees_the_others_result_before_both_boards_of_the_deal():
    made = duplicate("cuttle", deals=2)
    tables = {(at, board): listing(resigned(made, board, f"{at}{board}")) for at in (0, 1) for board in range(4)}

    def states(you, have):
        shown = duplicate_page(made, {0: "Ann", 1: "Ben"}, you, {key: tables[key] for key in have}, "http://x")
        return ["".join(score.state[0] for score in board.scores) for board in shown.boards]

    ann = {(0, board) for board in range(4)}
    assert states(1, ann) == ["hn"] * 4
    assert states(1, ann | {(1, 0), (1, 1)}) == ["ho", "ho", "hn", "hn"]
    assert states(1, ann | {(1, 0), (1, 1), (1, 2)}) == ["oo", "ho", "oo", "hn"]
    assert states(0, ann | {(1, 0)}) == ["oo", "on", "on", "on"]
    assert states(None, ann | {(1, 0), (1, 2)}) == ["oo", "hn", "oo", "hn"]
