import copy
import json
import random
import re
from contextlib import closing

import pytest

import undercut
from tests.amounts import amount
from tests.bots.rogues import rogue
from tests.touring import played, varied
from undercut.bots.external.client import External
from undercut.bots.players import Uniform, play_out
from undercut.bots.registry import make
from undercut.games.base import registry
from undercut.play import observing
from undercut.play.loading import determinize, from_view, is_view
from undercut.play.observing import view_with_history


class Reader(Uniform):
    def __init__(self, chance, *, wants_history):
        super().__init__(chance)
        self.wants_history = wants_history
        self.views = []

    def choose(self, view, moves):
        self.views.append(view)
        return super().choose(view, moves)


@pytest.mark.parametrize("name", registry.names())
def test_a_history_hides_what_the_seat_has_not_seen(name):
    """Two games that a seat cannot tell apart: as long as its views were equal, its histories are."""
    chance = random.Random(3)
    compared = differed = 0
    for seed in range(24):
        state = undercut.game(name).deal(seed=seed)
        seat = seed % state.game.seats
        while state.to_move != seat:
            state.play(chance.choice(state.legal_moves()))
        state = undercut.from_position(state.position(), seed=1)
        other = determinize(state.view(seat), chance)
        while not state.result and state.view(seat) == other.view(seat) and len(state.moves) < 30:
            assert json.dumps(view_with_history(state, seat)) == json.dumps(view_with_history(other, seat))
            compared += 1
            differed += state != other
            common = [move for move in state.legal_moves() if move in other.legal_moves()]
            if not common:
                break
            move = chance.choice(common)
            state.play(move)
            other.play(move)
    assert compared > 30
    assert differed > 30


def test_only_a_player_that_wants_the_history_gets_it():
    players = [Reader(random.Random(seat), wants_history=seat == 0) for seat in range(2)]
    state = play_out(undercut.game("cuttle").deal(seed=11), players, limit=9)
    assert [*players[0].views[-1]][-1] == "history"
    assert not any("history" in view for view in players[1].views)
    state.undo()
    assert players[0].views[-1]["history"] == state.history(0).tolist()
    chosen = Reader(random.Random(1), wants_history=True)
    undercut.match("cuttle", [chosen, "random"], deals=1, seed=1)
    assert all("history" in view for view in chosen.views)


def test_a_program_that_asks_for_the_history_gets_it():
    for wish, last in (("history", "history"), ("none", "jacked_by")):
        sent = []
        watch = lambda _, line, sent=sent: sent.append(json.loads(line))  # noqa: E731  one line beside its use
        with closing(External(rogue(wish), seed=1, watch=watch)) as bot:
            play_out(undercut.game("cuttle").deal(seed=11), [bot, make("random", "cuttle", 1)], limit=5)
        assert {[*message["view"]][-1] for message in sent if message.get("type") == "choose"} == {last}


@pytest.mark.parametrize("name", registry.names())
def test_a_view_with_its_history_is_read(name):
    state = played(undercut.game(name), 11, 9)
    view = json.loads(json.dumps(view_with_history(state, state.to_move)))
    assert view["history"]
    assert undercut.from_view(view).view(state.to_move) == state.view(state.to_move)
    assert undercut.from_view({**view, "history": None}).view(state.to_move) == state.view(state.to_move)
    chosen = [make("greedy", name, 7).choose(each, state.legal_moves()) for each in (view, state.view(state.to_move))]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize(
    ("history", "fault"),
    [
        ({}, "history: not a list"),
        ("Ah", "history: not a list"),
        ([[2, 1, 6, 1], [1, 2, 3]], "history[1]: not a list of 4 whole numbers"),
        ([5], "history[0]: not a list of 4 whole numbers"),
        ([[2, 1, 6, True]], "history[0]: not a list of 4 whole numbers"),
        ([[2, 1, 6, 1.0]], "history[0]: not a list of 4 whole numbers"),
        ([[3, 1, 6, 1]], "history[0]: event 3 is neither 1 (a move) nor 2 (a revealed card)"),
        ([[0, 0, 0, 0]], "history[0]: event 0 is neither"),
        ([[1, 0, 6, 0]], "history[0]: seat 0 is not a whole number from 1 to 2"),
        ([[1, 3, 6, 0]], "history[0]: seat 3 is not a whole number from 1 to 2"),
        ([[1, 1, 1416, 0]], "history[0]: move 1416 is not a whole number from 0 to 1415"),
        ([[1, 1, 6, 1]], "history[0]: place 1 is not a whole number from 0 to 0"),
        ([[2, 1, 0, 1]], "history[0]: card 0 is not a whole number from 1 to 52"),
        ([[2, 1, 53, 1]], "history[0]: card 53 is not a whole number from 1 to 52"),
        ([[2, 1, 6, 4]], "history[0]: place 4 is not a whole number from 1 to 3"),
        ([[2, 1, 6, 0]], "history[0]: place 0 is not a whole number from 1 to 3"),
        ([[2, 1, 6, 1]] * 2001, "history: there are 2001 events, more than 2000"),
    ],
)
def test_a_wrong_history_is_refused(history, fault):
    state = played(undercut.game("cuttle"), 11, 9)
    for read, data in ((undercut.from_view, state.view(state.to_move)), (undercut.from_position, state.position())):
        with pytest.raises(undercut.BadPosition, match=re.escape(fault)):
            read({**data, "history": history})


def test_a_history_that_is_too_long_is_left_out(monkeypatch):
    state = played(undercut.game("cuttle"), 11, 9)
    monkeypatch.setattr(observing, "MOST_EVENTS", len(state.history(0)))
    assert "history" in view_with_history(state, 0)
    monkeypatch.setattr(observing, "MOST_EVENTS", len(state.history(0)) - 1)
    assert view_with_history(state, 0) == state.view(0)


@pytest.mark.parametrize("name", registry.names())
def test_what_the_seat_to_move_sees_is_enough(name):
    """Under many mixes of options, which cards lie apart and redeals are among."""
    for seed in range(amount(24, 60)):
        state = played(varied(name, seed), seed, seed)
        if state.result:
            state.undo()
        view = state.view(state.to_move)
        assert not is_view(state.position())
        assert not is_view(view) or from_view(json.loads(json.dumps(view))).view(state.to_move) == view


def changed(view, **fields):
    return {**copy.deepcopy(view), **fields}


def test_every_fault_is_told():
    view = undercut.game("cuttle").deal(seed=7).view(0)
    own, other = view["hands"]
    faulty = {
        "hands[0]: seat 0 is to move and knows its own hand": undercut.game("cuttle").deal(seed=7).view(1),
        "hands[0]: seat 0 is to move": changed(view, hands=[["?"] * 5, other]),
        "view: 48 cards are unknown, but 47 are not shown": changed(view, stock=[*view["stock"], "?"]),
        "view: 46 cards are unknown, but 47 are not shown": changed(view, stock=view["stock"][1:]),
        "hands[0][0]: 'Zz' is not a card": changed(view, hands=[["Zz", *own[1:]], other]),
        "hands[1]: Ah is in hands[0] already": changed(view, hands=[own, ["Ah", *other[1:]]]),
        "hands: there are 3 entries, not 2": changed(view, hands=[own, other, []]),
        "game: 'whist' is not one of": changed(view, game="whist"),
        "wings: unknown field": changed(view, wings=["?"]),
        "to_move: ": changed(view, to_move=5),
    }
    for fault, data in faulty.items():
        with pytest.raises(undercut.BadPosition, match=re.escape(fault)):
            from_view(data)


def test_what_is_nested_without_end_is_refused():
    deep = "?"
    for _ in range(5000):
        deep = [deep]
    data = {"game": "cuttle", "hands": deep}
    assert is_view(data)
    with pytest.raises(undercut.BadPosition, match="view: nested too deeply"):
        from_view(data)


def test_what_the_seat_could_see_but_says_it_does_not_is_refused():
    """CU-30: with glasses on the table the other hand lies open."""
    state = undercut.game("cuttle").deal(seed=7)
    for move in ("8d+", "draw"):
        state.play(move)
    view = state.view(0)
    own, other = view["hands"]
    with pytest.raises(undercut.BadPosition, match=r"hands: seat 0 would see \["):
        from_view(changed(view, hands=[own, ["?"] * len(other)], known=None))
    with pytest.raises(undercut.BadPosition, match=r"known\[1\]: 2h .* is not in that hand"):
        from_view(changed(view, hands=[own, ["?"] * len(other)]))
    assert from_view(changed(view, known=None)).view(0)["hands"] == [own, other]
