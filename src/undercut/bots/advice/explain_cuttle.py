"""Explain moves of Cuttle in sentences that cite clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from undercut.bots.players.player import View
from undercut.cards import FRENCH
from undercut.engine.ahead import legal_codes, table_after
from undercut.engine.bits import count, lowest
from undercut.engine.contract import copy_fields
from undercut.errors import Reason
from undercut.games.cuttle.table import (
    COUNTERING,
    DISCARDING,
    JACKS,
    LIMITING,
    NINES,
    OVER,
    PASSES_TO_END,
    PLAYING,
    QUEENS,
    RECYCLING,
    TURNED,
    TWOS,
    Table,
    goal,
    row_mask,
    total,
)
from undercut.play.facts import Move
from undercut.play.state import State

_EFFECTS = ("CU-A", "CU-2a", "CU-3a", "CU-4a", "CU-5a", "CU-6a", "CU-7a", "", "CU-9a")
_WITHOUT_COUNTERS = ("points", "permanent", "jack", "scuttle")
_UNKNOWN = "?"
_CARD_BITS, _CARD_MASK = 6, 63
_LET_BE = "ok"
KING, EIGHT = "K", "8"


def reasons(state: State, view: View, move: Move, seat: int) -> list[Reason]:
    """Give the reasons for and against a move.

    Args:
        state: The game, with made-up cards where the seat cannot see them.
        move: A legal move.
    """
    before = cast("Table", state.table_copy())
    after = _settled(state, str(move))
    found = [_main(state, before, after, move, seat)]
    if before.phase in (PLAYING, TURNED):
        if after.phase == OVER and move.kind != "one-off":
            return found
        if after.phase == OVER and after.winner == seat:
            found.append(Reason("CU-7", "wins if it is not countered"))
        found += _dangers(state, view, move, seat)
        found += _threat(state, before, after, seat)
    return found


def can_win(state: State, seat: int) -> bool | None:
    """Whether the other side can win in its next turn, assuming that its one-offs are not countered.

    Args:
        state: The game after the seat's move, changed in place: one-offs take effect.
        seat: The seat that moved.

    Returns:
        None if it is not the other side's turn next.
    """
    _resolve_one_offs(state)
    table = cast("Table", state.table_copy())
    if table.phase != PLAYING or table.turn == seat:
        return None
    return any(_wins(state, table, code) for code in legal_codes(state.game.engine, table))


def _wins(state: State, table: Table, code: int) -> bool:
    """Whether a move wins if it is not countered."""
    twin = table_after(state.game.engine, table, code)
    while twin.phase == COUNTERING:
        state.game.engine.functions.play(twin, legal_codes(state.game.engine, twin)[0])
    return twin.phase == OVER and twin.winner == table.to_move


def _settled(state: State, *moves: str) -> Table:
    """The table after some moves that are not countered."""
    after = state.copy()
    for move in moves:
        after.play(move)
    _resolve_one_offs(after)
    return cast("Table", after.table_copy())


def _resolve_one_offs(state: State) -> None:
    """Let every waiting one-off take effect."""
    while state.to_move is not None and _LET_BE in map(str, state.legal_moves()):
        state.play(_LET_BE)


# --- What it does ----------------------------------------------------------------------------------------------------


def _main(state: State, before: Table, after: Table, move: Move, seat: int) -> Reason:
    kind = move.kind
    if kind in ("counter", "let be"):
        return _answer(state, before, after, kind, seat)
    if kind == "one-off":
        return _one_off(before, after, move, seat)
    if kind == "draw":
        return Reason("CU-4", f"you then hold {_cards(count(after.hands[seat]))}")
    if kind == "pass":
        return Reason("CU-5", f"pass {before.passes + 1} of the {PASSES_TO_END} in a row that end the game as a draw")
    if kind == "take":
        return Reason("CU-3a", f"{move.card} comes back to your hand, and the other side sees it")
    if kind == "discard":
        clause = {DISCARDING: "CU-4a", RECYCLING: "CU-5a", LIMITING: "CU-35"}.get(before.phase, "CU-7a")
        return Reason(clause, f"you give up {move.card}")
    if kind == "permanent":
        return _permanent(before, after, move, seat)
    clause = {"points": "CU-10", "scuttle": "CU-11", "jack": "CU-13"}[kind]
    return Reason(clause, "; ".join(_changes(before, after, seat)))


def _permanent(before: Table, after: Table, move: Move, seat: int) -> Reason:
    rank = str(move.card)[0]
    if rank == KING:
        return Reason("CU-33", "; ".join(_changes(before, after, seat)) or "your goal stays as it is")
    if rank == EIGHT:
        return Reason("CU-30", f"their hand of {_cards(count(before.hands[1 - seat]))} is open to you")
    return Reason("CU-31", "guards your other cards against twos, nines and jacks")


def _one_off(before: Table, after: Table, move: Move, seat: int) -> Reason:
    rank = FRENCH.code(str(move.card)) >> 2
    theirs = count(before.hands[1 - seat])
    gains = count(after.hands[seat]) - count(before.hands[seat])
    text = {
        2: f"you choose one of {_cards(count(before.scrap))} in the scrap",
        3: f"they lose {min(2, theirs)} of {_cards(theirs)}",
        4: f"you then hold {_cards(count(after.hands[seat]))} instead of {count(before.hands[seat])}",
        6: "a card from the stock is played at once",
    }.get(rank)
    if rank == 4 and before.five:  # noqa: PLR2004  the rank of fives
        text = f"you discard one card and draw {min(3, before.stock_size)}"
    if rank == 8 and gains >= 0:  # noqa: PLR2004  the rank of nines
        text = f"{move.target} comes back to your hand"
    changes = [] if rank in (2, 3, 4, 6) else _changes(before, after, seat)
    return Reason(_EFFECTS[rank], "; ".join([*([text] if text else []), *changes]) or "changes nothing on the table")


def _answer(state: State, before: Table, after: Table, kind: str, seat: int) -> Reason:
    """Compare countering a waiting one-off with letting it take effect."""
    waits = FRENCH.text(before.waiting)
    own = before.turn == seat
    works = count(row_mask(before.counters)) % 2 == 0
    if kind == "counter":
        otherwise = _settled(state, _LET_BE)
        lost = "; ".join(_changes(before, otherwise, seat))
        if works:
            return Reason("CU-21", f"stops {waits}" + (f"; else {lost}" if lost else ""))
        gained = "; ".join(_changes(before, after, seat))
        return Reason("CU-21", f"{waits} takes effect after all" + (f": {gained}" if gained else ""))
    if not works:
        return Reason("CU-21", f"{waits} is scrapped without effect")
    changes = "; ".join(_changes(before, after, seat))
    whose = f"your {waits}" if own else waits
    return Reason("CU-21", f"{whose} takes effect" + (f": {changes}" if changes else ""))


def _changes(before: Table, after: Table, seat: int) -> list[str]:
    """The changes on the table that both sides can see."""
    found: list[str] = []
    for side in (seat, 1 - seat):
        found += _points_changed(before, after, side, "you" if side == seat else "they")
    for side in (seat, 1 - seat):
        lost = before.permanents[side] & ~after.permanents[side]
        if lost:
            found.append(f"{'you lose' if side == seat else 'they lose'} {_named(lost)}")
    return found


def _points_changed(before: Table, after: Table, side: int, who: str) -> Iterator[str]:
    old, new = total(before, side), total(after, side)
    old_goal, new_goal = goal(before, side), goal(after, side)
    whose = "your" if who == "you" else "their"
    if new_goal != old_goal:
        verb = "falls" if new_goal < old_goal else "rises"
        yield f"{whose} goal {verb} from {old_goal} to {new_goal}, {who} have {new}"
    elif new > old:
        yield f"{who} rise from {old} to {new} of {new_goal} points"
    elif new < old:
        yield f"{who} fall from {old} to {new} of {new_goal} points"


def _named(cards: int) -> str:
    names: list[str] = []
    while cards:
        names.append(FRENCH.text(lowest(cards)))
        cards &= cards - 1
    return " ".join(names)


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


# --- Dangers and threats ---------------------------------------------------------------------------------------------


def _dangers(state: State, view: View, move: Move, seat: int) -> Iterator[Reason]:
    if move.kind == "one-off":
        yield from _counters(state, view, move, seat)
        return
    after = _to_answer(state, move, seat)
    if move.kind == "points":
        yield from _scuttlers(state, after, view, FRENCH.code(str(move.card)), seat)
    if move.kind in ("points", "permanent", "jack") and str(move.card)[0] != "Q":
        yield from _guarded(state, after, move, seat)


def _to_answer(state: State, move: Move, seat: int) -> Table:
    """The table after a move, at the start of the other side's next turn."""
    after = _settled(state, str(move))
    after.turn = after.to_move = 1 - seat
    after.phase = PLAYING
    return after


def _scuttlers(state: State, after: Table, view: View, card: int, seat: int) -> Iterator[Reason]:
    """CU-2, CU-11: the cards that could scuttle a point card."""
    held, unseen, all_known = _of_the_other_side(view, seat)
    able = _able(state, after, held | unseen, "scuttle", card)
    if held & able:
        yield Reason("CU-11", f"they hold {_named(held & able)}, which could scuttle it")
    elif not unseen & able:
        yield Reason("CU-2", "no card is left that could scuttle it")
    elif all_known:
        yield Reason("CU-11", "they hold no card that could scuttle it now")
    else:
        yield Reason("CU-11", f"{_unseen(count(unseen & able), 'card')} could scuttle it")


def _counters(state: State, view: View, move: Move, seat: int) -> Iterator[Reason]:
    """CU-21, CU-22: whether a one-off could be countered."""
    announced = state.copy()
    announced.play(move)
    table = cast("Table", announced.table_copy())
    held, unseen, all_known = _of_the_other_side(view, seat)
    able = _able(state, table, held | unseen, "counter")
    if table.permanents[seat] & QUEENS and not _able(state, table, TWOS & ~table.frozen, "counter"):
        yield Reason("CU-22", "your queen protects it from counters")
    elif held & able:
        yield Reason("CU-21", f"they hold {_named(held & able)}, which could counter it")
    elif not unseen & able:
        yield Reason("CU-21", "no two is left that could counter it")
    elif all_known:
        yield Reason("CU-21", "they hold no two to counter it")
    else:
        yield Reason("CU-21", f"{_unseen(count(unseen & able), 'two')} could counter it")


def _guarded(state: State, after: Table, move: Move, seat: int) -> Iterator[Reason]:
    """CU-31: whether a queen keeps the other side from choosing the played card."""
    card = FRENCH.code(str(move.card))
    queens = after.permanents[seat] & QUEENS
    if not queens or _choosers(state, after, card):
        return
    after.permanents[seat] &= ~QUEENS
    able = _choosers(state, after, card)
    after.permanents[seat] |= queens
    names = [name for cards, name in ((TWOS, "twos"), (NINES, "nines"), (JACKS, "jacks")) if able & cards]
    if names:
        yield Reason("CU-31", f"your queen guards it against {' and '.join(names)}")


def _choosers(state: State, table: Table, card: int) -> int:
    """The twos, nines and jacks, wherever they are, that could choose a card."""
    able = _able(state, table, TWOS | NINES, "one-off", card)
    return able | _able(state, table, JACKS, "jack", card)


def _able(state: State, table: Table, cards: int, kind: str, target: int | None = None) -> int:
    """Ask the rules which of these cards the side to move could play in this way if it held them.

    Cards may lie elsewhere, even on the table: the rules only look at hands.
    """
    twin = cast("Table", state.game.engine.table())
    copy_fields(table, twin)
    twin.hands[twin.to_move] = cards
    able = 0
    for code in legal_codes(state.game.engine, twin):
        aim = code & _CARD_MASK
        if state.game.spec.parts(code).kind == kind and target in (None, aim):
            able |= 1 << (code >> _CARD_BITS & _CARD_MASK)
    return able


def _unseen(number: int, what: str) -> str:
    return f"{number} unseen {what}{'' if number == 1 else 's'}"


def _of_the_other_side(view: View, seat: int) -> tuple[int, int, bool]:
    """The known cards of the other hand, the unseen ones in it or the stock, and whether all of it is known."""
    hands = cast("list[list[str]]", view["hands"])
    held = _mask(hands[1 - seat])
    # Visible cards are written somewhere in the view; all others are unseen.
    seen = set(_texts(view))
    unseen = _mask([card for card in map(FRENCH.text, range(52)) if card not in seen])
    return held, unseen, _UNKNOWN not in hands[1 - seat]


def _mask(cards: list[str]) -> int:
    return sum(1 << FRENCH.code(card) for card in cards if card != _UNKNOWN)


def _texts(value: object) -> Iterator[str]:
    """Every text in some JSON data, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in cast("dict[str, object]", value).items():
            yield name
            yield from _texts(item)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _texts(item)


def _threat(state: State, before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Whether the seat would win with its next move if the other side did nothing."""
    if after.phase != PLAYING or after.turn == seat:
        return
    after.turn = after.to_move = seat
    # The card to be drawn is unknown.
    after.hands[seat] &= before.hands[seat] | sum(before.points) | sum(before.permanents) | before.jacks
    spec = state.game.spec
    winning = [
        spec.write_move(code)
        for code in legal_codes(state.game.engine, after)
        if spec.parts(code).kind in _WITHOUT_COUNTERS and _wins(state, after, code)
    ]
    if winning:
        yield Reason("CU-7", f"threatens to win with {winning[0]} on your next turn")
