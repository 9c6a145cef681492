"""The moves of Cups to offer for each card, legal or not, and their short words."""

from __future__ import annotations

from dataclasses import replace

from undercut.cards import LATIN
from undercut.games.base.sentences import Brief, Icon, Score, Text, Tone
from undercut.games.cups import moves, words
from undercut.games.cups.moves import move_card, move_kind
from undercut.games.cups.notation import drawn_by
from undercut.games.cups.options import MAY, MUST
from undercut.games.cups.table import GIVING, NONE, REDEALING, Table, count_hand, kind_of, pile_size


def taken_up(move: str) -> str | None:
    """Return the card that a move uses; None for a move without a card."""
    return None if move in ("keep", "bury", "bury~", "call", "ok") else move.lstrip("+")[:2]


def attempts(s: Table) -> dict[str, list[str]]:
    """List the moves to offer for each card that the player to move may pick, legal or not."""
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
    moves.SIDE_RUN: words.RUNS,
    moves.GIVE: words.GIVES,
    moves.ACE: words.PLAYS_ACE,
}


def brief(s: Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with the number of cards that the player then holds."""
    kind, card = move_kind(move), move_card(move)
    if kind in _FIXED:
        return replace(_FIXED[kind], score=_score(s, 0))
    clause = moves.effect(s, card, moves.answered(s, 1 if kind == moves.UNSEEN else 0))
    verb = words.IGNORES if kind == moves.UNSEEN else words.PLAYS
    if clause == moves.DRAW:
        drawn = drawn_by(s, card)
        cost = Text(words.SO_MANY_DRAWN, {"count": drawn.values["count"]}) if drawn else words.NOTHING_TO_DRAW
        count = drawn.values["count"] if drawn else 0
        told = Text(words.TOLD_DRAW, drawn.values) if drawn else words.TOLD
        score = _score(s, count if isinstance(count, int) else 0)
        return Brief(verb, Tone.GAIN, cost, icon=Icon.DRAW, told=told, score=score)
    if clause == moves.TAKE:
        count = min(3, pile_size(s, s.dump))
        taken = Text(words.SO_MANY_TAKEN, {"count": count})
        verb, told = verb if kind == moves.UNSEEN else words.PLAYS_CUP, Text(words.TOLD_TAKE, {"count": count})
        return Brief(verb, Tone.SPELL, taken, told=told, score=_score(s, count))
    if clause == moves.LEAD:
        return Brief(words.LEADS, Tone.SAFE, words.FREE, told=words.TOLD_LEAD, score=_score(s, 0))
    free, score = _free(s, clause), None if clause == moves.GIFTS else _score(s, 0)
    told = words.TOLD_TURN if free is words.TURNS_ROUND else words.TOLD
    return Brief(verb, Tone.SAFE, free, icon=Icon.TURN if clause == moves.COVER else None, told=told, score=score)


def _score(s: Table, more: int) -> Score | None:
    """The cards in hand after a card is played and more are added; None if a graveyard is picked up then."""
    left = count_hand(s, s.to_move) - 1 + more
    return None if left == 0 and s.graves[s.to_move] != NONE else Score(left, 0)


def _free(s: Table, clause: int) -> Text:
    """What follows a play that costs nothing."""
    if clause == moves.COVER and s.seats > 2:  # noqa: PLR2004  two players alternate in either direction
        return words.TURNS_ROUND
    if clause == moves.GIFTS and moves.next_giver(s, s.turn) != s.turn:
        return words.MAY_BRING_GIFTS
    return words.ON_EQUAL if clause == moves.IDENTICAL else words.FREE
