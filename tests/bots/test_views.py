"""Views from outside: a table that somebody has written down is checked, and then as good as the game itself."""

import copy
import json
import re

import pytest

import undercut
from tests.amounts import amount
from tests.touring import played, varied
from undercut.games.base import registry
from undercut.play.loading import from_view, is_view


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
