"""Move scores for Cut the Rope: reach the personal card cheaply without helping the next player."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple, cast

from undercut.engine.ahead import legal_codes, table_after
from undercut.games.cut_the_rope.notation import split
from undercut.games.cut_the_rope.table import (
    DOWN,
    END,
    LEVELS,
    PERSONAL,
    SCISSORS,
    SEAT_PILES,
    Table,
    top_card,
)
from undercut.play.facts import Move
from undercut.play.state import State

WIN, FREE = 1000.0, 100.0
LONGEST_SEARCH = 60
HAND, SUPPLY, CUT = 1.0, 0.4, 2.5  # cost of a play on the way to the personal card; CUT is added for scissors
SPEED, CLEARED = 0.4, 0.7  # value of a play in itself: a hand card replaced, a supply card gone
FED, NEARER = 3.0, 0.5
ROWS = 3
FAR = 9


class _Node(NamedTuple):
    """A search node: a table reached on the way to the personal card."""

    cost: float
    order: int
    table: Table
    first: str


def rank(state: State, moves: Sequence[Move], seat: int) -> list[float]:
    """Score the legal moves of a seat; higher is better."""
    table = cast("Table", state.table_copy())
    way = _cheapest_way(state, table, moves)
    return [
        WIN if move.kind == "personal" else FREE if str(move) == way else _worth(state, table, move, seat)
        for move in moves
    ]


def _cheapest_way(state: State, table: Table, moves: Sequence[Move]) -> str | None:
    """Return the first move of the cheapest sequence that lets the personal card be played (bounded Dijkstra)."""
    engine = state.game.engine
    parse = state.game.spec.parse
    order = count()
    heap = [
        _Node(_cost(move.kind, move.card), next(order), table_after(engine, table, parse(table, str(move))), str(move))
        for move in moves
        if move.kind in ("hand", "supply")
    ]
    heapq.heapify(heap)
    seen: set[tuple[object, ...]] = set()
    seat = table.to_move
    for _ in range(LONGEST_SEARCH):
        if not heap:
            return None
        node = heapq.heappop(heap)
        s = node.table
        key = (s.hands[seat], tuple(s.reach), tuple(s.way), tuple(s.waiting), tuple(s.tops[: LEVELS + ROWS]))
        if key in seen or s.to_move != seat or engine.functions.chance_need(s):
            continue
        seen.add(key)
        for code in legal_codes(engine, s):
            parts = state.game.spec.parts(code)
            if parts.kind == "personal":
                return node.first
            if parts.kind in ("hand", "supply"):
                after = table_after(engine, s, code)
                heapq.heappush(heap, _Node(node.cost + _cost(parts.kind, parts.card), next(order), after, node.first))
    return None


def _cost(kind: str, card: str | None) -> float:
    return (HAND if kind == "hand" else SUPPLY) + (CUT if card == "X" else 0.0)


def _worth(state: State, table: Table, move: Move, seat: int) -> float:
    """Score a move that does not lead to the personal card; ending the turn is worth 0."""
    code = state.game.spec.parse(table, str(move))
    if move.kind in ("put", "end"):
        return _put(table, code, seat)
    after = table_after(state.game.engine, table, code)
    worth = (SPEED if move.kind == "hand" else CLEARED) - (CUT if move.card == "X" else 0.0)
    worth += NEARER * (_distance(table, seat) - _distance(after, seat))
    following = (seat + 1) % table.seats
    if _fits(after, following) and not _fits(table, following):
        worth -= FED
    return worth + 0.2 * (_distance(after, following) - _distance(table, following))


def _put(table: Table, code: int, seat: int) -> float:
    """Score a discard: best is a card that can be played before the one below it and blocks nothing."""
    kind, card, _, row = split(code)
    if kind == END:
        return 0.0
    pile = SEAT_PILES * seat + row
    worth = -1.0 if card == SCISSORS else 0.0
    held = table.hands[seat] >> 3 * card & 7
    worth += 0.05 * (held - 1)
    if table.tops[pile] == 0:
        return worth - 0.15
    below = top_card(table, pile)
    if below == SCISSORS:
        return worth - 0.6
    if abs(below - card) == 1:
        return worth - 0.05
    return worth - (0.1 if below == card else 0.2 + 0.03 * abs(below - card))


def _fits(table: Table, seat: int) -> bool:
    """Return whether a seat's personal card can be played now."""
    pile = SEAT_PILES * seat + PERSONAL
    return bool(table.tops[pile]) and bool(table.fits >> 3 * top_card(table, pile) & 7)


def _distance(table: Table, seat: int) -> int:
    """Return the number of plays until the nearest level row accepts a seat's personal card."""
    pile = SEAT_PILES * seat + PERSONAL
    if not table.tops[pile] or top_card(table, pile) == SCISSORS:
        return 0
    card = top_card(table, pile)
    steps = [FAR - card if table.way[row] == DOWN else card for row in range(ROWS)]
    gaps = [step - table.reach[row] for row, step in enumerate(steps)]
    return min([gap for gap in gaps if gap >= 0], default=FAR)
