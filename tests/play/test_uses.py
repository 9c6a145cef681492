"""What can be done with each card: every legal move once, and a reason for everything else."""

import json
from itertools import islice

import pytest

from tests.amounts import amount
from tests.clauses.cuttle_table import table
from tests.touring import tours
from undercut.games.base import registry
from undercut.games.base.game_types import Move
from undercut.play.state import State


@pytest.mark.parametrize("seed", range(amount(1, 4)))
@pytest.mark.parametrize("name", registry.names())
def test_uses_hold_every_legal_move_once_and_explain_the_rest(name: str, seed: int) -> None:
    for state in islice(tours(name, seed), 0, None, amount(3, 1)):
        hold(state)


def hold(state: State) -> None:
    taken_up = registry.spec(state.game.name).taken_up
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
    """A chip hits cards that lie on the table, and the score that it promises is reached."""
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
