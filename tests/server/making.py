import random

import pytest

from tests.clauses import cuttle_table
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.decisions.decide import By, decide, play_move
from undercut.table.opening.new_table import open_table
from undercut.table.opening.terms import read_choices
from undercut.table.table import Table


def build(events, table="a table") -> Table:
    table = Table(table)
    for event in events:
        table.apply(event, 1.0)
    return table


def begun(game="cuttle", opponents=("open",), **wish) -> Table:
    given = {"game": game} | ({} if "players" in wish else {"opponents": list(opponents)}) | wish
    return build(open_table(read_choices(given).checked(), "guest 0").events)


def opened(game="cuttle", opponents=("open",), **wish) -> Table:
    table = begun(game, opponents, **wish)
    while table.phase == "open":
        do(table, None, asked.Sit)
    return table


def waiting(game="cups", players=4, *, sat=0, **wish) -> Table:
    table = begun(game, players=players, against="friends", **({"name": "Ann"} | wish))
    for _ in range(sat):
        do(table, None, asked.Sit)
    return table


def seated(position, *, name="Player {}", kind="person", level=None) -> Table:
    seats = range(position.get("seats", 2))
    names = [name.format(seat) if isinstance(name, str) else name[seat] for seat in seats]
    sitting = [happened.Sat(seat, kind, names[seat], level, key="key") for seat in seats]
    opening = happened.Opened(position["game"], position["rules"], len(seats))
    return build([opening, *sitting, happened.Dealt(dict(position))])


def from_cards(*hands, piles=None, **opening) -> Table:
    """A game of Cuttle between Ann and Bob; what lies nowhere else is in the stock."""
    start = cuttle_table.table(hands=hands, **piles or {}).position()
    sitting = [happened.Sat(seat, "person", name, key=name) for seat, name in enumerate(("Ann", "Bob"))]
    return build([happened.Opened("cuttle", "sipie", 2, **opening), *sitting, happened.Dealt(start)])


def open_hands() -> Table:
    """Ann's and Bob's glasses open both hands, so that no move shows a hidden card."""
    return from_cards("7h 8h", "6d 5c", piles={"permanents": ("8c", "8d")})


def moved_twice() -> Table:
    """Ann has moved, then Bob; if Ann takes back, Bob's move is undone, too."""
    table = open_hands()
    do(table, 0, asked.Play, move="7h")
    do(table, 1, asked.Play, move="6d")
    return table


def do(table: Table, seat, command, /, *, absent=(), **fields):
    given = command(**{"version": table.version} | fields)
    decision = decide(table, given, By(f"guest {seat}", seat, frozenset(absent)))
    happen(table, decision.events)
    return decision


def refused(table: Table, seat, command, error, match=None, /, **fields) -> None:
    with pytest.raises(error, match=match):
        do(table, seat, command, **fields)


def happen(table: Table, events, at=1.0) -> None:
    for event in events:
        table.apply(happened.read_event(happened.write_event(event)), at)


def play(table: Table, move=None) -> None:
    decision = play_move(table, table.to_move, move or str(random.choice(table.state.legal_moves())))
    table.apply(decision.events[0], 1.0)
