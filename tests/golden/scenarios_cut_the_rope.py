"""Scenarios of Cut the Rope: what the clauses say where they meet, as golden texts.

Each text has parts: a title, the position it begins with, the moves, and the shuffles in turn.
"""

from tests.clauses.rope_table import falling, offsets, position, rising, scissors

DECLARED = {"set": "standard", "equal": True}
DECK = "6 6 7 7 8 8"


def leading(rules, number: int) -> tuple[str, dict, str]:
    """Tell how two rows of so many scissors go up and down."""
    up, down = number + 1, 10 - number
    row = offsets(*range(number - 1))
    start = position(
        rules, hands=(f"X X {up} {down}",), levels=(row, row), deck=DECK, rest="discards", personal=("9 7", "7 8")
    )
    title = f"after {number} scissors {up} goes up, {down} goes down"
    # CR-24: after five declared ones both numbers fit both ways.
    rises, falls = ("u", "d") if rules == DECLARED and number == 5 else ("", "")
    return title, start, f"X>1 X>2 {up}>1{rises} {down}>2{falls}"


def drawing(rules="standard", **fields) -> dict:
    """Seat 0 puts a card down and draws up to six."""
    return position(
        rules, **{"hands": ("5 9", "2 3"), "personal": ("8 7", "8 6"), "levels": ("up 1",), "rest": "supply"} | fields
    )


def still(rules="standard", **fields) -> dict:
    """Three players hold no hand, and there is nothing to draw."""
    return position(
        rules,
        **{
            "hands": ("", "", ""),
            "personal": ("5 6", "7", "8"),
            "supply": ("4 | | ", "9 | | ", ""),
            "levels": ("up 1", "down 10 9", ""),
            "seats": 3,
            "rest": "supply",
        }
        | fields,
    )


def short(**fields) -> dict:
    """The short game; the deck is not drawn from."""
    return position({"set": "short"} | fields.pop("options", {}), deck=DECK, rest="discards", **fields)


SCENARIOS = {
    "leading-scissors": [leading("standard", number) for number in range(1, 10)],
    "leading-scissors-declared": [
        *(leading(DECLARED, number) for number in range(1, 10)),
        (
            "the same offset again: two scissors stand for one number",
            position(DECLARED, hands=("X X X X 2 9",), deck=DECK, rest="discards"),
            "X>1 X>1= X>2 X>2= 2>1 9>2",
        ),
        (
            "with offset four a five and a six fit both ways",
            position(
                DECLARED,
                hands=("5 5 6 6",),
                levels=(offsets(0, 1, 2, 3, 4), offsets(0, 1, 2, 3, 4), offsets(0, 1, 2, 3, 4)),
                deck=DECK,
                rest="discards",
            ),
            "5>1u 5>2d 6>3u",
        ),
    ],
    "ten-scissors": [
        (
            "ten scissors complete a level, and the turn goes on",
            position(hands=("X 1 4",), levels=(scissors(9),), deck=DECK, rest="discards"),
            "X>1 1>1",
        ),
        (
            "the tenth is the last personal card",
            position(personal=("X", "8 7"), levels=(scissors(9),), deck=DECK, rest="discards"),
            "p>1",
        ),
        (
            "offset nine completes a level, the same offset does not",
            position(DECLARED, hands=("X X 1 4",), levels=(offsets(*range(9)),), deck=DECK, rest="discards"),
            "X>1= X>1",
        ),
        (
            "in the short game eleven scissors wait for a number",
            short(hands=("X X 10 1",), levels=(scissors(9),)),
            "X>1 X>1 10>1u",
        ),
    ],
    "deck-empty-in-a-draw": [
        ("the discards are shuffled, the draw goes on", drawing(deck="4 4", discards="1 2 3 10"), "5/1", "10 3 2 1"),
        (
            "the deck is just enough: the discards stay till a card is due",
            drawing(deck="4 4 4 4 4", discards="1 2 3 10", hands=("5 9", "2 3 4 5 6 7")),
            "5/1 2/1",
            "10 3 2 1",
        ),
        ("deck and discards together are not enough", drawing(deck="4", discards="1 10"), "5/1 2/1", "10 1"),
        (
            "without a reshuffle the discards stay",
            drawing({"set": "standard", "reshuffle": False}, deck="4 4", discards="1 2 3 10"),
            "5/1 2/1",
        ),
        (
            "a hand emptied by plays is filled at once, from the discards too",
            drawing("cat-and-mouse", hands=("2 3", "2 3"), deck="4 4", discards="1 2 3 10 9"),
            "2>1 3>1 4>1",
            "10 3 2 1 9",
        ),
        (
            "a row completed by the last hand card is shuffled at once",
            drawing("cat-and-mouse", hands=("10", "2 3"), levels=(rising(9),)),
            "10>1",
            "1 2 3 4 5 6 7 8 9 10",
        ),
    ],
    "deck-and-discards-empty": [
        ("nothing is drawn any more", drawing(), "5/1 2/1 9/2 3/1 end end"),
        (
            "a hand emptied by plays stays empty, the turn goes on",
            drawing("cat-and-mouse", hands=("2 3", "2 3"), personal=("4 7", "8 6")),
            "2>1 3>1 p>1 end",
        ),
        (
            "a completed level brings cards back",
            drawing(hands=("10 9", "2 3"), levels=(rising(9),)),
            "10>1 9/1",
            "1 2 3 4 5 6 7 8 9 10",
        ),
    ],
    "stalemate": [
        ("a round without a card moved: the fewest personal cards win, two share", still(), "end end end"),
        ("the fewest personal cards win alone", still(personal=("5", "7 6", "8 8")), "end end end"),
        ("nobody wins where the rules say so", still({"set": "standard", "stalemate": "draw"}), "end end end"),
        (
            "a card played in the round begins the count again",
            still(levels=("up 1", "down 10", "")),
            "end s1>2 end end end end",
        ),
    ],
    "won-by-completing-a-level": [
        (
            "upwards, with a ten",
            position(personal=("10", "8 7"), levels=(rising(9),), deck=DECK, rest="discards"),
            "p>1",
        ),
        (
            "downwards, with scissors",
            position(personal=("X", "8 7"), levels=("", "down 10 X 8 7 6 5 4 3 2"), deck=DECK, rest="discards"),
            "p>2",
        ),
        ("in the short game, scissors on a nine", short(personal=("X", "8 7"), levels=(rising(9),)), "p>1"),
        (
            "the level completes before the last card, which begins a new row",
            position(personal=("10 1", "8 7"), levels=(rising(9),), deck=DECK, rest="discards"),
            "p>1 p>1",
        ),
    ],
    "short-game": [
        (
            "scissors keep their value open, upwards",
            short(hands=("X X X 6 3 9",), levels=("up 1 2 3", "up 1 2 3")),
            "X>1 X>1 6>1 X>2 3>2",
        ),
        (
            "scissors keep their value open, downwards",
            short(hands=("X X X 5 8 1",), levels=("down 10 9 8", "down 10 9 8")),
            "X>1 X>1 5>1 X>2 8>2",
        ),
        (
            "before any number they fit both ways where the two meet",
            short(hands=("5 6 4 7 X",), levels=(scissors(4), scissors(5), scissors(6))),
            "X>1 5>1u 6>2d 7>3d",
        ),
        ("within one and ten", short(hands=("10 9 X", ""), levels=("up 1 2 3 4 5 6 7 8 X X X",)), "9>1 10>1"),
        (
            "the end value completes a row of fewer cards than ten",
            short(hands=("X X X X 10 1",), levels=("up 1 X 3 X X X X", "down 10 X 8 X X X X")),
            "X>1 X>1 10>1 X>2 X>2 1>2",
        ),
        (
            "equal cards make a row longer than ten",
            short(hands=("9 9 10 8",), levels=("up 1 1 2 2 3 3 4 4 5 5 6 7 8",)),
            "8>1 9>1 9>1 10>1",
        ),
        (
            "bookends: scissors on a nine or a two complete a level",
            short(hands=("X X 5",), levels=(rising(9), falling(2))),
            "X>1 X>2",
        ),
        (
            "without bookends scissors wait on a nine as anywhere",
            short(hands=("X X 9 10 5",), levels=(rising(9), "up 1 2 3 4 5 6 7 8 X"), options={"bookend": False}),
            "X>1 X>2 9>1 10>1",
        ),
        (
            "scissors complete nothing on scissors, only on the nine itself",
            short(hands=("X X 9 5",), levels=("up 1 2 3 4 5 6 7 8 X",)),
            "X>1 9>1 X>1",
        ),
    ],
}
