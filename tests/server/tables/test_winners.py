import random
from itertools import permutations, product

import pytest

import undercut
from tests.server.making import begun, do, from_cards, happen, opened, play
from tests.server.test_render import NoDrawing
from undercut.games.base import registry
from undercut.games.base.game_types import Outcome
from undercut.pages.board.ending import ending, headline
from undercut.pages.lobby.rows import played_game
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.decisions.clocks import time_out
from undercut.table.events import Clock
from undercut.table.listing import listing
from undercut.table.showing import scene

SIZES = [(game, seats) for game in registry.names() for seats in registry.spec(game).seats]


def people(game, seats, clock=None):
    rules = {"hand_size": 5} if game == "cups" else {}
    return opened(game, ["open"] * (seats - 1), rules=rules, clock=clock and {"time": clock})


def turn_of(table, seat):
    """Play on until it is a seat's turn; with this shortcut no rule has to be followed."""
    for _ in range(60):
        if table.phase != "playing" or table.to_move == seat:
            return table.phase == "playing"
        legal = [str(move) for move in table.state.legal_moves()]
        play(table, random.choice(legal))
    return False


def agrees(table):
    result = table.state.result
    record = table.state.record()
    assert record["result"] == {"winners": [*result.winners], "reason": result.reason}
    assert undercut.replay(record).result == result
    assert listing(table).winners == [*result.winners]
    for seat, one in enumerate(table.seats):
        shown = scene(table, seat)
        won = seat in result.winners and not one.stand_in
        assert shown.result.won(seat) == won
        assert (played_game(listing(table), seat).outcome in ("won", "shared")) == won
        assert headline(shown).startswith("You won") == won
        assert record["players"][seat].endswith(" (bot)") == one.stand_in


@pytest.mark.parametrize(("game", "seats"), [size for size in SIZES if size[1] <= 4])
def test_who_resigned_never_wins_in_any_order(game, seats):
    for order in permutations(range(seats)):
        table = people(game, seats)
        for gone, seat in enumerate(order, 1):
            if table.phase == "playing":
                left = do(table, seat, asked.Resign).holders
            if table.phase == "playing":
                assert (left, table.seats[seat].kind, table.seats[seat].key) == ({seat: None}, "bot", None)
            assert (table.phase == "over") == (seats in (gone, 2))
        assert table.state.result == (Outcome((order[1],), "resigned") if seats == 2 else Outcome((), "abandoned"))
        agrees(table)


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_players_who_gave_up_never_win_on_time_or_by_resignation(game, seats):
    ways_of_all = [*product(("resign", "time", "leave"), repeat=3)]
    for ways in ways_of_all if seats < 4 else random.sample(ways_of_all, 4):
        table = people(game, seats, "game 60 5")
        out = set()
        for seat, way in enumerate(ways[: seats - 1]):
            if way == "time" and not turn_of(table, seat):
                break
            if table.phase != "playing":
                break
            if way == "time":
                happen(table, time_out(table).events)
            else:
                do(table, seat, asked.Resign if way == "resign" else asked.Leave)
            out |= {seat} if way != "leave" else set()
            assert {place for place, one in enumerate(table.seats) if one.out} == out
        for seat in range(seats):
            if table.phase == "playing" and table.seats[seat].kind == "person":
                do(table, seat, asked.Resign)
                out.add(seat)
        result = table.state.result
        if result.reason in ("resigned", "time", "abandoned"):
            assert {*result.winners} == {*range(seats)} - out
            assert (result.reason == "abandoned") == (not result.winners)
        agrees(table)


@pytest.mark.parametrize("seats", [3, 4])
def test_if_all_run_out_of_time_no_one_wins(seats):
    for zero in ("lose", "bot"):
        table = opened("cups", ["open"] * (seats - 1), clock={"time": "move 30", "zero": zero})
        for seat in range(1, seats):
            do(table, seat, asked.Resign)
        assert turn_of(table, 0)
        happen(table, time_out(table).events)
        assert table.state.result == Outcome((), "abandoned")
        assert "No one wins because every player gave up." in table.lines[-1].for_reader(None).text
        assert headline(scene(table, None)) == "No one won"
        kinds = [ending(scene(table, reader), NoDrawing).kind for reader in (0, None)]
        assert kinds == ["lost", "over"]


def test_a_table_may_say_that_a_player_whose_time_is_up_loses():
    table = opened("cups", ["open", "open"], clock={"time": "move 30", "zero": "lose"})
    do(table, 1, asked.Resign)
    assert turn_of(table, 0)
    happen(table, time_out(table).events)
    assert table.state.result == Outcome((2,), "time")


def test_a_bot_that_stands_in_does_not_end_the_game_when_its_time_is_up():
    table = opened("cups", ["open", "open"], clock={"time": "game 10 0", "zero": "lose"})
    do(table, 1, asked.Resign)
    assert turn_of(table, 1)
    happen(table, time_out(table).events)
    assert table.phase == "playing"


def test_a_bot_that_wins_for_a_person_is_named_and_the_person_has_not_won():
    named = 0
    for seed in range(6):
        random.seed(seed)
        table = people("cups", 3)
        for seat in random.sample(range(3), 2):
            do(table, seat, asked.Resign)
        while table.phase == "playing":
            play(table)
        agrees(table)
        said = scene(table, None).result.text
        for seat in (seat for seat in table.state.result.winners if table.seats[seat].stand_in):
            assert f"he bot in {table.seats[seat].name}'s seat" in said
            assert "he bot in your seat" in scene(table, seat).result.text
            assert "You" not in scene(table, seat).result.text
            named += 1
    assert named


def test_a_win_of_a_stand_in_is_no_win_of_a_match():
    table = won_by_a_stand_in(best_of=3)
    assert (table.state.result.winners, table.match.wins) == ((1,), (0, 0))


def test_headlines_and_lists_name_the_bot():
    table = won_by_a_stand_in()
    assert headline(scene(table, None)) == "The bot in Bob's seat won"
    assert [headline(scene(table, seat)) for seat in (0, 1)] == ["You lost", "You lost"]
    assert scene(table, 0).result.bots == [1]
    assert table.state.record()["players"] == ["Ann", "Bob (bot)"]
    several = people("cups", 3)
    several.apply(happened.Ended([1], "resigned"), 1.0)
    told = [headline(scene(several, seat)) for seat in range(3)]
    assert told == [f"{several.seats[1].name} won", "You won", f"{several.seats[1].name} won"]


def won_by_a_stand_in(best_of=0):
    table = from_cards("2c", "5c", piles={"points": ("", "Tc Th"), "turn": 1}, best_of=best_of)
    table.apply(happened.Left(1), 1.0)
    table.apply(happened.TakenOver(1, "medium", 0), 1.0)
    play(table, "5c")
    return table


def test_a_player_who_returns_after_the_time_was_up_can_win_but_gets_no_new_time():
    table = people("cups", 3, "game 300 5")
    late = table.to_move
    happen(table, time_out(table).events)
    table.apply(happened.Returned(late), 1.0)
    assert (table.seats[late].out, table.seats[late].stand_in, table.budget(late)) == (False, False, 10.0)


def test_the_usual_end_of_a_clock_follows_the_number_of_seats_and_its_change():
    for seats, zero in ((2, "lose"), (3, "bot")):
        assert people("cups", seats, "move 30").clock == Clock("move", 30, zero=zero)
    for zero, after in (("", "bot"), ("lose", "bot"), ("move", "move")):
        table = begun("cups", clock={"time": "move 30", "zero": zero})
        do(table, 0, asked.Change, players=4)
        assert table.clock.zero == after
