"""The lessons of Cuttle: a first one, exercises, and the game on one screen."""

from __future__ import annotations

from collections.abc import Mapping

from undercut.cards import FRENCH
from undercut.games.base.book import recommended
from undercut.games.base.parts.lessons import CardRule, Glance, Lesson, Position, Step
from undercut.games.base.reader import JSON
from undercut.games.base.registry import spec
from undercut.games.base.words import RuleText
from undercut.games.cuttle.one_offs import ONE_OFFS
from undercut.lessons.lesson import cards, rest, texts
from undercut.translation import N_


def cuttle(
    yours: str,
    theirs: str,
    *,
    points: tuple[str, str] = ("", ""),
    permanents: tuple[str, str] = ("", ""),
    top: str = "",
    scrap: str = "",
    more: Mapping[str, JSON] | None = None,
) -> Position:
    """Return a position of Cuttle with you to move."""
    more = more or {}
    rows = [[pile.split("/") for pile in side.split()] for side in points]
    named = [*cards(yours), *cards(theirs), *(card for side in permanents for card in cards(side)), *cards(scrap)]
    named += [card for row in rows for pile in row for card in pile] + cards(top)
    named += [card for field in ("counters", "suspended", "revealed") for card in texts(more.get(field))]
    waiting = more.get("waiting")
    named += [str(waiting["card"])] if isinstance(waiting, dict) else []
    return {
        "game": "cuttle",
        "rules": recommended(spec("cuttle")),
        "seats": 2,
        "hands": [[*cards(yours)], [*cards(theirs)]],
        "points": [[{"card": pile[0], "jacks": [*pile[1:]]} for pile in row] for row in rows],
        "permanents": [[*cards(side)] for side in permanents],
        "scrap": [*cards(scrap)],
        "stock": [*cards(top), *rest(FRENCH.texts, named)],
        "turn": 0,
        "to_move": 0,
        "phase": "play",
        **more,
    }


_START = cuttle(
    "Td 9s 2d Qs 4c Jc",
    "9h Ah 6h 5c 8s",
    top="3d 7c Ks 3h",
)

FIRST = Lesson(
    name="first",
    title=N_("Learn Cuttle in 3 minutes"),
    game="cuttle",
    steps=(
        Step(
            title=N_("Points"),
            text=N_(
                "You win with 21 points on the table. On your turn, draw one card or play one. Aces to tens can be "
                "played for points: an ace is worth 1, a ten 10. Play the ten of diamonds for points."
            ),
            start=_START,
            wanted=("Td",),
            answers={
                "draw": N_("You may draw, but a ten is worth more on the table than in your hand."),
                "points": N_("That gives points, but fewer. Play your ten."),
                "permanent": N_("The queen protects other cards, and you have none to protect yet. Play the ten."),
            },
            otherwise=N_("Keep that one for later. First put 10 points on the table."),
            replies=("9h",),
        ),
        Step(
            title=N_("Scuttle"),
            text=N_(
                "Rosa has 9 points. You can scuttle: put a higher card from your hand onto one of her point cards, and "
                "both go to the scrap pile. If the ranks are equal, the higher suit wins: clubs, diamonds, hearts, "
                "spades, from low to high. Your nine of spades beats her nine of hearts."
            ),
            wanted=("9sx9h",),
            answers={
                "points": N_(
                    "That makes 19 points, but Rosa keeps her nine. This time, attack: scuttle the nine of hearts."
                ),
                "jack": N_("The jack would steal the nine. Good idea! But save the jack: your nine is enough here."),
            },
            otherwise=N_(
                "Possible, but Rosa would keep her 9 points. Scuttle the nine of hearts with your nine of spades."
            ),
            replies=("Ah!",),
        ),
        Step(
            title=N_("Counter"),
            text=N_(
                "A card can also be played as a one-off: not for points, but once for its effect. Rosa's ace would "
                "scrap all point cards on the table, including your ten. With a two from your hand you can cancel a "
                "one-off. Counter it!"
            ),
            wanted=("2d!",),
            otherwise=N_("Then the ace works, and your ten is gone. You hold a two: cancel the ace with it."),
            replies=("ok",),
        ),
        Step(
            title=N_("Queen"),
            text=N_(
                "The ace and your two are scrapped; your ten stays. Rosa will try again, so protect it. A queen stays "
                "in front of you: Rosa's jacks, twos and nines cannot touch your other cards, and her twos cannot "
                "counter your one-offs. Play the queen."
            ),
            wanted=("Qs+",),
            answers={"draw": N_("You may draw, but your ten is not safe from Rosa's jacks. Play the queen.")},
            otherwise=N_("There will be a better moment for that. First protect your ten with the queen."),
            replies=("6h",),
        ),
        Step(
            title=N_("Jack"),
            text=N_(
                "Rosa has 6 points now. A jack brings a point card over to your side for as long as it lies on that "
                "card. Put your jack on the six of hearts."
            ),
            wanted=("Jc>6h",),
            answers={
                "one-off": N_("A good card, and we will use it next. First take the six with your jack."),
                "points": N_("Four points are welcome, but your jack brings you six, and takes them from Rosa."),
            },
            otherwise=N_("Then Rosa keeps her six. Steal it with your jack."),
            replies=("draw",),
        ),
        Step(
            title=N_("One-off"),
            text=N_(
                "You have 16 points, and Rosa must do something about it. Take her cards away first: as a one-off, a "
                "four makes her discard two cards. Thanks to your queen she cannot counter it."
            ),
            wanted=("4c!",),
            answers={
                "points": N_("That makes 20 points, one short. Play the four for its effect instead."),
            },
            otherwise=N_("Not yet: use your four as a one-off, so that Rosa has to discard two cards."),
            replies=("ok", "-8s", "-5c", "draw"),
        ),
        Step(
            title=N_("Draw"),
            text=N_("Your hand is empty. Draw a card from the stock."),
            wanted=("draw",),
            replies=("draw",),
        ),
        Step(
            title=N_("King"),
            text=N_(
                "A king! Each king in front of you lowers the points that you need: 14 with one king, 10 with two, 5 "
                "with three. You have 16 points. Play the king."
            ),
            wanted=("Ks+",),
            otherwise=N_("You have 16 points; with a king you need only 14. Play the king and win."),
        ),
    ),
    end=N_(
        "You have won! That is nearly the whole game. An eight can also be played as glasses, which show you the other "
        "hand, and threes, fives, sevens and nines have effects of their own. Tap a card at the table to read what it "
        "does."
    ),
)


def _announced(card: str) -> dict[str, JSON]:
    """Return the fields of a position in which the other player has announced a one-off."""
    return {"phase": "counter", "turn": 1, "waiting": {"card": card}}


_WIN = N_("Win this turn.")

EXERCISES = (
    Lesson(
        "king",
        N_("Win with 14 points"),
        "cuttle",
        (
            Step(
                _WIN,
                ("Kh+",),
                {"points": N_("That is not 21 yet. Which card lowers the points that you need?")},
                start=cuttle("Kh 3c 5s Jd", "5h 8c 7d", points=("Td 4c", "6h")),
            ),
        ),
        N_("With a king in front of you, 14 points are enough."),
    ),
    Lesson(
        "jack",
        N_("The missing points"),
        "cuttle",
        (
            Step(
                _WIN,
                ("Jc>6h",),
                {
                    "Jc>2s": N_("The jack is right, but two points are not enough. Take a better card."),
                    "points": N_("That makes 19. You need six more points: where are they?"),
                },
                start=cuttle("Jc 4d Qd 5s", "Kc 8c 7d", points=("Td 5c", "6h 2s")),
            ),
        ),
        N_("A jack adds the points of the card that it takes: 15 and 6 make 21."),
    ),
    Lesson(
        "counter",
        N_("Save your points"),
        "cuttle",
        (
            Step(
                N_("Rosa plays an ace, which scraps all point cards. Counter, or let it be?"),
                ("2c!",),
                otherwise=N_("Then your 17 points are gone, and Rosa loses nothing."),
                replies=("ok",),
                start=cuttle("2c 5d 9s", "Ts 8c 7d", points=("Td 7c", ""), more=_announced("Ah")),
            ),
        ),
        N_("Right: if an ace costs you more than your opponent, spend a two on it."),
    ),
    Lesson(
        "let-it-be",
        N_("Which card to counter"),
        "cuttle",
        (
            Step(
                N_("Rosa plays an ace again. Look at the table before you use your only two."),
                ("ok",),
                otherwise=N_(
                    "That would save Rosa's points: she has 15 on the table, and you have one. Keep your two."
                ),
                start=cuttle("2c 5d 9s", "Ts 8c 7d", points=("As", "Th 5h"), more=_announced("Ah")),
            ),
        ),
        N_("Right: the ace costs Rosa 15 points and you only one. Keep your two for something better."),
    ),
    Lesson(
        "scuttle",
        N_("Stop the opponent"),
        "cuttle",
        (
            Step(
                N_("Rosa has 19 points and needs only two more. Destroy as many of her points as you can."),
                ("TsxTh",),
                {
                    "Tsx9d": N_("That leaves Rosa 10 points. The other target leaves her only nine."),
                    "points": N_("Rosa would win with any two points. First destroy some of hers."),
                },
                start=cuttle("Ts 3c 4c Qh", "5h 8c 7d", points=("6c", "Th 9d")),
            ),
        ),
        N_(
            "The ten of spades beats the ten of hearts: if the ranks are equal, the higher suit wins. Spades are "
            "the highest."
        ),
    ),
    Lesson(
        "queen",
        N_("Guard against jacks"),
        "cuttle",
        (
            Step(
                N_(
                    "You have 15 points and cannot win this turn. Your glasses show that Rosa has a jack. Guard your "
                    "points."
                ),
                ("Qs+",),
                {"points": N_("That is not enough to win, and Rosa's jack takes your ten in reply.")},
                otherwise=N_("Then Rosa takes your ten with her jack. Make that impossible."),
                replies=("draw",),
                start=cuttle("Qs Ac 4c", "Jh 3c", points=("Td 5c", "6h"), permanents=("8s", ""), top="7c"),
            ),
        ),
        N_("A queen in front of you protects your other cards from jacks, twos and nines."),
    ),
    Lesson(
        "six",
        N_("Take it back"),
        "cuttle",
        (
            Step(
                N_("Rosa's jack lies on your ten. Get it back, and you win."),
                ("6d!",),
                {"points": N_("That makes 17 points. With the stolen ten you would have 21.")},
                otherwise=N_("That does not bring your ten back. Which card removes jacks?"),
                replies=("ok",),
                start=cuttle("6d 3c Qh", "5h 8c 7d", points=("8h 3s", "Th/Jc")),
            ),
        ),
        N_("The six scraps every jack, and the ten comes back to you: 8, 3 and 10 make 21."),
    ),
    Lesson(
        "nine",
        N_("Against a king"),
        "cuttle",
        (
            Step(
                N_("Rosa has 11 points and a king: three more points, and she wins. Take away what helps her most."),
                ("9c!Kh",),
                {
                    "scuttle": N_("That takes some of her points, but with her king she still needs only 14."),
                    "points": N_("That does not stop Rosa."),
                },
                otherwise=N_("That does not stop Rosa. Which card can remove her king?"),
                replies=("ok",),
                start=cuttle("9c 5d 4h", "Ts 8c 7d", points=("6c", "7h 4s"), permanents=("", "Kh")),
            ),
        ),
        N_("Without her king, Rosa needs 21 points again, and you know which card she can draw next."),
    ),
    Lesson(
        "ace",
        N_("A clean table"),
        "cuttle",
        (
            Step(
                N_("Rosa has 20 points, and you have four. She wins next turn if you let her."),
                ("Ac!",),
                {"scuttle": N_("That removes one card, and Rosa still wins soon. One of your cards removes them all.")},
                otherwise=N_("Then Rosa plays any point card and wins. One of your cards removes all her points."),
                replies=("ok",),
                start=cuttle("Ac 7d Js 3d", "5h 8c Kd", points=("4c", "Th 6h 4s")),
            ),
        ),
        N_("An ace scraps all point cards. Play it when you have less to lose."),
    ),
    Lesson(
        "three",
        N_("From the scrap pile"),
        "cuttle",
        (
            Step(
                N_("You have 14 points. A card in the scrap pile would win the game for you next turn. Get it."),
                ("3c!",),
                otherwise=N_("Look at the scrap pile, and at what your three can do."),
                replies=("ok",),
                start=cuttle("3c Ah 2d", "5h 8c 7d", points=("Td 4c", "9h"), scrap="Kd 6s Jd 2h"),
            ),
            Step(
                N_("Now choose the card that wins with 14 points."),
                ("+Kd",),
                otherwise=N_("That card may help, but another one wins as soon as you play it."),
            ),
        ),
        N_("The three fetches the king, and with a king 14 points are enough."),
    ),
)
"""Short positions with one right move each."""


# --- The game on one screen -------------------------------------------------------------------------------------------


def _rank(rank: str, title: str, clause: str, rule: RuleText | None = None) -> CardRule:
    """A rank with what it does on the table, and then as a one-off."""
    letter = {"10": "T"}.get(rank, rank)
    found = [it.glance for it in ONE_OFFS if FRENCH.ranks[it.rank] == letter]
    rule = RuleText(rule.text, rule.option, rule.other, (*rule.more, *found)) if rule else found[0]
    return CardRule(f"card-{rank}", (f"{letter}h",), title, rule, clause, letter)


GLANCE = Glance(
    goal=RuleText(
        N_("Have {kings[0]} points in front of you. The game ends at once."),
        "win",
        {"turn_end": N_("Have {kings[0]} points in front of you when your turn ends.")},
    ),
    turn=RuleText(
        N_(
            "Draw one card or play one. You can play aces to tens for their points, or to scuttle: your card and a "
            "lower point card of your opponent are both scrapped. Most of them can also be played as one-offs, once "
            "for their effect. Jacks, queens, kings and glasses stay on the table."
        ),
        more=(
            RuleText("", "scuttle", {"any": N_("You can also scuttle your own point cards.")}),
            RuleText(N_("At most {value} cards stay in your hand at the end of your turn."), "hand_limit", {"0": ""}),
        ),
    ),
    cards=(
        _rank("A", N_("Ace"), "CU-A"),
        _rank("2", N_("Two"), "CU-2a"),
        _rank("3", N_("Three"), "CU-3a"),
        _rank("4", N_("Four"), "CU-4a"),
        _rank("5", N_("Five"), "CU-5a"),
        _rank("6", N_("Six"), "CU-6a"),
        _rank("7", N_("Seven"), "CU-7a"),
        _rank("8", N_("Eight"), "CU-30", RuleText(N_("Played as glasses, it shows you the other hand."))),
        _rank("9", N_("Nine"), "CU-9a"),
        _rank("10", N_("Ten"), "CU-10", RuleText(N_("Ten points, and the best card to scuttle with."))),
        _rank(
            "J",
            N_("Jack"),
            "CU-13",
            RuleText(
                N_("Goes on a point card, which changes sides."),
                more=(RuleText("", "jack_side", {"any": N_("That can be one of your own.")}),),
            ),
        ),
        _rank(
            "Q",
            N_("Queen"),
            "CU-31",
            RuleText(
                N_("Protects your other cards from jacks, twos and nines."),
                "queen_stops",
                {"effects": N_("Your opponent cannot play jacks, and their twos and nines can choose only queens.")},
                more=(
                    RuleText("", "queen_guards_queens", {"true": N_("Two queens protect each other.")}),
                    RuleText(
                        "",
                        "queen_guards_oneoffs",
                        {
                            "all": N_("Your one-offs cannot be countered."),
                            "twos": N_("Your twos cannot be countered."),
                        },
                    ),
                ),
            ),
        ),
        _rank(
            "K",
            N_("King"),
            "CU-33",
            RuleText(N_("You need fewer points: {value} with one, two, three or four kings."), "kings"),
        ),
    ),
)
