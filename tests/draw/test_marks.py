"""What a drawing says as data, so that pages need not know the game: marks, stages, who is asked, the direction."""

import re

import pytest

import undercut
from tests.clauses.cuttle_table import table
from tests.touring import tours
from undercut.draw.tables import describe
from undercut.games.base.parts.drawing import Item, Stage, Viewer


def stages(state):
    return {zone.id: zone.stage for zone in describe(state.view(0), Viewer(0)).middle if zone.stage and zone.shown}


def test_a_one_off_waits_with_its_counters():
    state = table("sipie", hands=("2c 3d", "9h 2d"), points=("Tc 9c", ""), permanents=("8s", ""), turn=1)
    state.play("9h!8s")
    effect = "Nine of hearts: send the eight of spades back."
    assert stages(state) == {"waiting": Stage(f"{effect} Counter?")}
    state.play("2c!")
    assert stages(state) == {"waiting": Stage(f"{effect} It is countered, so nothing happens. Counter back?")}
    state.play("2d!")
    assert stages(state) == {"waiting": Stage(f"{effect} The counter is countered, so it happens. Counter?")}
    state = table("sipie", hands=("3c 4d", "9h"), scrap="Tc 9c")
    state.play("3c!")
    state.play("ok")
    assert stages(state)["waiting"] == Stage("Three of clubs: take a card from the scrap. It is not countered.")


CARD = re.compile(r"(the )?\w+ of (clubs|diamonds|hearts|spades)", re.IGNORECASE)
SAID = {
    "*: scrap all point cards.": {"scrap all point cards."},
    "*: scrap *.": {"scrap *."},
    "*: take a card from the scrap.": {"take a card from the scrap."},
    "*: the opponent scraps two cards.": {
        "the other player scraps the only card in hand.",
        "the other player scraps two cards at random.",
        "the other player scraps two cards.",
    },
    "*: draw cards.": {"discard one card, then draw # cards.", "draw # cards."},
    "*: scrap all permanents.": {"scrap all permanents."},
    "*: play a card from the stock.": {
        "turn the top card of the stock and play it.",
        "turn the top two cards of the stock and play one.",
    },
    "*: send * back.": {
        "return * to its owner's hand.",
        "return * to the hand of the player who played it.",
        "return * to the top of the stock.",
    },
    "*: bring * back.": {"bring back *, which was scuttled."},
}
"""What the table says of a one-off that waits, and the sentences of the moves for which it is true."""


def test_the_table_says_of_every_one_off_what_it_would_do():
    """Under every value of every option: a new effect needs words here, too."""
    found = {}
    for state in (state for seed in range(4) for state in tours("cuttle", seed)):
        for move in state.legal_moves():
            if move.kind == "one-off":
                waiting = state.copy()
                waiting.play(move)
                effect = CARD.sub("*", stages(waiting)["waiting"].heading.removesuffix(" Counter?"))
                said = CARD.sub("*", move.text.partition(": ")[2])
                found.setdefault(effect, set()).add(re.sub(r"\d+", "#", said))
    assert found == SAID


def test_marks_of_a_hand_are_also_words():
    position = table("sipie", hands=("9h 3d", "9d")).position() | {"frozen": ["9h"], "known": [["3d"], []]}
    own = describe(position, Viewer(0)).sides[0].hand.parts[0].items
    assert [(item.card, item.frozen, item.seen, item.remarks) for item in own] == [
        ("3d", False, True, ("seen",)),
        ("9h", True, False, ("frozen",)),
    ]
    assert Item("8s", notes=("glasses",), frozen=True).remarks == ("frozen", "glasses")


def test_cups_for_two_says_no_direction():
    position = undercut.game("cups", seats=2).deal(seed=7).position()
    assert not describe(position, Viewer(0)).facts


@pytest.mark.parametrize(("direction", "course"), [(1, "right"), (-1, "left")])
def test_cups_says_who_is_asked_and_which_way_play_goes(direction, course):
    position = undercut.game("cups", seats=3).deal(seed=7).position() | {"direction": direction, "givers": [2]}
    drawn = describe(position, Viewer(0))
    assert [side.asked for side in drawn.sides] == [False, False, True]
    assert [fact.course for fact in drawn.facts] == [course, ""]
    assert drawn.by_suit
    assert not describe(undercut.game("cuttle").deal(seed=7).view(0), Viewer(0)).by_suit
