"""How moves of Cups are written: in notation, in sentences, and as fixed numbers."""

import re
from collections.abc import Mapping
from typing import Any

from undercut.cards import LATIN
from undercut.engine.contract import MoveParts, Numbers
from undercut.games.base.game_types import Move
from undercut.games.base.layout import ActionNumbers
from undercut.games.base.parts.explanation import Aftermath
from undercut.games.base.sentences import Sentence, Text, not_a_move, the_card
from undercut.games.cups import moves, table, words
from undercut.games.cups.moves import card_sets, encode, move_card, move_kind
from undercut.games.cups.options import LEAGUE, NEVER, WHOLE_DUMP
from undercut.games.cups.table import Table, below, count_hand, is_cup, pile_size, rank_of

_CARD = "[A2-9TPNQK][cdsw]"
_MOVE = re.compile(rf"(?P<word>keep|bury~?|call|ok)|\+(?P<gift>{_CARD})|(?P<card>{_CARD})(?P<mark>[~^]?)", re.ASCII)
_WORDS = {"keep": moves.KEEP, "bury": moves.BURY, "bury~": moves.BURY_OPEN, "call": moves.CALL, "ok": moves.OK}
_KINDS = ("play", "ignore", "run", "gift", "keep", "bury", "bury open", "call", "ace", "ok")  # as in `moves`
_PLAYS = ("lead", "cover", "identical", "take", "play", "gifts", "play")  # by effect, as in `moves`


def parse(s: Table, text: str) -> int:
    found = _MOVE.fullmatch(text)
    if not found:
        raise not_a_move(text, "9s, 9s~, +3w, keep, bury, bury~, call, Aw^, ok")
    part = found.groupdict()
    if part["word"]:
        return encode(_WORDS[part["word"]], moves.NO_CARD)
    if part["gift"]:
        return encode(moves.GIVE, LATIN.code(part["gift"]))
    card = LATIN.code(part["card"])
    if part["mark"]:
        return encode(moves.UNSEEN if part["mark"] == "~" else moves.ACE, card)
    runs = s.phase == table.PLAYING and not any(card_sets(s)) and moves.side_run_card(s) == 1 << card
    return encode(moves.SIDE_RUN if runs else moves.PLAY, card)


def write(move: int) -> str:
    kind, card = move_kind(move), move_card(move)
    if card == moves.NO_CARD:
        return next(word for word, known in _WORDS.items() if known == kind)
    text = LATIN.text(card)
    return "+" + text if kind == moves.GIVE else text + {moves.UNSEEN: "~", moves.ACE: "^"}.get(kind, "")


def parts(move: int) -> MoveParts:
    kind, card = move_kind(move), move_card(move)
    return MoveParts(_KINDS[kind], LATIN.text(card) if card != moves.NO_CARD else None, None)


def sentence(s: Table, move: int) -> Sentence:
    kind, card = move_kind(move), move_card(move)
    if kind in (moves.BURY, moves.BURY_OPEN):
        covers = kind == moves.BURY and s.graves[s.turn] != table.NONE and s.cover != NEVER
        drawn = _drawn(s, count_hand(s, s.turn), s.dump) or words.NO_CARDS
        deed = words.DEEDS["bury over" if covers else _KINDS[kind]]
        return deed.said_of_drawing(_count(drawn), drawn=drawn)
    if card == moves.NO_CARD:  # CP-13: also of a gift that the reader does not know
        return words.DEEDS[_KINDS[kind]].said(card=words.HIDDEN_CARD)
    named = the_card(LATIN, card)
    if kind in (moves.PLAY, moves.UNSEEN):
        return _play_sentence(s, kind, card, named)
    return words.DEEDS[_KINDS[kind]].said(card=named)


def _play_sentence(s: Table, kind: int, card: int, named: Text) -> Sentence:
    fits, fits_unseen = card_sets(s)
    if not (fits_unseen if kind == moves.UNSEEN else fits) >> card & 1:
        return words.DEEDS["play"].said(card=named)
    clause = moves.effect(s, card, moves.answered(s, 1 if kind == moves.UNSEEN else 0))
    more = [words.UNSEEN] if kind == moves.UNSEEN else []
    if is_cup(card) and s.cup_burns and card < table.FIRST_COURT and s.stack_size:
        more.append(Text(words.BURNT, {"count": min(rank_of(card) + 1, s.stack_size)}))
    if clause == moves.DRAW:
        drawn = drawn_by(s, card)
        deed = words.DEEDS["draw" if drawn else "draw nothing"]
        return deed.said_of_drawing(_count(drawn), *more, card=named, drawn=drawn or "")
    count = min(3, pile_size(s, s.dump)) if clause == moves.TAKE else 0
    return words.DEEDS[_play_deed(s, clause)].said_of_drawing(count, *more, card=named, count=count)


def _count(drawn: Text | None) -> int:
    return int(str(drawn.values.get("count", 0))) if drawn else 0


def _play_deed(s: Table, clause: int) -> str:
    """The kind of sentence for a legal play that draws nothing."""
    duel = s.seats == 2  # noqa: PLR2004  two players
    if clause == moves.GIFTS and moves.next_giver(s, s.turn) == s.turn:
        return "play"
    if clause == moves.COVER and duel:
        return "play"
    return "gift of one" if clause == moves.GIFTS and duel else _PLAYS[clause]


def drawn_by(s: Table, card: int) -> Text | None:
    return _drawn(s, rank_of(card) + 1 if card < table.FIRST_COURT else s.seats, table.NONE)


def _drawn(s: Table, number: int, active: int) -> Text | None:
    here, template = s.stack_size, words.NEW_CARDS
    count = min(number, here)
    if number > here and s.short_draw == LEAGUE:
        template = words.BOTTOM_OF_DUMP
        count = min(number, len(_dump_below(s, active)))
    elif number > here and s.short_draw == WHOLE_DUMP:
        template = words.STACK_AND_DUMP
        count = here + sum(not is_cup(card) for card in _dump_below(s, active))
    elif number > here:
        template = words.LAST_OF_STACK
    return Text(template, {"count": count}) if count else None


def _dump_below(s: Table, active: int) -> list[int]:
    """The cards of the dump, top first, without its active card."""
    found: list[int] = []
    card = s.dump
    while card != table.NONE:
        if card != active or s.side_active:
            found.append(card)
        card = below(s, card)
    return found


def aftermath(move: Move, before: Mapping[str, Any], after: Mapping[str, Any], *, shuffled: bool) -> Aftermath | None:
    """Say that the stack ran out (CP-20, CP-21) or was dealt out (CP-25), and which card counts now."""
    free = not after["dump"] and not after["side_active"]
    if not shuffled and (not free or len(after["away"]) == len(before["away"])):
        return None
    turned = after["dump"][-1] if after["dump"] else ""
    if _redealt(move, before, after):
        said = Text(words.DEALT_OUT, {"card": _named(turned)}) if turned else words.PICKED_UP
        return Aftermath(said, words.NEW_STACK, turned)
    buries, on_side = move.kind.startswith("bury"), before["side_active"]
    lies = before["dump"][:-1] if buries and not on_side else before["dump"]
    gone = _named((before["side"] if on_side else before["dump"])[-1] if buries else str(move.card))
    if not turned:
        return Aftermath(Text(words.USED_UP, {"gone": gone}), words.LEADS)
    if not after["stack"]:
        if before["dump"][-1:] == [turned] and not on_side:
            return Aftermath(Text(words.STAYS, {"gone": gone, "card": _named(turned)}), words.LEADS)
        return Aftermath(Text(words.NO_STACK, {"card": _named(turned)}), words.STACK_GONE, turned)
    has_cups = any(is_cup(LATIN.code(card)) for card in lies)
    template = (words.RENEWED_AGAIN if before["away"] else words.RENEWED)[has_cups]
    return Aftermath(Text(template, {"gone": gone, "card": _named(turned)}), words.NEW_STACK, turned)


def _named(card: str) -> Text:
    return the_card(LATIN, LATIN.code(card))


def _redealt(move: Move, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """CP-25: whether others got cards, or the player who buried has picked up again."""
    if move.kind not in ("play", "ignore", "bury", "bury open"):
        return True
    mover = before["to_move"]
    sizes = [_sizes(view, without=mover) for view in (before, after)]
    got_more = any(new > old for old, new in zip(*sizes, strict=True))
    picked_up = move.kind.startswith("bury") and not after["graveyards"][mover]
    return got_more or picked_up


def _sizes(view: Mapping[str, Any], *, without: int) -> list[int]:
    """Count the cards of each other player in hand and graveyard."""
    owned = enumerate(zip(view["hands"], view["graveyards"], strict=True))
    return [len(hand) + sum(map(len, layers)) for seat, (hand, layers) in owned if seat != without]


# --- Fixed numbers: the same under all rule sets, and only ever appended to -------------------------------------------

CODES = Numbers(
    (
        *(encode(kind, moves.NO_CARD) for kind in (moves.BURY, moves.BURY_OPEN, moves.KEEP, moves.CALL, moves.OK)),
        *(encode(moves.ACE, card) for card in range(4)),
        *(encode(kind, card) for kind in (moves.PLAY, moves.UNSEEN, moves.GIVE) for card in range(table.KINDS)),
    )
)
_NUMBERS = Numbers(CODES.index(code) if code in CODES else -1 for code in range(moves.OK + 1 << moves.CARD_BITS))


def action(move: int) -> int:
    """Return the number of a move; a run on the side pile has that of an ordinary play."""
    return _NUMBERS[encode(moves.PLAY, move_card(move)) if move_kind(move) == moves.SIDE_RUN else move]


def move_of(s: Table, number: int) -> int:
    """Return the code of a legal move by its number; a play that no other clause allows is a run on the side pile."""
    move = CODES[number]
    if move_kind(move) == moves.PLAY and not card_sets(s)[0] >> move_card(move) & 1:
        return encode(moves.SIDE_RUN, move_card(move))
    return move


ACTIONS = ActionNumbers(action, tuple(map(write, CODES)))
