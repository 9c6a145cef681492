"""Moves are described when they are read: their sentences stay those of the moment they were listed in."""

import copy
import pickle
import random

import pytest

import undercut
from tests.touring import played
from undercut.errors import BadNotation
from undercut.play.moments import changing

NAMES = ("cuttle", "cups", "cut_the_rope")
MOST_MOVES = 120


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_read_late_is_the_one_read_at_once(name):
    chance, state = random.Random(5), undercut.game(name).deal(seed=5)
    listed = []
    while state.to_move is not None and len(state.moves) < MOST_MOVES:
        at_once = [move.text for move in state.legal_moves()]
        late = state.copy().legal_moves()
        move = chance.choice(late)
        listed.append((state.told(move, [state.to_move])[0][0].text, state.play(move), at_once, late))
    for text, move, at_once, late in listed:
        assert move.text == text
        assert [move.text for move in late] == at_once


def test_a_move_can_be_copied_and_pickled_without_its_state():
    move = undercut.game("cuttle").deal(seed=7).legal_moves()[0]
    for twin in (copy.deepcopy(move), pickle.loads(pickle.dumps(move))):  # noqa: S301  our own bytes
        assert repr(twin) == repr(move)
        assert (twin, hash(twin)) == (move, hash(move))
    assert move != "draw"
    with pytest.raises(AttributeError):
        move.text = "Win."


def test_what_only_looks_like_a_move_is_refused():
    class Draw:
        def __str__(self):
            return "draw"

    state = undercut.game("cuttle").deal(seed=7)
    with pytest.raises(BadNotation, match="is not a move"):
        state.play(Draw())
    assert state.moves == ()


@pytest.mark.parametrize("name", NAMES)
def test_moves_change_no_option(name):
    game = undercut.game(name)
    fixed = {option.name for option in (*game.spec.options, *game.spec.deal_options)}
    assert fixed | {*changing(name).names} == {*game.engine.table.lengths}
    before, after = game.deal(seed=7).table_copy(), played(game, 7).table_copy()
    assert [getattr(before, field) for field in fixed] == [getattr(after, field) for field in fixed]


def test_undo_repeats_the_choices_that_followed_a_move():
    state = undercut.game("cups", seats=2).deal(seed=3)
    chance = random.Random(3)
    while not state.shuffles:
        move = chance.choice(state.legal_moves())
        state.play(move)
    twin, shuffled = state.copy(), state.shuffles
    for game in (state, twin):
        game.undo()
        assert game.shuffles == []
        game.play(move)
        assert game.shuffles == shuffled
