import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import undercut
from tests.amounts import amount
from tests.clauses.cuttle_table import table
from tests.draw.tables import ANY, COUNTERING, Dealt
from tests.touring import tours
from undercut import draw
from undercut.draw.tables import describe
from undercut.games.base.parts.drawing import Item, Viewer

ESCAPE = re.compile(r"\x1b\[\d+m")


def lines(position: dict[str, object], *, seat: int | None = 0, goals: tuple[int, ...] | None = (14, 21)) -> list[str]:
    return draw.text(position, seat=seat, goals=goals).splitlines()


def test_a_table_of_cuttle() -> None:
    assert lines(COUNTERING) == [
        "Cuttle",
        "Seat 1 hand (3): 9h (frozen), 2 unknown",
        "Seat 1 points, 4 of 21: 4h under Jh",
        "Seat 1 permanents: Qd",
        "Stock: 3 cards; top, known to both: 4c",
        "Waiting: 2c on Qd; counters: 2h",
        "Suspended sevens: 7c",
        "Scrap (3): 4d 5c 9d",
        "Your points, 16: Td under Jc Js, 6s",
        "Your permanents: 8s (glasses), Kh",
        "Your hand (3): 2d (seen), 7h, 9s",
        "Seat 1 may counter",
    ]


@pytest.mark.parametrize(
    ("rules", "passes", "told"),
    [
        ("sipie", 1, "one pass so far; 3 end the game"),
        ({"set": "sipie", "pass_limit": 2}, 1, "one pass so far; 2 end the game"),
        ({"set": "pagat"}, 2, "2 passes in a row; 3 end the game"),
    ],
)
def test_the_prompt_says_how_many_passes_end_the_game(rules: object, passes: int, told: str) -> None:
    game = undercut.game("cuttle", rules=rules)
    start = {**game.deal(seed=1).position(), "stock": [], "passes": passes}
    start["scrap"] += game.deal(seed=1).position()["stock"]
    state = undercut.from_position(start)
    assert told in draw.text(state.view(state.to_move), seat=state.to_move)


def test_without_goals_only_the_points_are_told() -> None:
    assert "Seat 1 points, 4: 4h under Jh" in lines(COUNTERING, goals=None)


def test_scales_mark_the_goals_of_the_rules_and_hide_no_player() -> None:
    position = undercut.game("cuttle", rules="cuttle-cards-1").deal(seed=1).position()
    meter = describe(position, Viewer(0, goals=(21, 14))).own.places["points"].meter
    assert meter == (0, 21, 21, (21, 14, 10, 5, 0))
    position = undercut.game("cut_the_rope", seats=3).deal(seed=1).position()
    position["personal"][0].pop()
    assert [side.lift for side in describe(position, Viewer(0)).sides] == [26, 0, 0]


def test_somebody_who_watches_has_no_side_of_his_own() -> None:
    watched = draw.text(COUNTERING, names=["Ada", "Bob"])
    assert "Your" not in watched
    assert "Ada hand (3): 2d, 7h 9s" not in watched
    assert "Ada hand (3): 2d 7h 9s" in watched
    assert watched.index("Bob hand") < watched.index("Ada hand")


def test_a_table_of_cups() -> None:
    position = {
        "game": "cups",
        "seats": 3,
        "to_move": 2,
        "phase": "gift",
        "givers": [2, 1],
        "direction": -1,
        "hands": [["Ns", "2c"], ["?", "?"], ["?"]],
        "graveyards": [[], [["?", "?"], ["3s", "4d"]], []],
        "dump": ["?", "9s", "Ts"],
        "side": ["4c"],
        "side_active": True,
        "stack": ["?"],
        "away": ["?", "?"],
    }
    assert lines(position, goals=None) == [
        "Cups, 3 players",
        "Play goes to the left: the next seat is one lower",
        "Still asked for a gift: Seat 2, Seat 1",
        "Seat 1 hand (2): 2 unknown",
        "Seat 1 graveyard (4): layer 1: 2 unknown; on top: 3s 4d",
        "Seat 2 hand (1): 1 unknown",
        "Stack: 1 card",
        "Dump (3): on top, the last uppermost: 9s Ts",
        "Side pile (1), active 4c: on top: 4c",
        "Put away: 2 cards",
        "Your hand (2): 2c Ns",
        "Seat 2 may give a card",
    ]


def test_a_table_of_cut_the_rope() -> None:
    position = {
        "game": "cut_the_rope",
        "to_move": 0,
        "hands": [["10", "3", "X"], ["?"]],
        "personal": [["7", "?"], ["?"]],
        "supply": [[["1", "X"], [], []], []],
        "levels": [["1", "X", "3"], ["X"], []],
        "directions": ["up", None, None],
        "values": [[1, 2, 3], [0], []],
        "deck": ["?", "?"],
        "discards": ["X", "1", "1"],
        "still": 1,
    }
    assert lines(position) == [
        "Cut the Rope, 2 players",
        "Turns in a row in which no card moved: 1",
        "Seat 1 hand (1): 1 unknown",
        "Seat 1 personal deck: 1 card",
        "Seat 1 supply row 1 (0): none",
        "Seat 1 supply row 2 (0): none",
        "Seat 1 supply row 3 (0): none",
        "Level row 1 (3), goes up, next 4: 1, X (as 2), 3",
        "Level row 2 (1): X (as 1 or 10)",
        "Level row 3 (0), next 1 or 10: none",
        "Deck: 2 cards",
        "Discards (3): 1 x 2, X",
        "Your personal deck: 2 cards; top: 7",
        "Your supply row 1 (2): 1 X",
        "Your supply row 2 (0): none",
        "Your supply row 3 (0): none",
        "Your hand (3): 3 10 X",
        "Your move: play a card or add to a supply row",
    ]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"winners": [0], "reason": "points"}, "You win by points"),
        ({"winners": [1], "reason": "resigned"}, "Seat 1 wins by resignation"),
        ({"winners": [], "reason": "passes"}, "A draw by passing"),
        ({"winners": [0, 1], "reason": "agreed"}, "You and Seat 1 win together by agreement"),
    ],
)
def test_the_end_of_a_game_is_told(result: dict[str, object], told: str) -> None:
    assert lines({**COUNTERING, "to_move": None, "result": result})[-1] == told


FEWER = settings(max_examples=amount(40, 150))
NAMES = st.text(max_size=200) | st.text(alphabet=st.characters(), max_size=40)


@FEWER
@given(dealt=ANY, width=st.integers(20, 120), name=NAMES, colour=st.sampled_from(draw.Colour))
def test_no_line_is_longer_than_the_width(dealt: Dealt, width: int, name: str, colour: draw.Colour) -> None:
    written = ESCAPE.sub("", draw.text(dealt.position, width=width, names=[name], colour=colour))
    assert max(map(len, written.split("\n"))) <= width
    assert all(letter.isprintable() or letter == "\n" for letter in written)


@FEWER
@given(dealt=ANY, colour=st.sampled_from(draw.Colour))
def test_hidden_cards_are_counted_every_line_is_named_and_colour_changes_nothing(dealt, colour):
    plain, coloured = (draw.text(dealt.position, seat=0, width=400, **more) for more in ({}, {"colour": colour}))
    assert "?" not in plain
    # But for title, facts and status.
    assert all(": " in line for line in plain.splitlines()[1:-1])
    assert ESCAPE.sub("", coloured) == plain
    assert coloured.count("\x1b[0m") * 2 == coloured.count("\x1b[")


def test_four_colours_part_what_two_do_not() -> None:
    two = draw.text(COUNTERING, colour=draw.Colour.TWO)
    four = draw.text(COUNTERING, colour=draw.Colour.FOUR)
    assert "\x1b[31m9d\x1b[0m" in two
    assert "\x1b[31m9h\x1b[0m" in two
    assert "\x1b[34m9d\x1b[0m" in four


def stages(state):
    viewer = Viewer(0, ("Ann", "Ben"))
    return {zone.id: zone.stage for zone in describe(state.view(0), viewer).middle if zone.stage and zone.shown}


def test_a_one_off_waits_with_its_counters():
    state = table("sipie", hands=("2c 3d", "9h 2d"), points=("Tc 9c", ""), permanents=("8s", ""), turn=1)
    state.play("9h!8s")
    effect = "Nine of hearts: send the eight of spades back."
    assert stages(state) == {"waiting": effect}
    state.play("2c!")
    assert stages(state) == {"waiting": f"{effect} It is countered, so nothing happens. Ben may counter back."}
    state.play("2d!")
    assert stages(state) == {"waiting": f"{effect} The counter is countered, so it happens."}
    state = table("sipie", hands=("3c 4d", "9h"), scrap="Tc 9c")
    state.play("3c!")
    state.play("ok")
    assert stages(state)["waiting"] == "Three of clubs: take a card from the scrap. It is not countered."


CARD = re.compile(r"(the )?\w+ of (clubs|diamonds|hearts|spades)", re.IGNORECASE)
CARDS = ("the only card in hand", "two cards at random", "two cards")
FOUR = {f"the other player scraps {which}." for which in CARDS}
ONE = {"the other player scraps the only card in hand."}
SAID = {
    "*: scrap all point cards.": {"scrap all point cards."},
    "*: scrap *.": {"scrap *."},
    "*: take a card from the scrap.": {"take a card from the scrap."},
    "*: Ben scraps two cards.": FOUR - ONE,
    "*: Ben scraps the only card in hand.": ONE,
    "*: you scrap two cards.": FOUR - ONE,
    "*: you scrap the only card in hand.": ONE,
    "*: draw cards.": {"scrap one card, then draw # cards.", "draw # cards."},
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
                effect = CARD.sub("*", re.sub(r" \w+ may counter.$", "", stages(waiting)["waiting"]))
                said = CARD.sub("*", move.text.partition(": ")[2])
                found.setdefault(effect, set()).add(re.sub(r"\d+", "#", said))
    assert found == SAID


def test_marks_of_a_hand_are_also_words():
    position = table("sipie", hands=("9h 3d", "9d")).position() | {"frozen": ["9h"], "known": [["3d"], []]}
    own = describe(position, Viewer(0)).sides[0].hand.parts[0].items
    marks = [(item.card, item.frozen, item.seen, item.remarks) for item in own]
    assert marks == [("3d", False, True, ("seen",)), ("9h", True, False, ("frozen",))]
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
