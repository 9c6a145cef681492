"""The moves of Cuttle to offer for each card, legal or not, and their short words."""

from __future__ import annotations

from dataclasses import replace

from undercut.cards import FRENCH
from undercut.engine.bits import count
from undercut.engine.contract import Cells, copy_fields
from undercut.games.base.parts.lessons import Glance
from undercut.games.base.sentences import Brief, Icon, Score, Sentence, Text, Tone, the_card
from undercut.games.cuttle import table, words
from undercut.games.cuttle.moves import encode, move_card, move_kind, move_target
from undercut.games.cuttle.one_offs import ONE_OFFS, aims, one_off
from undercut.games.cuttle.options import OPPONENT
from undercut.games.cuttle.position import card_texts
from undercut.games.cuttle.rules import play

_PERMANENT = sum(0b1111 << 4 * rank for rank in (7, 11, 12))


def taken_up(move: str) -> str | None:
    """Return the card that a move uses; None for a move without a card."""
    return None if move in ("draw", "pass", "ok") else move.lstrip("+-")[:2]


def attempts(s: table.Table) -> dict[str, list[str]]:
    """List the moves to offer for each card that the player to move may pick, legal or not."""
    hand = s.hands[s.to_move]
    if s.phase == table.COUNTERING:
        return {card: [f"{card}!"] for card in card_texts(hand)}
    if s.phase == table.TAKING:
        return {card: [f"+{card}"] for card in card_texts(s.scrap)}
    if s.phase in (table.DISCARDING, table.RECYCLING, table.LIMITING):
        return {card: [f"-{card}"] for card in card_texts(hand)}
    if s.phase == table.TURNED:
        return {card: [*_plays(s, card), f"-{card}"] for card in card_texts(s.revealed)}
    return {card: _plays(s, card) for card in card_texts(hand)}


def _plays(s: table.Table, card: str) -> list[str]:
    bit = 1 << FRENCH.code(card)
    found: list[str] = []
    if bit & table.POINT_CARDS:
        found += [card, *(f"{card}x{target}" for target in card_texts(_sides(s, s.points, s.scuttle)))]
    if bit & table.JACKS:
        targets = card_texts(_sides(s, s.points, s.jack_side))
        found += [f"{card}>{target}" for target in targets] or [f"{card}+"]
    if bit & _PERMANENT:
        found.append(f"{card}+")
    described = one_off(s, FRENCH.code(card))
    if described:
        targets = card_texts(aims(s, described.choice)) if described.choice else ()
        found += [f"{card}!{target}" for target in targets] or [f"{card}!"]
    return found


def _sides(s: table.Table, cards: Cells, whose: int) -> int:
    return cards[1 - s.turn] if whose == OPPONENT else cards[0] | cards[1]


# --- Short words -----------------------------------------------------------------------------------------------------

_SIGNS = "♣♦♥♠"


def brief(s: table.Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with what it hits and the score that it leads to."""
    card, target = move_card(move), move_target(move)
    found = _brief(s, move_kind(move), card, target)
    hits = 1 << target if target != table.NONE else 0
    described = one_off(s, card) if move_kind(move) == table.ONE_OFF else None
    if described:
        hits |= described.hits(s)
    before, after = _score(s, s.to_move), _score(_settled(s, move), s.to_move)
    return replace(found, hits=tuple(card_texts(hits)), score=after if after != before else None)


def _score(s: table.Table, seat: int) -> Score:
    return Score(table.total(s, seat), table.goal(s, seat))


def _settled(s: table.Table, move: int) -> table.Table:
    """The table after a move that is not countered."""
    after = table.Table()
    copy_fields(s, after)
    play(after, move)
    if after.phase == table.COUNTERING:
        play(after, encode(table.OK, table.NONE, table.NONE))
    return after


def _brief(s: table.Table, kind: int, card: int, target: int) -> Brief:
    if kind in (table.COUNTER, table.DISCARD):
        return words.COUNTERS if kind == table.COUNTER else words.DISCARDS
    if kind == table.POINTS:
        worth = (card >> 2) + 1
        score = {"total": table.total(s, s.turn) + worth, "goal": table.goal(s, s.turn)}
        return Brief(Text(words.SCORES, {"count": worth}), Tone.GAIN, Text(words.SO_MANY_OF, score))
    if kind == table.SCUTTLE:
        return Brief(words.SCUTTLES, Tone.STRIKE, _short(target), told=_told(words.SCUTTLED, target))
    if kind == table.JACK:
        own = s.points[s.turn] >> target & 1
        verb, told = (words.GIVES_AWAY, words.GIVEN_AWAY) if own else (words.STEALS, words.STOLEN)
        return Brief(verb, Tone.STRIKE, _short(target), icon=Icon.JACK, told=_told(told, target))
    if kind == table.TAKE:
        return Brief(words.TAKES, Tone.GAIN, _short(card), icon=Icon.DRAW, told=_told(words.TAKEN, card))
    return _permanent(s, card) if kind == table.PERMANENT else _one_off(s, card, target)


def _permanent(s: table.Table, card: int) -> Brief:
    if 1 << card & table.EIGHTS:
        return words.GLASSES
    if 1 << card & table.QUEENS:
        return words.QUEEN
    lower = s.kings[min(count(s.permanents[s.turn] & table.KINGS) + 1, 4)]
    return Brief(words.KING, Tone.SAFE, Text(words.NEW_GOAL, {"goal": lower}))


def _one_off(s: table.Table, card: int, target: int) -> Brief:
    described = one_off(s, card)
    if described is None:
        return Brief(words.NOTHING)
    found = described.chip(s)
    if target == table.NONE:
        return found
    return replace(found, more=_short(target), told=found.told and replace(found.told, values={"card": _short(target)}))


def _told(template: str, card: int) -> Text:
    return Text(template, {"card": _short(card)})


def _short(card: int) -> Text:
    """Return a card by its rank and the sign of its suit."""
    rank = FRENCH.ranks[card >> 2].replace("T", "10")
    return Text("{card}", {"card": rank + _SIGNS[card & 3]})


# --- The end ---------------------------------------------------------------------------------------------------------


def story(s: table.Table, move: int, seat: int) -> Sentence:
    """Say how the last move won: with points, by a jack, or because a king made fewer points enough."""
    card, target, total = move_card(move), move_target(move), Text("{total}", {"total": table.total(s, seat)})
    if move_kind(move) == table.PERMANENT and 1 << card & table.KINGS:
        return words.KINGS[min(count(s.permanents[seat] & table.KINGS), 4) - 1].said(count=total)
    if move_kind(move) == table.JACK:
        return words.STOLEN_ENOUGH.said(card=the_card(FRENCH, target), count=total)
    return words.ENOUGH.said(card=Text("The {card}", {"card": Text(FRENCH.names[card])}), count=total)


def glance(screen: Glance) -> Glance:
    """Add what each rank does as a one-off to the game on one screen."""
    found = {rank: [it.glance for it in ONE_OFFS if FRENCH.ranks[it.rank] == rank] for rank in FRENCH.ranks}
    cards = (replace(it, fact=replace(it.fact, more=(*it.fact.more, *found[it.ranks]))) for it in screen.cards)
    return replace(screen, cards=tuple(cards))
