import random

import pytest

import undercut
from tests.amounts import amount, some, thorough
from tests.clauses.cuttle_table import table
from tests.touring import varied
from undercut.arena import playing
from undercut.arena.contest import Contest, play
from undercut.arena.playing import Cheating, Omniscient, Plan, line_up_of, make_entrant, shares_after_replies
from undercut.bots import registry as players
from undercut.bots.players import levels_of
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.think import think_openly
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.game_types import shares
from undercut.games.base.parts.bots import Budget
from undercut.play.loading import determinize
from undercut.search.layers import search_engine
from undercut.workers import InProcess

BUDGET = Budget(iterations=80)


def worths(state):
    return dict(zip(map(str, state.legal_moves()), shares_after_replies(state), strict=True))


def chosen(state, seed=1):
    return str(make_entrant("peeking", state.game.name, seed).choose_openly(state))


def searched(state):
    settings = levels_of(state.game.name).settings
    return think_openly(state, Effort(BUDGET, Host.PLAIN), random.Random(1), settings=settings).moves


@pytest.mark.parametrize("name", [*playing.valuations("cuttle"), "cheating:100"])
def test_only_the_arena_offers_them_and_a_view_is_not_enough(name):
    with pytest.raises(undercut.UndercutError, match=f"'{name}' is not a player"):
        players.make(name, "cuttle")
    state = undercut.game("cuttle").deal(seed=7)
    player = make_entrant(name, "cuttle", 1)
    assert isinstance(player, Omniscient)
    assert player.name == name
    with pytest.raises(undercut.UndercutError, match=f"{name} cheats: it plays in the arena only"):
        player.choose(state.view(0), state.legal_moves())


def test_nobody_else_is_shown_the_cards():
    names = (*players.PLAYERS, *players.LEVEL_NAMES, "search:20")
    assert not any(isinstance(make_entrant(name, "cuttle", 1), Omniscient) for name in names)


def test_they_change_nothing():
    state = undercut.game("cuttle").deal(seed=7)
    before = state.position()
    cheating = Cheating(random.Random(1), BUDGET, levels_of("cuttle").settings, name="cheating:80", host=Host.PLAIN)
    assert cheating.choose_openly(state) in state.legal_moves()
    assert chosen(state) in map(str, state.legal_moves())
    assert state.position() == before


@pytest.mark.parametrize("name", registry.names())
def test_they_see_what_is_hidden(name):
    """Among deals that a seat cannot tell apart, they do not always find the same: that is their point."""
    state, chance = undercut.game(name).deal(seed=7), random.Random(3)
    deals = [determinize(state.view(0), chance) for _ in range(8)]
    assert len({tuple(shares_after_replies(deal)) for deal in deals}) > 1
    assert len({tuple((one.visits, one.expected) for one in searched(deal)) for deal in deals[:4]}) > 1
    assert searched(state) == searched(state)


def test_cards_are_counted_at_cuttle_only():
    with pytest.raises(undercut.UndercutError, match="'peeking:count' is not a player of cups"):
        make_entrant("peeking:count", "cups", 1)


def test_counting_knows_no_card_from_another():
    """Two cards in the hand against one and a king: one card on the table is worth two in the hand."""
    one, two, three = (
        playing.by_count(state.game, state.table_copy())
        for state in (
            table(hands=("Tc 2c", "3h"), permanents=("", "Kd")),
            table(hands=("Ac 4c", "9h"), permanents=("", "8d")),
            table(hands=("Ac 4c", "9h"), points=("", "Td"), turn=1),
        )
    )
    assert one == two == pytest.approx([0.4995, 0.5005])
    assert three == pytest.approx([0.4985, 0.5015])


def test_it_reads_the_order_of_the_stock():
    """A ten on top wins if it is drawn in time, a three does not."""
    cards = {"hands": ("Kc", "3c 4c"), "points": ("5s 6s", "")}
    drawn = [worths(table(stock=top, **cards))["draw"] for top in ("Th", "3h")]
    assert drawn[0] > drawn[1] + 0.1


def test_it_reads_the_other_hand():
    """The other side wins with its ten next, unless points are scuttled now; a view would not tell of the ten."""
    state = table(hands=("9c Kd 2d", "Th 3d"), points=("", "5s 6s"))
    found = worths(state)
    assert chosen(state) in {"9cx5s", "9cx6s"}
    assert {move for move, worth in found.items() if worth > 0} <= {"9cx5s", "9cx6s"}
    harmless = worths(table(hands=("9c Kd 2d", "4h 3d"), points=("", "5s 6s")))
    assert harmless["9c"] > 0


def test_a_move_without_a_choice_is_no_ply():
    """Nobody can counter the ace, so what it scraps is seen; against a two, it comes to nothing."""
    cards = {"points": ("", "7c 7d"), "rest": "scrap"}
    scraps, fails = (worths(table(hands=("Ac 9c", hand), **cards))["Ac!"] for hand in ("7h 3d", "7h 2d"))
    assert scraps > 2 * fails


def judged(state):
    if state.result:
        return shares(state.result.winners, state.game.seats)
    weights = [0] * state.game.seats
    search_engine(state.game.name, Host.PLAIN).functions.evaluate(state.table_copy(), weights, [0] * 2048)
    return [weight / sum(weights) for weight in weights]


def played(state, move):
    after = state.copy()
    after.play(move)
    for _ in range(20):
        if len(after.legal_moves()) == 1:
            after.play(after.legal_moves()[0])
    return after


def two_plies(state):
    """The slow way, by whole games with all that belongs to them; None if chance comes in."""
    found = []
    for move in state.legal_moves():
        after = played(state, move)
        lasts = [after] if after.result else [played(after, answer) for answer in after.legal_moves()]
        if any(len(last.shuffles) > len(state.shuffles) for last in lasts):
            return None
        best = max(map(judged, lasts), key=lambda got, chooser=after.to_move: got[chooser or 0])
        found.append(best[state.to_move])
    return found


@pytest.mark.parametrize("name", registry.names())
def test_it_finds_what_two_plies_of_whole_games_find(name):
    """Under any options and for any number of seats."""
    chance = random.Random(name)
    compared = 0
    for seed in range(amount(6, 12)):
        state = varied(name, seed).deal(seed=seed)
        for _ in range(chance.randrange(40)):
            if not state.result:
                state.play(chance.choice(state.legal_moves()))
        expected = None if state.result else two_plies(state)
        if expected is not None:
            compared += 1
            assert shares_after_replies(state) == pytest.approx(expected)
    assert compared >= amount(2, 4)


@pytest.mark.parametrize(("name", "seats"), some([("cuttle", 2), ("cups", 4), ("cut_the_rope", 3)], 1))
def test_it_plays_in_the_arena(name, seats):
    plan = Plan(name, undercut.game(name).rules, seats, (line_up_of(["peeking", "random"], seats),), limit=40)
    contest = Contest(plan, deals=1)
    play(contest, InProcess())
    assert len(contest.results) == seats
    assert not any(result.fault for result in contest.results)
    assert playing.Games(plan).play(contest.results[0].job) == contest.results[0]


def plain(name, game, seed):
    player = make_entrant(name, game, seed)
    player.host = Host.PLAIN
    return player


@thorough
@pytest.mark.parametrize(
    ("one", "other"), [("cheating:60", "search:60"), ("peeking", "greedy"), ("peeking", "peeking:count")]
)
def test_they_beat_those_who_know_less(one, other):
    """Of the cards, or of what they are worth: what hidden cards cost."""
    contest = Contest(Plan("cuttle", "sipie", 2, ((one, other),)), deals=10)
    play(contest, InProcess(), maker=plain if "search" in other else make_entrant)
    assert sum(contest.values) / len(contest.values) > 0.6
