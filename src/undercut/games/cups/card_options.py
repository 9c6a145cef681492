"""The moves of Cups to offer for each card, their short words, and clause and reason against illegal ones."""

from dataclasses import replace

from undercut.cards import LATIN
from undercut.engine.bits import members
from undercut.errors import Reason
from undercut.games.base.parts.explanation import Brief, Icon, Score, Tone
from undercut.games.base.sentences import Text, because, the_card
from undercut.games.cups import moves, table, words
from undercut.games.cups.moves import move_card, move_kind
from undercut.games.cups.notation import drawn_by
from undercut.games.cups.options import CHOOSE, MAY, MUST, ON_CALL, SIT_OUT
from undercut.games.cups.table import Table, count_hand, kind_of, pile_size


def refusal(s: Table, move: int) -> Reason:
    kind, card = move_kind(move), move_card(move)
    if s.phase == table.GIVING:
        return _no_gift(s, kind, card)
    if s.phase == table.REDEALING:
        return _no_dealt_ace(s, kind, card)
    if card == moves.NO_CARD:
        return _no_word(s, kind)
    if kind == moves.GIVE:
        return because("CP-13", "no ace is asking for gifts right now")
    if kind == moves.ACE:
        return because("CP-26", "only an ace just dealt in a redeal can be played this way")
    if not s.hands[s.turn] >> card & 1:
        return because("CP-10", "{card} is not in your hand", card=_card(card))
    if kind == moves.UNSEEN:
        return _no_ignoring(s, card)
    return _no_play(s, card, moves.answered(s, 0))


def _card(card: int) -> Text:
    return the_card(LATIN, card)


def _no_gift(s: Table, kind: int, card: int) -> Reason:
    if kind != moves.GIVE:
        return because(
            "CP-13", "{ace} asks you for a gift: give a card, or keep them all", ace=_card(table.kind_of(s.dump))
        )
    if s.hands[s.to_move]:
        return because("CP-13", "{card} is not in your hand", card=_card(card))
    top = _card(table.kind_of(s.graves[s.to_move]))
    return because("CP-33", "while you sit out, you may give only the top card of your graveyard, {card}", card=top)


def _no_dealt_ace(s: Table, kind: int, card: int) -> Reason:
    ace = s.dealt - 1
    if kind == moves.ACE and s.hands[s.to_move] >> card & 1:
        return because("CP-26", "only the ace just dealt, {ace}, may be played now", ace=_card(ace))
    return because(
        "CP-26", "cards are being dealt: play the ace you got ({ace}^), or keep it (ok)", ace=LATIN.text(ace)
    )


def _no_word(s: Table, kind: int) -> Reason:
    if kind == moves.KEEP:
        return because("CP-13", "you are not asked for a gift")
    if kind == moves.OK:
        return because("CP-26", "no redeal has dealt you an ace")
    if kind == moves.CALL:
        if s.no_cups_end != ON_CALL:
            return because("CP-22", "under these rules no call is needed when no cup is left")
        return because("CP-22", "you have already called this turn")
    if kind == moves.BURY or _first_legal(s) != moves.BURY:
        return because("CP-10", "you hold a card that can be played, so you must play")
    if s.cover != CHOOSE:
        return because("CP-17", "under these rules you do not choose what a bury covers: write bury")
    return because("CP-17", "you have no older graveyard to leave open: write bury")


def _first_legal(s: Table) -> int:
    buffer = [0] * table.MAX_MOVES
    moves.legal_moves(s, buffer)
    return moves.move_kind(buffer[0])


def _no_ignoring(s: Table, card: int) -> Reason:
    if s.unseen_cup == MUST and moves.may_ignore_cup(s):
        return because("CP-31", "under these rules the cup is ignored anyway: write {card}", card=LATIN.text(card))
    if s.unseen_cup != MAY:
        return because("CP-31", "under these rules you cannot choose to ignore the cup")
    if not s.side_active:
        return because("CP-31", "no cup on the side pile is active, so there is none to ignore")
    if s.dump == table.NONE or table.is_cup(s.dump):
        return because("CP-31", "you cannot ignore the cup: the top of the dump must be a card that is not a cup")
    if table.is_cup(card) and not s.unseen_cup_allows_cup:
        return because("CP-31", "a player who ignores the cup may not play another cup")
    return _no_answer(s, card, table.kind_of(s.dump))


def _no_play(s: Table, card: int, active: int) -> Reason:
    if table.is_cup(active):
        if s.identical_cups:
            return because("CP-35", "{card} is a cup: only an identical cup can be played on a cup", card=_card(card))
        return because("CP-11", "{card} is a cup: no cup can be played on a cup", card=_card(card))
    if s.side_active and table.is_cup(card) and not s.unseen_cup_allows_cup:
        return because("CP-31", "the cup is ignored here, and a player who ignores it may not play another cup")
    return _no_answer(s, card, active)


def _no_answer(s: Table, card: int, active: int) -> Reason:
    if table.is_cup(card):
        if s.side_run and s.side != table.NONE and card == table.kind_of(s.side) + 4 and any(moves.card_sets(s)):
            return because("CP-32", "you may add a cup to the side pile only when you have no other move")
        return because("CP-16", "a cup fits only a card of the same value, not {active}", active=_card(active))
    if s.spot_equal and active < table.FIRST_COURT:
        return because(
            "CP-12", "{card} is lower than the active card, {active}", card=_card(card), active=_card(active)
        )
    return because(
        "CP-12", "{card} is not higher than the active card, {active}", card=_card(card), active=_card(active)
    )


def taken_up(move: str) -> str | None:
    return None if move in ("keep", "bury", "bury~", "call", "ok") else move.lstrip("+")[:2]


def attempts(s: Table) -> dict[str, list[str]]:
    """List the moves to offer for each card that the player to move may pick, legal or not."""
    cards = [*map(LATIN.text, members(s.hands[s.to_move]))]
    if s.phase == table.GIVING:
        if not cards and s.graves[s.to_move] != table.NONE:
            cards = [LATIN.text(kind_of(s.graves[s.to_move]))]
        return {card: [f"+{card}"] for card in cards}
    if s.phase == table.REDEALING:
        return {card: [f"{card}^"] for card in cards}
    unseen = s.side_active and s.unseen_cup in (MAY, MUST)
    return {card: [card, f"{card}~"] if unseen else [card] for card in cards}


_CLAUSES = ("CP-21", "CP-11", "CP-35", "CP-16", "CP-12", "CP-13", "CP-14")  # by effect, as in `moves`
_FIXED = {moves.SIDE_RUN: words.RUNS, moves.GIVE: words.GIVES, moves.ACE: words.PLAYS_ACE}


def brief(s: Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with the number of cards that the player then holds."""
    kind, card = move_kind(move), move_card(move)
    if kind in _FIXED:
        return replace(_FIXED[kind], score=_score(s, 0))
    clause = moves.effect(s, card, moves.answered(s, 1 if kind == moves.UNSEEN else 0))
    verb = words.IGNORES if kind == moves.UNSEEN else words.PLAYS
    found = _costing(s, card, clause, verb) if clause in (moves.DRAW, moves.TAKE) else _free(s, clause, verb)
    if _hand_gone(s, found):
        returns = words.SITS_OUT if s.empty_hand == SIT_OUT else words.HAND_RETURNS
        found = replace(found, more=returns, badge=returns)
    return replace(found, clause="CP-23" if found.more is words.NOTHING_TO_DRAW else clause_of(clause, card))


def clause_of(effect: int, card: int) -> str:
    return "CP-15" if effect == moves.DRAW and card >= table.FIRST_COURT else _CLAUSES[effect]


def _costing(s: Table, card: int, clause: int, verb: Text) -> Brief:
    """CP-14 to CP-16: a play that brings cards."""
    if clause == moves.TAKE:
        values = {"count": min(3, pile_size(s, s.dump))}
        more, badge, told = (Text(each, values) for each in (words.TAKEN_OFF, words.SO_MANY_TAKEN, words.TOLD_TAKE))
        verb, score = words.PLAYS_CUP if verb is words.PLAYS else verb, _score(s, values["count"])
        return Brief(verb, Tone.SPELL, more, told=told, score=score, badge=badge)
    drawn = drawn_by(s, card)
    if drawn is None:
        nothing, score = words.NOTHING_TO_DRAW, _score(s, 0)
        return Brief(verb, Tone.SAFE, nothing, told=words.TOLD, score=score, badge=words.FREE)
    values = {"count": int(str(drawn.values["count"]))}
    cost, badge = Text(words.SO_MANY_DRAWN, values), Text(words.SO_MANY_ADDED, values)
    told, score = Text(words.TOLD_DRAW, values), _score(s, values["count"])
    return Brief(verb, Tone.GAIN, cost, icon=Icon.DRAW, told=told, score=score, badge=badge)


def _free(s: Table, clause: int, verb: Text) -> Brief:
    """CP-11 to CP-13, CP-21, CP-35: a play that costs nothing by itself."""
    if clause == moves.LEAD:
        led = words.LEADS, Tone.SAFE, words.FREE
        return Brief(*led, told=words.TOLD_LEAD, score=_score(s, 0), badge=words.FREE)
    if clause == moves.GIFTS:
        asks = moves.next_giver(s, s.turn) != s.turn
        found = (Tone.SPELL, words.MAY_BRING_GIFTS, words.GIFTS) if asks else (Tone.SAFE, words.FREE, words.FREE)
        tone, more, badge = found
        return Brief(verb, tone, more, told=words.TOLD_GIFTS if asks else words.TOLD, badge=badge)
    if clause == moves.COVER and s.seats > 2:  # noqa: PLR2004  two players alternate in either direction
        more, told = words.TURNS_ROUND, words.TOLD_TURN
    else:
        more, told = words.ON_EQUAL if clause == moves.IDENTICAL else words.FREE, words.TOLD
    icon = Icon.TURN if clause == moves.COVER else None
    return Brief(verb, Tone.SAFE, more, icon=icon, told=told, score=_score(s, 0), badge=words.FREE)


def _hand_gone(s: Table, brief: Brief) -> bool:
    """CP-18, CP-33: whether the hand is gone then, unless others give cards, and a graveyard is left."""
    return brief.score is None and brief.badge is not words.GIFTS and s.graves[s.to_move] != table.NONE


def _score(s: Table, more: int) -> Score | None:
    """The cards in hand after a card is played and more are added; None if a graveyard is picked up then."""
    left = count_hand(s, s.to_move) - 1 + more
    return None if left == 0 and s.graves[s.to_move] != table.NONE else Score(left, 0)
