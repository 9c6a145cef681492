"""Why a move of Cups is not legal: the clause that forbids it, and a sentence for the player."""

from __future__ import annotations

from undercut.cards import LATIN
from undercut.errors import Reason
from undercut.games.cups.moves import (
    ACE,
    BURY,
    CALL,
    GIVE,
    KEEP,
    NO_CARD,
    OK,
    UNSEEN,
    answered,
    card_sets,
    legal_moves,
    may_ignore_cup,
)
from undercut.games.cups.options import CHOOSE, MAY, MUST, ON_CALL
from undercut.games.cups.table import (
    BY_GRAVEYARDS,
    BY_GUARD,
    BY_NO_CUPS,
    FIRST_COURT,
    GIVING,
    MAX_MOVES,
    NONE,
    OVER,
    REDEALING,
    WENT_OUT,
    Table,
    is_cup,
    kind_of,
)

OVER_CLAUSE = "CP-10"
"""The clause to cite when the players have ended the game themselves."""

_ENDS = {WENT_OUT: "CP-18", BY_NO_CUPS: "CP-22", BY_GRAVEYARDS: "CP-33", BY_GUARD: "CP-27"}


def refusal(s: Table, move: int) -> Reason | None:
    """Explain why a move is not legal now; None if it is.

    Args:
        move: A move's code, as the notation gives it.
    """
    if s.phase == OVER:
        return Reason(_ENDS.get(s.reason, OVER_CLAUSE), "the game is over")
    buffer = [0] * MAX_MOVES
    if move in buffer[: legal_moves(s, buffer)]:
        return None
    kind, card = move >> 6, move & 63
    if s.phase == GIVING:
        return _no_gift(s, kind, card)
    if s.phase == REDEALING:
        return _no_dealt_ace(s, kind, card)
    if card == NO_CARD:
        return _no_word(s, kind)
    if kind == GIVE:
        return Reason("CP-13", "no ace asks for gifts now")
    if kind == ACE:
        return Reason("CP-26", "only an ace just dealt in a redeal can be played this way")
    if not s.hands[s.turn] >> card & 1:
        return Reason("CP-10", f"{_name(card)} is not in your hand")
    if kind == UNSEEN:
        return _no_ignoring(s, card)
    return _no_play(s, card, answered(s, 0))


def _name(card: int) -> str:
    return LATIN.text(card)


def _no_gift(s: Table, kind: int, card: int) -> Reason:
    if kind != GIVE:
        return Reason("CP-13", f"{_name(kind_of(s.dump))} asks you for a gift: write + and the card, or keep")
    if s.hands[s.to_move]:
        return Reason("CP-13", f"{_name(card)} is not in your hand")
    top = _name(kind_of(s.graves[s.to_move]))
    return Reason("CP-33", f"while you sit out, you may give only the top card of your graveyard, {top}")


def _no_dealt_ace(s: Table, kind: int, card: int) -> Reason:
    ace = _name(s.dealt - 1)
    if kind == ACE and s.hands[s.to_move] >> card & 1:
        return Reason("CP-26", f"only the ace just dealt, {ace}, may be played now")
    return Reason("CP-26", f"cards are being dealt: play the ace you got ({ace}^), or keep it (ok)")


def _no_word(s: Table, kind: int) -> Reason:
    if kind == KEEP:
        return Reason("CP-13", "you are not asked for a gift")
    if kind == OK:
        return Reason("CP-26", "no redeal has dealt you an ace")
    if kind == CALL:
        if s.no_cups_end != ON_CALL:
            return Reason("CP-22", "under these rules no call is needed when no cup is left")
        return Reason("CP-22", "you have already called this turn")
    if kind == BURY or _first_legal(s) != BURY:
        return Reason("CP-10", "you hold a card that can be played, so you must play")
    if s.cover != CHOOSE:
        return Reason("CP-17", "under these rules you do not choose what a bury covers: write bury")
    return Reason("CP-17", "you have no older graveyard to leave open: write bury")


def _first_legal(s: Table) -> int:
    buffer = [0] * MAX_MOVES
    legal_moves(s, buffer)
    return buffer[0] >> 6


def _no_ignoring(s: Table, card: int) -> Reason:
    if s.unseen_cup == MUST and may_ignore_cup(s):
        return Reason("CP-31", f"under these rules the cup is ignored anyway: write {_name(card)}")
    if s.unseen_cup != MAY:
        return Reason("CP-31", "under these rules you cannot choose to ignore the cup")
    if not s.side_active:
        return Reason("CP-31", "no cup on the side pile is active, so there is none to ignore")
    if s.dump == NONE or is_cup(s.dump):
        return Reason("CP-31", "you cannot ignore the cup: the top of the dump must be a card that is not a cup")
    if is_cup(card) and not s.unseen_cup_allows_cup:
        return Reason("CP-31", "a player who ignores the cup may not play another cup")
    return _no_answer(s, card, kind_of(s.dump))


def _no_play(s: Table, card: int, active: int) -> Reason:
    if is_cup(active):
        clause = "CP-35" if s.identical_cups else "CP-11"
        allowed = "only an identical cup" if s.identical_cups else "no cup"
        return Reason(clause, f"{_name(card)} is a cup: {allowed} can be played on a cup")
    if s.side_active and is_cup(card) and not s.unseen_cup_allows_cup:
        return Reason("CP-31", "the cup is ignored here, and a player who ignores it may not play another cup")
    return _no_answer(s, card, active)


def _no_answer(s: Table, card: int, active: int) -> Reason:
    """Explain why a card cannot be played on an active card that is not a cup."""
    if is_cup(card):
        if s.side_run and s.side != NONE and card == kind_of(s.side) + 4 and any(card_sets(s)):
            return Reason("CP-32", "you may add a cup to the side pile only when you can play nothing else")
        return Reason("CP-16", f"{_name(card)} does not have the value of the active card, {_name(active)}")
    if s.spot_equal and active < FIRST_COURT:
        return Reason("CP-12", f"{_name(card)} is lower than the active card, {_name(active)}")
    return Reason("CP-12", f"{_name(card)} is not higher than the active card, {_name(active)}")
