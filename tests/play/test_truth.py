"""What sentences say about a move is what the move does."""

import re
from random import Random

import pytest

import undercut
from tests.clauses import cups_table, cuttle_table
from undercut import draw
from undercut.draw.tables import describe
from undercut.games.base.parts.drawing import Viewer

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


def cups(**fields) -> undercut.State:
    return cups_table.table("simple", **{"dump": "3w 9s", "rest": "away"} | fields)


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


def test_a_card_that_cannot_be_played_promises_nothing() -> None:
    state = cups(hands=("8c 4s", "5w"), dump="3w 3c", stack="2s")
    use = state.uses()["8c"][0]
    assert (use.move.text, use.reason.text) == (
        "Play the eight of cups.",
        "the eight of cups is a cup: no cup can be played on a cup",
    )


@pytest.mark.parametrize(
    ("rules", "hands", "stock", "move", "effect"),
    [
        ("sipie", ("5c Ks", "3d"), "2s", "5c!", "draw the last card of the stock"),
        ("cuttle-cards-1", ("5c", "3d"), "2s 3s 4s 5s", "5c!", "draw 3 cards"),
        ("cuttle-cards-1", ("5c Ks", "3d"), "2s 3s", "5c!", "discard one card, then draw 2 cards"),
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
    ("hand", "why"),
    [
        ("3d", "you cannot counter without a two"),
        ("2d", "counter with a two, or let it happen"),
    ],
)
def test_the_status_says_why_there_is_no_counter(hand, why) -> None:
    state = cuttle_table.table("sipie", hands=("6c 4h", hand), stock="2s 3s", rest="scrap")
    state.play("6c!")
    assert status(state, 1) == f"Your move: {why}"
    assert status(state, None) == "Bob may counter"
