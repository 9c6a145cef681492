"""How good a move of Cups looks: gain few cards, keep runs of a suit, hold cups that may fit, always give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.bots.players.player import View
from undercut.cards import LATIN
from undercut.play.facts import Move
from undercut.play.state import State

WIN = 1000.0
# What a card costs as long as it has to be got rid of; cups leave a hand only on a card of their value. What is drawn
# costs as much as the average card. A card that another of its suit can follow is easier to get rid of.
CARD, CUP, DRAWN, FOLLOWED = 1.0, 3.0, 0.4, 0.12
SUITS = len(LATIN.suits)
CUPS = 0


def rank(state: State, moves: Sequence[Move], seat: int) -> list[float]:
    """Say how good each move looks.

    Args:
        state: The game, what the seat cannot see made up.
        moves: The legal moves.
        seat: Whose they are.
    """
    return [_value_after(state, move, seat) for move in moves]


def _value_after(state: State, move: Move, seat: int) -> float:
    """Count the cards that a move gains, never looking which; judge by which of the cards held now it spends."""
    if move.kind == "call":
        return -WIN / 2
    hand = cast("list[list[str]]", state.view(seat)["hands"])[seat]
    after = state.copy()
    after.play(move)
    if after.result:
        return WIN if seat in after.result.winners else -WIN
    kept = _without(hand, move.card)
    gained = _cards(after.view(seat), seat) - _cards(state.view(seat), seat) + len(hand) - len(kept)
    return -_burden(kept) - DRAWN * gained


def _cards(view: View, seat: int) -> int:
    """Count the cards that a seat has to get rid of."""
    hands = cast("list[list[str]]", view["hands"])
    graveyards = cast("list[list[list[str]]]", view["graveyards"])
    return len(hands[seat]) + sum(map(len, graveyards[seat]))


def _without(hand: list[str], card: str | None) -> list[str]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest


def _burden(hand: list[str]) -> float:
    """How hard the cards are to get rid of."""
    codes = [LATIN.code(card) for card in hand]
    burden = 0.0
    for code in codes:
        burden += CUP if code % SUITS == CUPS else CARD
        if code % SUITS != CUPS and any(other % SUITS == code % SUITS and other > code for other in codes):
            burden -= FOLLOWED
    return burden
