"""What a move of Cups does, in sentences that rest on clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from undercut.bots.players.player import View
from undercut.cards import LATIN
from undercut.engine.contract import copy_fields
from undercut.errors import Reason
from undercut.games.cups.moves import (
    COVER,
    DRAW,
    GIFTS,
    HIGHER,
    IDENTICAL,
    LEAD,
    TAKE,
    UNSEEN,
    answered,
    can_give,
    effect,
)
from undercut.games.cups.table import FIRST_COURT, NONE, OVER, PLAYING, Table, count_hand, kind_of, pile_size, step
from undercut.play.facts import Move
from undercut.play.state import State

_CLAUSES = {LEAD: "CP-21", COVER: "CP-11", IDENTICAL: "CP-35", TAKE: "CP-16", HIGHER: "CP-12", GIFTS: "CP-13"}
_TAKEN = 3


def reasons(state: State, view: View, move: Move, seat: int) -> list[Reason]:
    """Say what a move does.

    Args:
        state: The game, what the seat cannot see made up.
        view: What the seat may know.
        move: A legal move.
        seat: Whose it is.
    """
    del view
    before = cast("Table", state.table_copy())
    spec = state.game.spec
    code = spec.parse(before, str(move))
    after = state.copy()
    after.play(move)
    s = cast("Table", after.table_copy())
    found = list(_main(before, move, code, seat))
    if s.phase == OVER:
        return found
    if move.kind in ("play", "ignore", "run", "ace"):
        found += _hand_gone(before, seat)
    if move.kind != "bury":
        found += _left(before, s, seat, move)
    found += _turned(before, s, move)
    return found


def can_win(state: State, seat: int) -> bool | None:
    """Whether the seat to move can win with its next card.

    Args:
        state: The game after a move of a seat.
        seat: Whose move it was.

    Returns:
        None if it is not another seat's turn then.
    """
    table = cast("Table", state.table_copy())
    following = table.to_move
    if table.phase != PLAYING or following == seat:
        return None
    if count_hand(table, following) != 1:
        return False
    engine = state.game.engine
    buffer = [0] * engine.max_moves
    for code in buffer[: engine.functions.legal_moves(table, buffer)]:
        twin = cast("Table", engine.table())
        copy_fields(table, twin)
        engine.functions.play(twin, code)
        if twin.phase == OVER and twin.winners >> following & 1:
            return True
    return False


def answer(state: State, code: int) -> str:
    """Say what an answer does, in a word or two.

    Args:
        state: The game before it.
        code: The move.
    """
    kind = state.game.spec.parts(code).kind
    if kind not in ("play", "ignore"):
        return kind
    table = cast("Table", state.table_copy())
    clause = effect(table, code & 63, answered(table, 1 if kind == "ignore" else 0))
    return {DRAW: "play and draw", TAKE: "take with a cup", GIFTS: "ace"}.get(clause, "play at no cost")


# --- What it does ----------------------------------------------------------------------------------------------------


def _main(before: Table, move: Move, code: int, seat: int) -> Iterator[Reason]:
    if move.kind in ("play", "ignore"):
        if move.kind == "ignore":
            yield Reason("CP-31", "does not see the cup")
        yield _play(before, code)
    elif move.kind in ("bury", "bury open"):
        size = count_hand(before, seat)
        yield Reason("CP-17", f"no card of yours may be played: {_cards(size)} become graveyard, as many are drawn")
    elif move.kind == "gift":
        yield Reason("CP-13", f"rids you of {move.card}, which {_who(before, before.turn)} gets")
    else:
        yield {
            "keep": Reason("CP-13", "keeps your hand as it is"),
            "run": Reason("CP-32", "costs nothing, where nothing else may be played"),
            "call": Reason("CP-22", _cups_left(before)),
            "ace": Reason("CP-26", "rids you of the ace, and the dealing stops"),
            "ok": Reason("CP-26", "the dealing goes on"),
        }[move.kind]


def _play(before: Table, code: int) -> Reason:
    kind, card = code >> 6, code & 63
    clause = effect(before, card, answered(before, 1 if kind == UNSEEN else 0))
    if clause == DRAW:
        number = (card >> 2) + 1 if card < FIRST_COURT else before.seats
        return Reason("CP-14" if card < FIRST_COURT else "CP-15", f"another suit: costs you {_drawn(before, number)}")
    text = {
        LEAD: "a free lead: costs nothing",
        COVER: "goes on a cup: costs nothing",
        IDENTICAL: "its twin lies there: costs nothing",
        TAKE: f"costs you what it takes from the dump: {' '.join(_taken(before)) or 'nothing'}",
        HIGHER: "higher in the same suit: costs nothing",
        GIFTS: f"may cost you {_gifts(before)}, one from each that likes to give",
    }[clause]
    return Reason(_CLAUSES[clause], text)


def _drawn(before: Table, number: int) -> str:
    """How many cards a draw brings; where the stack is too small the option `short_draw` decides."""
    if before.stack_size >= number:
        return _cards(number)
    return f"a draw of {number}, with {before.stack_size} in the stack"


def _taken(before: Table) -> list[str]:
    """CP-16: the cards that a cup takes, all of which everybody has seen."""
    found: list[str] = []
    card = before.dump
    while card != NONE and len(found) < _TAKEN:
        found.append(LATIN.text(kind_of(card)))
        card = before.where[card & 63] >> 12 * (card >> 6) & NONE
    return found


def _gifts(before: Table) -> str:
    return _cards(sum(can_give(before, seat) for seat in range(before.seats) if seat != before.turn))


def _cups_left(before: Table) -> str:
    return "says that no cup is left in play" + ("" if before.cups == 0 else ", which is not so")


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _who(before: Table, seat: int) -> str:
    return "the other side" if before.seats == 2 else f"seat {seat}"  # noqa: PLR2004  two players


# --- How it stands then ----------------------------------------------------------------------------------------------


def _hand_gone(before: Table, seat: int) -> Iterator[Reason]:
    if count_hand(before, seat) == 1 and before.graves[seat] != NONE:
        yield Reason("CP-18", f"your hand is gone: you pick up your graveyard of {_grave(before, seat)}")


def _grave(s: Table, seat: int) -> str:
    return _cards(pile_size(s, s.graves[seat]))


def _left(before: Table, after: Table, seat: int, move: Move) -> Iterator[Reason]:
    """CP-18: what is still to be got rid of, if that is known by now, and who is nearer to going out."""
    if move.kind == "keep" or (after.phase != PLAYING and move.kind != "gift"):
        return
    hand, grave = count_hand(after, seat), pile_size(after, after.graves[seat])
    if hand + grave == count_hand(before, seat) + pile_size(before, before.graves[seat]):
        return
    buried = f", and {_grave(after, seat)} of graveyard" if grave else ""
    yield Reason("CP-18", f"you then have {_cards(hand)}{buried} to get rid of")


def _turned(before: Table, after: Table, move: Move) -> Iterator[Reason]:
    """CP-3, CP-11: who follows where play reverses among more than two."""
    if before.seats == 2 or move.kind not in ("play", "ignore") or after.direction == before.direction:  # noqa: PLR2004
        return
    following = step(after, before.turn)
    held = _cards(count_hand(after, following))
    skipped = step(before, before.turn)
    yield Reason("CP-11", f"play reverses: seat {following} with {held} follows, not seat {skipped}")
