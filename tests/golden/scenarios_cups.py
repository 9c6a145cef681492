"""Scenarios of Cups: what the clauses say where they meet, as golden texts.

Each text has parts: a title, the position it begins with, the moves, and the shuffles in turn.
"""

from tests.clauses.cups_table import position


def start(rules="simple", **fields) -> dict:
    """Return a position in which all other cards are put away."""
    return position(rules, **{"rest": "away"} | fields)


def simple(**options) -> dict:
    return {"set": "simple", **options}


def family(**options) -> dict:
    return {"set": "children", **options}


def first_card(rules) -> dict:
    """A cup was turned to start the dump."""
    return start(rules, hands=("9s 2c 3c", "4d 5w", "Ts 6c"), dump="7c", stack="8w 9w Tw Pw Nw 2w 3w")


def last_ace(graveyard: str = "") -> dict:
    """Seat 0 has nothing but the ace of the active suit; two others may give."""
    return start(hands=("As", "4s 5w 8d", "6d Td"), graveyards=(graveyard, "", ""), dump="3w 9s", stack="8w 9w Tw")


def under_a_cup(rules, dump: str) -> dict:
    """Seat 0 can play nothing but the cup of the active value."""
    return start(rules, hands=("9c 3s", "Ts 4c 5d", "2s 3d"), dump=dump, stack="8w 5w Tw")


def short(draw: str) -> dict:
    """Two cards are left to draw; the dump hides cups."""
    return start(
        simple(short_draw=draw),
        hands=("5d Ps", "2d 4c 9d", "Tc 3d"),
        graveyards=("", "6w", ""),
        dump="2s Qc 3w Td 9w 8c 9s",
        stack="4w 3s",
    )


def short_bury(draw: str) -> dict:
    """Seat 0 must bury three cards; one is left to draw."""
    return start(simple(short_draw=draw), hands=("2s 3s 4s", "2d 4c 9d", "Tc 3d"), dump="Qc 3w Td 9w 8c 9s", stack="4w")


def beaten(rules, dump: str) -> dict:
    """Seat 1 has the last hand and must bury it; the stack is empty."""
    return start(rules, hands=("", "2s 3c", ""), graveyards=("2w", "", "4d / 5d"), dump=f"{dump} 9s", turn=1)


def runs(**fields) -> dict:
    """Three players hold nines of cups from three packs."""
    return start(
        simple(decks=3, identical_cups=True),
        **{"hands": ("9c Kw 2s", "9c Qd 5c", "9c 3d Ps"), "dump": "4w 5w 6w 9s", "stack": "7w 8w 2w 3w"} | fields,
    )


def burning(stack: str, dump: str = "2w 7w 4s 5s", rules: dict | None = None) -> dict:
    """Seat 0 has the five of cups for the five on the dump."""
    return start(rules or simple(cup_burns=True), hands=("5c 4d Ps", "2c 8d 9w", "Kc 3w Tw"), dump=dump, stack=stack)


SCENARIOS = {
    "first-card-a-cup": [
        ("a first card that is a cup is covered like any other", first_card("simple"), "9s Ts 4d bury"),
        ("on the dump it is active under a side pile too", first_card("children"), "9s Ts 4d bury"),
    ],
    "last-card-an-ace": [
        ("somebody gives: the player goes on with the gift", last_ace(), "As +5w keep 4s"),
        ("nobody gives: the player wins", last_ace(), "As keep keep"),
        ("nobody gives: the player picks his graveyard up", last_ace("7d / 2d"), "As keep keep"),
        ("somebody gives: the graveyard stays where it is", last_ace("7d / 2d"), "As keep +6d"),
    ],
    "giver-wins": [
        (
            "who gives his last card wins, when all have been asked",
            start(hands=("As Kw", "6d", "4s 5w", "2d"), graveyards=("", "7d", "", ""), dump="3w 9s", stack="8w"),
            "As +6d keep +2d",
        ),
        (
            "of two who give their last cards the first one wins",
            start(hands=("As Kw", "6d", "2d"), graveyards=("", "", ""), dump="3w 9s", stack="8w", direction=-1),
            "As +2d +6d",
        ),
        (
            "a seat that sits out gives the top of its graveyard",
            start(
                family(sit_out_gives=True),
                hands=("As Kw", "", "4s 5w", ""),
                graveyards=("", "7d 2w / 5d", "", "9w"),
                dump="3w 9s",
                stack="8w",
                out=[1, 3],
            ),
            "As +5d keep +9w",
        ),
    ],
    "few-cards-under-a-cup": [
        ("one card", under_a_cup("simple", "9s"), "9c 5d"),
        ("two cards", under_a_cup("simple", "7d 9s"), "9c 5d"),
        ("three cards", under_a_cup("simple", "Ks 7d 9s"), "9c 5d"),
        ("four cards", under_a_cup("simple", "6w Ks 7d 9s"), "9c 5d"),
        ("one card, the cup on the side pile", under_a_cup("children", "9s"), "9c 5d"),
        (
            "one card, the cup not to be ignored over an empty dump",
            under_a_cup(family(unseen_cup="must"), "9s"),
            "9c 5d",
        ),
    ],
    "short-draws": [
        ("a five draws from two cards: rest", short("rest"), "5d", "9w 2s 9s 3w Td"),
        ("a five draws from two cards: dump", short("dump"), "5d 9d"),
        ("a five draws from two cards: league", short("league"), "5d", "9s"),
        ("a five draws from two cards: magellan", short("magellan"), "5d", "9w 2s 9s 3w Td"),
        ("a hand of three is buried, one card is left: rest", short_bury("rest"), "bury", "9w 3w Td"),
        ("a hand of three is buried, one card is left: dump", short_bury("dump"), "bury 9d"),
        ("a hand of three is buried, one card is left: league", short_bury("league"), "bury", "9w"),
        ("a hand of three is buried, one card is left: magellan", short_bury("magellan"), "bury", "9w 3w Td"),
    ],
    "nothing-left-to-shuffle": [
        (
            "a bury over a dump of one card and a cup; a cup is led",
            start(hands=("2s", "2c 4d", "8w Tc"), graveyards=("", "", "6w"), dump="3c 9s"),
            "bury 2c 8w",
        ),
        (
            "a bury that puts the last cup away",
            start(hands=("2s", "2w 4d", "8w Td"), graveyards=("", "", "6w"), dump="3c 9s"),
            "bury",
        ),
        (
            "a draw that takes the whole dump",
            start(simple(short_draw="dump"), hands=("5d Ps", "2c 4d", "8w Tc"), dump="3c 7w 9s", stack="6w"),
            "5d 4d",
        ),
        ("a cup that takes the dump and burns the stack", burning("8w 9d Ts", dump="5s"), "5c 2c"),
    ],
    "nobody-holds-a-hand": [
        (
            "the stack is dealt, what is left over is put away",
            beaten("simple", "4w 5w 6w 7w 8w 9w Tw Pw"),
            "bury bury",
            "Pw 4w 5w 6w 7w 8w 9w Tw",
            "Pw",
        ),
        (
            "an ace is dealt: kept, then another played, the rest stays",
            beaten(simple(redeal_ace="return"), "4w Aw 6w As 8w 9w Pw"),
            "bury ok As^",
            "Pw Aw 4w 6w 8w As 9w",
        ),
        (
            "an ace is dealt and played, the rest is put away",
            beaten(simple(redeal_ace="remove"), "4w Aw 6w 7w 8w 9w Pw"),
            "bury Aw^",
            "Pw 4w Aw 6w 7w 8w 9w",
        ),
        (
            "too few cards, and again: all pick up, a free lead follows",
            beaten("simple", "4w 5w"),
            "bury 4d",
            "5w 4w",
            "5w",
        ),
        (
            "too few cards at first, enough from the dump",
            start("magellan", hands=("", "2s 3c 4s"), graveyards=("2w", ""), dump="5w 6w 7w 8w 9s", turn=1),
            "bury",
            "5w 6w 7w 8w",
            "6w 5w 8w 7w",
            "6w",
        ),
        ("without a redeal the player on turn picks up", beaten(simple(redeal=False), "4w 5w 6w"), "bury", "4w 5w 6w"),
        (
            "where players sit out, the smallest graveyard wins",
            {**beaten("children", "4w 5w 6w"), "out": [0, 2]},
            "bury",
            "4w 5w 6w",
        ),
    ],
    "guard": [
        (
            "the last of sixty idle turns for each player: the fewest cards win",
            position(hands=("Ts 2w 3w", "5w"), dump="9s", idle=119),
            "Ts",
        ),
        (
            "two players have the fewest cards and share",
            position(hands=("Ts 2w", "5w", "6w 7w"), dump="9s", idle=179),
            "Ts",
        ),
    ],
    "run-of-cups": [
        ("three nines of cups, then play reverses once", runs(), "9c 9c 9c Kw 3d"),
        ("two nines of cups reverse as one", runs(), "9c 9c 3d Qd"),
        ("a bury leaves the run", runs(hands=("9c Kw", "9c 5c", "3c 4c", "Qd 2s")), "9c 9c bury Qd"),
        (
            "on the side pile",
            runs(hands=("9c Kw 2s", "9c Qd 5c", "9c 3d Ps")) | {"rules": family(decks=3, identical_cups=True)},
            "9c 9c 3d",
        ),
    ],
    "burning": [
        ("the stack has fewer cards than the cup burns", burning("8w 9d Ts"), "5c", "2w"),
        ("the stack has just as many", burning("8w 9d Ts Qd 6w", dump="9s 2w 7w 4s 5s"), "5c 8d", "2w 9s", "2w"),
        ("one card is left", burning("8w 9d Ts Qd 6w 7d"), "5c"),
        (
            "a free lead burns too",
            start(simple(cup_burns=True), hands=("3c 2s 4d", "Kc 5s", "9d 2w"), stack="8w 7d", lead=True),
            "3c 5s",
        ),
        ("the cup lies on the side pile", burning("8w 9d Ts", rules=family(cup_burns=True)), "5c", "2w"),
    ],
}
