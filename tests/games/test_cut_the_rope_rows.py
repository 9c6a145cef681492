"""The level rows of Cut the Rope, all short ones and many long ones, beside the oracle."""

import copy
import random
from typing import Any

import pytest

import undercut
from tests.amounts import amount
from tests.games.test_cut_the_rope_oracle import Options, Position, lay, number_ways
from undercut.cards import ROPE
from undercut.engine.contract import copy_fields
from undercut.games.cut_the_rope import rules as kernel
from undercut.games.cut_the_rope import table as tables
from undercut.games.cut_the_rope.position import row_values

MODES: list[Options] = [
    {"equal": equal, "open_scissors": opened, "bookend": bookend}
    for equal, opened in ((False, False), (True, False), (True, True))
    for bookend in (False, True)
]
KINDS = {"": tables.PLAY, "=": tables.SAME, "u": tables.GO_UP, "d": tables.GO_DOWN}


def fresh(options: Options) -> Any:
    table = undercut.game("cut_the_rope", rules=options).fresh_table()
    kernel.clear_table(table)
    return table


def row_alone() -> Position:
    """What the oracle needs to know of a table with an empty row."""
    return {"levels": [[]], "directions": [None], "values": [[]], "discards": []}


def oracle_ways(position: Position, options: Options) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for card in ROPE.texts[:10]:
        ways = number_ways(position, options, 0, card)
        found += [(card, way[0]) for way in ways] if len(ways) > 1 else [(card, "") for _ in ways]
    found.append(("X", ""))
    if options["equal"] and not options["open_scissors"] and position["levels"][0]:
        found.append(("X", "="))
    return found


def kernel_ways(table: Any) -> list[tuple[str, str]]:
    """The same, as the rules know them."""
    found: list[tuple[str, str]] = []
    for code, card in enumerate(ROPE.texts):
        fits, twice = table.fits >> 3 * code & 1, table.twice >> 3 * code & 1
        assert fits >= twice
        if card == "X":
            found += [("X", "")] * fits + [("X", "=")] * twice
        else:
            found += [(card, "u"), (card, "d")] if twice else [(card, "")] * fits
    return found


def lay_both(table: Any, position: Position, options: Options, card: str, mark: str) -> None:
    tables.lay(table, 0, ROPE.code(card), KINDS[mark])
    lay(position, options, 0, card, mark)


def compare(table: Any, position: Position, options: Options) -> None:
    assert kernel_ways(table) == oracle_ways(position, options), position
    assert (None, "up", "down")[table.way[0]] == position["directions"][0]
    assert tables.pile_size(table, tables.LEVELS) == len(position["levels"][0])
    if options["equal"] and not options["open_scissors"]:
        assert row_values(table, 0) == position["values"][0]


@pytest.mark.parametrize("options", MODES)
def test_every_short_row(options: Options) -> None:
    """Every row that begins with up to four cards, after every number of scissors first."""
    visited = 0

    def descend(table: Any, position: Position, depth: int) -> None:
        nonlocal visited
        visited += 1
        compare(table, position, options)
        for card, mark in oracle_ways(position, options) if depth else ():
            twin, other = copy.deepcopy(position), fresh(options)
            copy_fields(table, other)
            lay_both(other, twin, options, card, mark)
            if twin["levels"][0]:
                descend(other, twin, depth - 1)

    for scissors in range(12 if options["open_scissors"] else 9):
        table, position = fresh(options), row_alone()
        for _ in range(scissors):
            lay_both(table, position, options, "X", "")
        descend(table, position, 3)
    assert visited > (70 if not options["equal"] else 1000)


@pytest.mark.parametrize("options", MODES)
def test_long_rows(options: Options) -> None:
    """Random rows to their completion, scissors twice as likely as a number."""
    chance = random.Random(3)
    longest = 0
    marks: set[str] = set()
    for _ in range(amount(100, 400)):
        table, position = fresh(options), row_alone()
        for _ in range(60):
            ways = oracle_ways(position, options)
            if chance.random() < 0.6:
                ways = [way for way in ways if way[0] == "X"]
            card, mark = chance.choice(ways)
            marks.add(mark)
            lay_both(table, position, options, card, mark)
            compare(table, position, options)
            longest = max(longest, len(position["levels"][0]))
            if not position["levels"][0]:
                break
    declared = options["equal"] and not options["open_scissors"]
    assert marks == {"", *("ud" if options["equal"] else ""), *("=" if declared else "")}
    assert longest > 15 if options["equal"] else longest == 9
