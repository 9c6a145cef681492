"""Looking one move ahead where hidden hands leave the exact solver blind."""

from __future__ import annotations

import random

import pytest

from tests.clauses.cups_table import PACK, table
from undercut.bots.thinking.prove import MOST_PLAYS, near_ends
from undercut.engine.ahead import table_after_shuffles
from undercut.play.determinize import determinize


def seen(state):
    return near_ends(state.view(state.to_move))


def test_what_another_player_may_do_is_not_certain():
    """Each of these plays lets some last card out, but none lets every card out."""
    assert seen(table(hands=("9s 4w", "3d"), dump="7d 5s")) == ((), ())


def test_a_gift_that_every_hand_can_make_is_foreseen():
    assert seen(table(hands=("As 9s", "3d"), dump="7d 5s")) == ((), ("As",))


def test_a_player_with_a_graveyard_is_not_out():
    assert seen(table(hands=("As 9s", "3d"), graveyards=("", "6d"), dump="7d 5s")) == ((), ())


def test_the_same_whatever_is_hidden():
    state, chance = table(hands=("As 9s", "3d", "4w 6w"), dump="7d 5s"), random.Random(1)
    assert {seen(determinize(state.view(0), chance)) for _ in range(5)} == {((), ("As",))}


@pytest.mark.parametrize("seats", [2, 3])
def test_it_gives_up_where_there_are_many_moves(seats, monkeypatch):
    """With a hand this large the end is not near, although another player has a single card."""
    plays = []

    def counted(*args):
        plays.append(args)
        return table_after_shuffles(*args)

    monkeypatch.setattr("undercut.bots.thinking.prove.table_after_shuffles", counted)
    large = [card for card in PACK if card not in {"As", "5s", "3d"}][:44]
    hands = (" ".join(["As", *large[:22]]), "3d", " ".join(large[22:]))[:seats]
    assert seen(table(hands=hands, dump="5s")) in {((), ()), ((), ("As",))}
    assert len(plays) <= 21 * MOST_PLAYS
