import pytest

from tests.bots.test_explain import GLASSES, LEVELS, explained
from tests.clauses import cups_table, rope_table
from tests.clauses.cuttle_table import table
from undercut.bots.advice.explain import cause
from undercut.games.base.sentences import Text

SCUTTLED = table(hands=("Ts 3d", "9c 9d"), points=("", "Td 9h"), **GLASSES)
"""The other hand is open: a ten follows unless it is scuttled."""
JACKED = table(hands=("9c 8c", "Jd Js"), points=("", "5h"), **GLASSES)
OPEN = table(hands=("7c 2s", "Th Td Kd"), points=("Ts 2d", "7s 8h"), **GLASSES)
"""The game is not saved, but open."""
CHEAP = cups_table.table(hands=("4c 9d 9w", "Ts Td 5s"), dump="8d")
CLOSED = rope_table.table(hands=("5 9", "1"), personal=("2 7", "6 3"), **LEVELS)


@pytest.mark.parametrize(
    ("state", "move", "other", "said"),
    [
        (JACKED, "draw", "9c", "Keep the nine of clubs back: seat 1 may well take it with a jack."),
        (SCUTTLED, "Tsx9h", "draw", "After the other, seat 1 usually wins soon."),
        (OPEN, "7c!", "7c", "After the other, seat 1 usually wins soon."),
        (CHEAP, "9d", "9w", "After the other, you will probably have 9 cards more to get rid of."),
        (CLOSED, "9/1", "5>1", "After the other, seat 1 can often play the six from the personal deck."),
    ],
)
def test_the_cause_is_something_that_happens_on_the_table(state, move, other, said):
    """What others do to the player, what usually happens, or figures of the next turn."""
    explainer, legal = explained(state)
    assert cause(explainer.outlook, legal[move], legal[other], Text("after the other")) == said


NEEDS, JACKS = (
    "CU-6 after the other, seat 1 will probably be 9 points nearer to winning",
    "CU-13 after the other, the jacks of seat 1 will probably hold 1 point card more",
)
WINS = "CU-7 after the other, seat 1 usually wins soon (100\N{NBSP}% of the games tried, not 0\N{NBSP}%)"
CARDS = "CP-18 after the other, you will probably have 9 cards more to get rid of"
DECK = "CR-16 after the other, seat 1 will probably have 1 card fewer left in the personal deck"


@pytest.mark.parametrize(
    ("state", "move", "other", "gains"),
    [
        (SCUTTLED, "Tsx9h", "draw", [WINS]),
        (JACKED, "draw", "9c", [NEEDS, JACKS]),
        (CHEAP, "9d", "9w", [CARDS]),
        (CLOSED, "9/1", "5>1", [DECK]),
    ],
)
def test_what_a_move_gains_by_the_next_turn_beside_another(state, move, other, gains):
    explainer, legal = explained(state)
    found = explainer.outlook.contrast(legal[move], legal[other]).gains
    assert [str(each.reason(Text("after the other"))) for each in found][: len(gains)] == gains
