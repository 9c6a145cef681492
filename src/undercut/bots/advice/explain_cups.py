"""Explain moves of Cups in sentences that cite clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from undercut.bots.players.player import View
from undercut.cards import LATIN
from undercut.engine.ahead import legal_codes, table_after
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
from undercut.games.cups.table import (
    FIRST_COURT,
    NONE,
    OVER,
    PLAYING,
    Table,
    below,
    count_hand,
    kind_of,
    pile_size,
    step,
    take_three,
)
from undercut.play.facts import Move
from undercut.play.state import State

_CLAUSES = {LEAD: "CP-21", COVER: "CP-11", IDENTICAL: "CP-35", TAKE: "CP-16", HIGHER: "CP-12", GIFTS: "CP-13"}
_CUPS = 14  # in each pack


def reasons(state: State, view: View, move: Move, seat: int) -> list[Reason]:
    """Give the reasons for and against a move.

    Args:
        state: The game, with made-up cards where the seat cannot see them.
        move: A legal move.
    """
    before = cast("Table", state.table_copy())
    after = state.copy()
    after.play(move)
    s = cast("Table", after.table_copy())
    found = list(_main(state, view, move, seat))
    if s.phase == OVER:
        return found
    if move.kind in ("play", "ignore", "run", "ace"):
        found += _hand_gone(before, s, seat)
    if move.kind != "bury":
        found += _left(before, s, seat, move)
    found += _turned(before, s, move)
    return found


def can_win(state: State, seat: int) -> bool | None:
    """Whether the seat to move can win with its next card.

    Args:
        state: The game after the seat's move.
        seat: The seat that moved.

    Returns:
        None if it is still the seat's turn, or the game is over.
    """
    table = cast("Table", state.table_copy())
    following = table.to_move
    if table.phase != PLAYING or following == seat:
        return None
    if count_hand(table, following) != 1:
        return False
    engine = state.game.engine
    for code in legal_codes(engine, table):
        twin = table_after(engine, table, code)
        if twin.phase == OVER and twin.winners >> following & 1:
            return True
    return False


def answer(state: State, code: int) -> str:
    """Describe an answer to a move in a few words.

    Args:
        state: The game before the answer.
    """
    kind = state.game.spec.parts(code).kind
    if kind not in ("play", "ignore"):
        return kind
    table = cast("Table", state.table_copy())
    clause = effect(table, code & 63, answered(table, 1 if kind == "ignore" else 0))
    return {DRAW: "play and draw", TAKE: "take with a cup", GIFTS: "ace"}.get(clause, "play at no cost")


# --- What it does ----------------------------------------------------------------------------------------------------


def _main(state: State, view: View, move: Move, seat: int) -> Iterator[Reason]:
    before = cast("Table", state.table_copy())
    code = state.game.spec.parse(before, str(move))
    if move.kind in ("play", "ignore"):
        if move.kind == "ignore":
            yield Reason("CP-31", "ignores the cup")
        yield _play(state, before, code)
    elif move.kind in ("bury", "bury open"):
        size = _cards(count_hand(before, seat))
        drawn = _owned(table_after(state.game.engine, before, code), seat) - _owned(before, seat)
        drawn_text = f"{_cards(drawn)} {'is' if drawn == 1 else 'are'} drawn"
        yield Reason("CP-17", f"you can play no card: {size} become your graveyard, {drawn_text}")
    elif move.kind == "gift":
        yield Reason("CP-13", f"rids you of {move.card}, which {_who(before, before.turn)} gets")
    else:
        rest = ", which is wrong" if _shows_a_cup_in_play(before, view) else ""
        yield {
            "keep": Reason("CP-13", "gives nothing"),
            "run": Reason("CP-32", "costs nothing, and nothing else can be played"),
            "call": Reason("CP-22", f"says that no cup is left in play{rest}"),
            "ace": Reason("CP-26", "rids you of the ace, and ends the deal"),
            "ok": Reason("CP-26", "keeps the ace in your hand"),
        }[move.kind]


def _play(state: State, before: Table, code: int) -> Reason:
    kind, card = code >> 6, code & 63
    clause = effect(before, card, answered(before, 1 if kind == UNSEEN else 0))
    if clause == TAKE:
        text = f"costs you what it takes from the dump: {' '.join(_taken(before)) or 'nothing'}"
    elif clause == GIFTS:
        text = f"may cost you {_gifts(before)}, one from each player who wants to give"
    else:
        # The played card has left the hand, and the drawn cards are in it.
        drawn = _owned(table_after(state.game.engine, before, code), before.turn) - _owned(before, before.turn) + 1
        what = {
            LEAD: "a free lead",
            COVER: "goes on a cup",
            IDENTICAL: "its twin lies there",
            HIGHER: "higher in the same suit",
            DRAW: "another suit",
        }[clause]
        text = f"{what}: costs {f'you {_cards(drawn)}' if drawn else 'nothing'}"
    if clause == DRAW:
        return Reason("CP-14" if card < FIRST_COURT else "CP-15", text)
    return Reason(_CLAUSES[clause], text)


def _owned(s: Table, seat: int) -> int:
    """How many cards a seat has in its hand and graveyard."""
    return count_hand(s, seat) + pile_size(s, s.graves[seat])


def _taken(before: Table) -> list[str]:
    """CP-16: the cards that a cup takes, all of them seen by everyone."""
    twin = Table()
    copy_fields(before, twin)
    take_three(twin)
    found: list[str] = []
    card = before.dump
    while card != twin.dump:
        found.append(LATIN.text(kind_of(card)))
        card = below(before, card)
    return found


def _gifts(before: Table) -> str:
    return _cards(sum(can_give(before, seat) for seat in range(before.seats) if seat != before.turn))


def _shows_a_cup_in_play(before: Table, view: View) -> bool:
    """CP-22, CP-38: whether a seat can know that a cup is in play: it sees one, or too few were put away."""
    in_play = _cups_among([view["hands"], view["graveyards"], view["dump"]])
    out_of_play = _cups_among([view["side"], view["away"]])
    unseen = 0 if before.cups_apart else cast("list[str]", view["away"]).count("?")
    return in_play > 0 or _CUPS * before.decks - out_of_play > unseen


def _cups_among(piles: object) -> int:
    if isinstance(piles, list):
        return sum(map(_cups_among, cast("list[object]", piles)))
    return str(piles).endswith(LATIN.suits[0])


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _who(before: Table, seat: int) -> str:
    return "the other side" if before.seats == 2 else f"seat {seat}"  # noqa: PLR2004  two players


# --- How it stands then ----------------------------------------------------------------------------------------------


def _hand_gone(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    if before.graves[seat] != NONE and after.graves[seat] == NONE:
        yield Reason("CP-18", f"your hand is gone: you pick up your graveyard of {_grave(before, seat)}")
    elif after.out >> seat & 1:
        yield Reason("CP-33", "your hand is gone: you sit out the rest of the game")


def _grave(s: Table, seat: int) -> str:
    return _cards(pile_size(s, s.graves[seat]))


def _left(before: Table, after: Table, seat: int, move: Move) -> Iterator[Reason]:
    """CP-18: how many cards are left to get rid of, if known."""
    if move.kind == "keep" or (after.phase != PLAYING and move.kind != "gift") or after.out >> seat & 1:
        return
    hand, grave = count_hand(after, seat), pile_size(after, after.graves[seat])
    if hand + grave == count_hand(before, seat) + pile_size(before, before.graves[seat]):
        return
    buried = f", and {_grave(after, seat)} of graveyard" if grave else ""
    yield Reason("CP-18", f"you then have {_cards(hand)}{buried} to get rid of")


def _turned(before: Table, after: Table, move: Move) -> Iterator[Reason]:
    """CP-3, CP-11: who is next when play reverses among more than two players."""
    if before.seats == 2 or move.kind not in ("play", "ignore") or after.direction == before.direction:  # noqa: PLR2004
        return
    following = after.turn
    skipped = step(before, before.turn)
    while after.out >> skipped & 1:
        skipped = step(before, skipped)
    if following != skipped:
        held = _cards(count_hand(after, following))
        yield Reason("CP-11", f"play reverses: seat {following} with {held} is next, not seat {skipped}")
