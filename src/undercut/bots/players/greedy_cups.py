"""Move scores for Cups: gain few cards, keep runs of a suit, get rid of cups, avoid calling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.bots.players.player import View
from undercut.cards import LATIN
from undercut.play.facts import Move
from undercut.play.state import State

WIN = 1000.0
# Cost of a card in hand; a cup costs more, since it can be played only on a card of its value. A gained card costs
# DRAWN on average. A card that a higher one of its suit can follow is easier to play.
CARD, CUP, DRAWN, FOLLOWED = 1.0, 3.0, 0.4, 0.12
SUITS = len(LATIN.suits)
CUPS = 0


def rank(state: State, moves: Sequence[Move], seat: int) -> list[float]:
    """Score the legal moves of a seat; higher is better."""
    return [_value_after(state, move, seat) for move in moves]


def _value_after(state: State, move: Move, seat: int) -> float:
    """Score a move by the cards it plays and the number it gains; the gained cards themselves are unknown."""
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
    """Count the cards in a seat's hand and graveyards."""
    hands = cast("list[list[str]]", view["hands"])
    graveyards = cast("list[list[list[str]]]", view["graveyards"])
    return len(hands[seat]) + sum(map(len, graveyards[seat]))


def _without(hand: list[str], card: str | None) -> list[str]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest


def _burden(hand: list[str]) -> float:
    """Cost of the cards still in hand."""
    codes = [LATIN.code(card) for card in hand]
    burden = 0.0
    for code in codes:
        burden += CUP if code % SUITS == CUPS else CARD
        if code % SUITS != CUPS and any(other % SUITS == code % SUITS and other > code for other in codes):
            burden -= FOLLOWED
    return burden
