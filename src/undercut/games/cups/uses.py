"""The moves of Cups to offer for each card, legal or not, and their short words."""

from __future__ import annotations

from dataclasses import replace

from undercut.cards import LATIN
from undercut.games.base.sentences import Brief, Icon, Score, Text, Tone
from undercut.games.cups import words
from undercut.games.cups.moves import (
    ACE,
    COVER,
    DRAW,
    GIFTS,
    GIVE,
    IDENTICAL,
    LEAD,
    SIDE_RUN,
    TAKE,
    UNSEEN,
    answered,
    effect,
    next_giver,
)
from undercut.games.cups.notation import drawn_by
from undercut.games.cups.options import MAY, MUST
from undercut.games.cups.table import GIVING, NONE, REDEALING, Table, count_hand, kind_of, pile_size


def taken_up(move: str) -> str | None:
    """Return the card that a move uses; None for a move without a card.

    Example:
        >>> taken_up("9s~"), taken_up("+3w"), taken_up("bury")
        ('9s', '3w', None)
    """
    return None if move in ("keep", "bury", "bury~", "call", "ok") else move.lstrip("+")[:2]


def attempts(s: Table) -> dict[str, list[str]]:
    """List the moves to offer for each card that the player to move may pick, legal or not.

    Returns:
        Moves in notation by card, the cards in the order of their values.
    """
    hand = s.hands[s.to_move]
    cards = [LATIN.text(card) for card in range(56) if hand >> card & 1]
    if s.phase == GIVING:
        if not cards and s.graves[s.to_move] != NONE:
            cards = [LATIN.text(kind_of(s.graves[s.to_move]))]
        return {card: [f"+{card}"] for card in cards}
    if s.phase == REDEALING:
        return {card: [f"{card}^"] for card in cards}
    unseen = s.side_active and s.unseen_cup in (MAY, MUST)
    return {card: [card, f"{card}~"] if unseen else [card] for card in cards}


# --- Short words -----------------------------------------------------------------------------------------------------

_FIXED = {
    SIDE_RUN: words.RUNS,
    GIVE: words.GIVES,
    ACE: words.PLAYS_ACE,
}


def brief(s: Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with the number of cards that the player then holds."""
    kind, card = move >> 6, move & 63
    if kind in _FIXED:
        return replace(_FIXED[kind], score=_score(s, 0))
    clause = effect(s, card, answered(s, 1 if kind == UNSEEN else 0))
    verb = words.IGNORES if kind == UNSEEN else words.PLAYS
    if clause == DRAW:
        drawn = drawn_by(s, card)
        cost = Text(words.SO_MANY_DRAWN, {"count": drawn.values["count"]}) if drawn else words.NOTHING_TO_DRAW
        count = drawn.values["count"] if drawn else 0
        return Brief(verb, Tone.GAIN, cost, icon=Icon.DRAW, score=_score(s, count if isinstance(count, int) else 0))
    if clause == TAKE:
        count = min(3, pile_size(s, s.dump))
        taken = Text(words.SO_MANY_TAKEN, {"count": count})
        return Brief(verb if kind == UNSEEN else words.PLAYS_CUP, Tone.SPELL, taken, score=_score(s, count))
    if clause == LEAD:
        return Brief(words.LEADS, Tone.SAFE, words.FREE, score=_score(s, 0))
    turns = Icon.TURN if clause == COVER else None
    return Brief(verb, Tone.SAFE, _free(s, clause), icon=turns, score=None if clause == GIFTS else _score(s, 0))


def _score(s: Table, more: int) -> Score | None:
    """The cards in hand after a card is played and more are added; None if a graveyard is picked up then."""
    left = count_hand(s, s.to_move) - 1 + more
    return None if left == 0 and s.graves[s.to_move] != NONE else Score(left, 0)


def _free(s: Table, clause: int) -> Text:
    """What follows a play that costs nothing."""
    if clause == COVER and s.seats > 2:  # noqa: PLR2004  two players alternate in either direction
        return words.TURNS_ROUND
    if clause == GIFTS and next_giver(s, s.turn) != s.turn:
        return words.MAY_BRING_GIFTS
    return words.ON_EQUAL if clause == IDENTICAL else words.FREE
