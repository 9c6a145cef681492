import json
import re
from itertools import islice
from random import Random

import pytest

import undercut
from tests.amounts import amount
from tests.clauses import cups_table, cuttle_table, rope_table
from tests.clauses.cuttle_table import table
from tests.touring import tours
from undercut import draw
from undercut.cards import LATIN
from undercut.draw.tables import describe
from undercut.games.base import registry
from undercut.games.base.game_types import Move
from undercut.games.base.parts.drawing import Viewer
from undercut.play.narration import Voice, narrate
from undercut.play.state import State

DRAWN = re.compile(r"draw (?:the last )?(\d+) cards?\b|draw the (last) card")


@pytest.mark.parametrize(
    "rules", ["simple", "democratic-league", "magellan", {"set": "children", "short_draw": "dump"}]
)
def test_cups_tells_how_many_cards_are_drawn(rules) -> None:
    chance = Random(7)
    compared = 0
    for seed in range(6):
        state = undercut.game("cups", rules=rules, seats=2 + seed % 3).deal(seed=seed)
        for _ in range(80):
            if state.result:
                break
            seat, held = state.to_move, len(state.position()["hands"][state.to_move])
            move = chance.choice(state.legal_moves())
            state.play(move)
            found = DRAWN.search(move.text)
            left = 0 if move.kind.startswith("bury") else held - 1
            if found and left and not state.result:
                assert len(state.position()["hands"][seat]) == left + int(found[1] or 1), move.text
                compared += 1
    assert compared


def cups(*, buried=False, **fields) -> undercut.State:
    position = cups_table.position("simple", **{"dump": "3w 9s", "rest": "away"} | fields)
    if buried:
        position |= {"graveyards": [[], [position["away"]]], "away": []}
    return undercut.from_position(position)


@pytest.mark.parametrize(
    ("hands", "stack", "move", "text"),
    [
        (("Td 4s", "5w"), "2s 3s 4w 5d", "Td", "Play the ten of coins and draw the last 4 cards of the stack."),
        (("Td 4s", "5w"), "", "Td", "Play the ten of coins; no cards are left to draw."),
        (("4s 5s", "5w"), "2s", "bury", "Bury your hand and draw the last card of the stack."),
        (("As 4s", "5w"), "2s", "As", "Play the ace of swords; the other player may give you a card."),
        (("As 4s", ""), "2s", "As", "Play the ace of swords."),
    ],
)
def test_what_a_play_at_cups_brings(hands, stack, move, text) -> None:
    state = cups(hands=hands, stack=stack, graveyards=("2w", "" if hands[1] else "7w"))
    said = {str(one): one.text for one in state.legal_moves()}
    assert said[move].replace(", covering your graveyard,", "") == text


NEW = "becomes the new stack, and the {} is turned up."
FIRST = {"buried": True}  # nothing has been put away before
TURNED = ": the {} is turned up."
TWO = {"stack": "2s", "hands": ("4s 5s", "5w")}


@pytest.mark.parametrize(
    ("fields", "move", "text"),
    [
        ({"stack": "2s 3s 4w"}, "3d", "New stack" + TURNED),
        (TWO | {"dump": "6c 3w 4w 9s"}, "bury", "New stack, without the cups of the dump" + TURNED),
        (TWO | {"dump": "6c 3w 9s"}, "bury", "No cards are left for a new stack" + TURNED),
        (
            {"stack": "", "dump": "Ks"},
            "3d",
            "No cards are left for a new stack: the three of coins is put away, and the king of swords stays active.",
        ),
        (FIRST | {"stack": "2s 3s 4w"}, "3d", "The stack is empty: the three of coins is put away. The dump " + NEW),
        (
            FIRST | {"stack": "2s", "dump": "6c 3w 4w 9s", "hands": ("4s 5s", "5w")},
            "bury",
            "The stack is empty: the nine of swords and all cups are put away. The dump " + NEW,
        ),
        ({"stack": "", "hands": ("Ts 4s", "5w"), "dump": "9s"}, "Ts", ""),
        (
            {"stack": "", "dump": "9s", "hands": ("3s 4s", "5w Kc")},
            "bury",
            "The stack is empty, and so is the dump: the nine of swords is put away. Any card may be led.",
        ),
        (
            {"stack": "", "dump": "3w 9d Ts 9s", "hands": ("3s 4s", ""), "graveyards": ("", "7w Kc")},
            "bury",
            "No player has a hand: the stack is dealt out. The dump " + NEW,
        ),
    ],
)
def test_a_stack_that_runs_out_at_cups_says_which_card_counts_now(fields, move, text) -> None:
    state = cups(**{"hands": ("3d Kc 2w", "5w")} | fields)
    told = narrate(state, move, Voice(["Ann", "Bob"]))
    top = state.view(None)["dump"][-1:]
    if "turned up" in text:
        assert told.turned.card == top[0]
        text = text.format(LATIN.names[LATIN.code(top[0])])
    found = re.search(r"(The stack is empty|No player has|No cards are left for|New stack).*", told.text)
    assert (found[0] if found else "") == text


def test_the_end_of_cut_the_rope_tells_where_the_last_card_went() -> None:
    state = rope_table.table(hands=("5",), personal=("1", "7"))
    state.play("p>1")
    told = "Your last card, the one, went onto row 1."
    assert Voice(["Ann", "Bob"], 0).did(0, state.story(0)) == told


def test_a_drawn_card_that_equals_the_one_played_is_named_to_its_player() -> None:
    state = rope_table.table(hands=("5 1 2 3 4 6",), deck="5 9", rest="supply")
    texts = [narrate(state.copy(), "5/1", Voice(["Ann", "Bob"], reader)).text for reader in (0, 1)]
    told = [text.partition("turn. ")[2] for text in texts]
    assert told == ["The five goes to your hand.", "A card goes to Ann's hand."]


def test_a_deck_that_runs_out_at_cut_the_rope_says_that_the_discards_are_the_new_one() -> None:
    said = "The deck is empty: the discards are shuffled and become the new deck."
    for discards, wanted in ("2 3", True), ("", False):
        state = rope_table.table(hands=("5",), deck="9", discards=discards, rest="supply")
        told = narrate(state, "5/1", Voice(["Ann", "Bob"]))
        assert told.text.endswith(said) == wanted
        assert (told.turned is not None, "?" in told.cards) == (wanted, wanted)


def test_a_full_row_at_cut_the_rope_says_how_many_cards_leave_it() -> None:
    state = rope_table.table(hands=("10", "1"), levels=("", rope_table.rising(9)))
    told = narrate(state, "10>2", Voice(["Ann", "Bob"]))
    assert told.text == "Ann plays the ten on row 2. Row 2 is full: 10 cards go to the discards."
    assert told.cards == ("10",)


@pytest.mark.parametrize("name", registry.names())
def test_every_card_of_a_turn_is_played_in_one_way_that_spectators_can_guess(name) -> None:
    patterns, matched = registry.spec(name).words.guesses.values(), set[str]()
    for state in tours(name, 0):
        for move in state.legal_moves() if state.position()["phase"] == "play" else ():
            found = {pattern for pattern in patterns if re.fullmatch(pattern, str(move))}
            assert len(found) == 1 or not (found or move.card), str(move)
            matched |= found
    assert matched == {*patterns}


def test_a_card_that_cannot_be_played_promises_nothing() -> None:
    state = cups(hands=("8c 4s", "5w"), dump="3w 3c", stack="2s")
    use = state.uses()["8c"][0]
    assert use.move.text == "Play the eight of cups."
    assert use.reason.text == "the eight of cups is a cup: no cup can be played on a cup"


@pytest.mark.parametrize(
    ("rules", "hands", "stock", "move", "effect"),
    [
        ("sipie", ("5c Ks", "3d"), "2s", "5c!", "draw the last card of the stock"),
        ("cuttle-cards-1", ("5c", "3d"), "2s 3s 4s 5s", "5c!", "draw 3 cards"),
        ("cuttle-cards-1", ("5c Ks", "3d"), "2s 3s", "5c!", "scrap one card, then draw 2 cards"),
        ("sipie", ("4c", "3d"), "2s 3s", "4c!", "the other player scraps the only card in hand"),
        ("cuttle-cards-1", ("7c", "3d"), "2s", "7c!", "turn the top card of the stock and play it"),
    ],
)
def test_a_one_off_promises_no_more_than_there_is(rules, hands, stock, move, effect) -> None:
    state = cuttle_table.table(rules, hands=hands, stock=stock, rest="scrap")
    said = {str(one): one.text for one in state.legal_moves()}
    assert said[move].partition(": ")[2] == f"{effect}."


def status(state: undercut.State, seat: int | None) -> str:
    kinds = frozenset(move.kind for move in state.legal_moves()) if state.to_move == seat else frozenset()
    return describe(state.view(seat), Viewer(seat, ["Ann", "Bob"], choices=kinds)).status


def test_the_status_asks_only_for_what_is_possible() -> None:
    assert status(cups(hands=("Td 4s", "5w"), stack="2s"), 0) == "Your move: play a card"
    buries = cups(hands=("4s 5s", "5w"), stack="2s")
    assert status(buries, 0) == "No card fits: bury your hand"
    nothing = cups(hands=("4s 5s", "5w"), stack="")
    assert status(nothing, 0) == "No card fits: bury your hand until next turn"
    # Whether another player has to bury tells something of the hand, and so does not show.
    assert status(buries, 1) == status(cups(hands=("Td 4s", "5w"), stack="2s"), 1) == "Ann to move"
    assert "or bury your hand if none can be played" in draw.text(buries.view(0), seat=0)


@pytest.mark.parametrize(
    ("hand", "why"), [("3d", "You hold no two: go on"), ("2d", "Your move: counter with a two, or let it happen")]
)
def test_the_status_says_why_there_is_no_counter(hand, why) -> None:
    state = cuttle_table.table("sipie", hands=("6c 4h", hand), stock="2s 3s", rest="scrap")
    state.play("6c!")
    assert status(state, 1) == why
    assert status(state, None) == "Bob may counter"


@pytest.mark.parametrize("seed", range(amount(1, 4)))
@pytest.mark.parametrize("name", registry.names())
def test_uses_hold_every_legal_move_once_and_explain_the_rest(name: str, seed: int) -> None:
    for state in islice(tours(name, seed), 0, None, amount(3, 1)):
        hold(state)


def hold(state: State) -> None:
    taken_up = registry.spec(state.game.name).card_options.taken_up
    legal = [str(move) for move in state.legal_moves() if taken_up(str(move))]
    uses = state.uses()
    offered = [str(use.move) for each in uses.values() for use in each if use.reason is None]
    assert sorted(offered) == sorted(legal)
    for taken, each in uses.items():
        notations = [str(use.move) for use in each]
        assert len(set(notations)) == len(notations) > 0
        for use in each:
            assert taken_up(str(use.move)) == taken
            assert use.reason == state.why_not(use.move)
            assert use.move.text.endswith(".")
        told_apart(state, [use.move for use in each if use.reason is None])
    if offered:
        tell_the_truth(state, next(move for move in state.legal_moves() if str(move) == offered[-1]))


def told_apart(state: State, moves: list[Move]) -> None:
    """A card has four kinds of moves at most, and short words tell moves on the same target apart."""
    assert len({move.kind for move in moves}) <= 4
    words = []
    for move in moves:
        brief = state.brief(move)
        assert brief
        said = [text.say() if text else "" for text in (brief.verb, brief.meaning)]
        assert 0 < len(said[0]) <= 20
        assert not brief.more or 0 < len(brief.more.say()) <= 25
        words.append((move.kind, move.target, *said))
    assert len(set(words)) == len(words)


def tell_the_truth(state: State, move: Move) -> None:
    brief = state.brief(move)
    assert brief
    table = json.dumps({name: cards for name, cards in state.position().items() if name != "hands"})
    assert all(f'"{card}"' in table for card in brief.hits)
    if brief.score is None:
        return
    seat, after = state.to_move, state.copy()
    after.play(move)
    while "ok" in map(str, after.legal_moves()) and state.game.name == "cuttle":
        after.play("ok")
    position = after.position()
    if state.game.name == "cuttle":
        total = sum("A23456789T".index(pile["card"][0]) + 1 for pile in position["points"][seat])
        assert brief.score.reached == total
    else:
        left = position["hands" if state.game.name == "cups" else "personal"][seat]
        assert (brief.score.reached, brief.score.goal) == (len(left), 0)


def test_a_chip_shows_what_an_ace_hits_and_the_goal_that_a_king_sets() -> None:
    state = table("sipie", hands=("Ac Kd 2h", ""), points=("9c", "Tc 3d"), permanents=("", "Qs"))
    ace, king = state.brief("Ac!"), state.brief("Kd+")
    assert ace.hits == ("3d", "9c", "Tc")
    assert ace.score == (0, 21)
    assert king.score == (9, 14)
    assert state.brief("2h!Qs").hits == ("Qs",)


def test_a_counter_hits_what_it_counters() -> None:
    state = table("sipie", hands=("Ac 2h", "2d"), points=("", "Tc"))
    state.play("Ac!")
    assert state.brief("2d!").hits == ("Ac",)
    state.play("2d!")
    assert state.brief("2h!").hits == ("2d",)


@pytest.mark.parametrize(
    ("rules", "card", "text", "clause", "reason"),
    [
        ("sipie", "2c", "Play the two of clubs as a one-off: scrap a permanent.", "CU-24", "permanent"),
        ("cuttle-cards-1", "9c", "Play the nine of clubs as a one-off: return a card to", "CU-24", "return"),
        ("sipie", "Jc", "Put the jack of clubs on a point card, which changes sides.", "CU-13", "point card"),
    ],
)
def test_a_card_without_a_target_says_so_in_whole_sentences(rules, card, text, clause, reason) -> None:
    state = table(rules, hands=("2c 9c Jc", "3d"))
    use = next(use for use in state.uses()[card] if not str(use.move)[2:].isalnum() and str(use.move) != card)
    assert use.move.text.startswith(text)
    assert use.reason is not None
    assert use.reason.clause == clause
    assert reason in use.reason.text
    assert "write" not in use.reason.text


def test_a_target_that_is_there_is_asked_for() -> None:
    state = table("sipie", hands=("2c 9c Jc", "3d"), points=("", "7d"), permanents=("", "Kd"))
    for move, card in (("2c!", "two"), ("9c!", "nine")):
        reason = state.why_not(move)
        assert reason is not None
        assert (reason.clause, reason.text) == ("CU-20", f"name the target of the {card} of clubs")


def test_a_game_that_ended_at_the_table_has_no_story():
    state = undercut.game("cuttle").deal(seed=7)
    state.play("draw")
    state.finish(undercut.Outcome((0,), "resigned"))
    assert state.story(0) is None
    assert undercut.from_position(state.position()).story(0) is None
