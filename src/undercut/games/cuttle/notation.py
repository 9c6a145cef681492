"""How moves of Cuttle are written: in notation, in sentences, and as fixed numbers."""

import re
from itertools import chain, permutations, product

from undercut.cards import FRENCH
from undercut.engine.bits import count
from undercut.engine.contract import MoveParts, Numbers, starts
from undercut.games.base.layout import ActionNumbers
from undercut.games.base.sentences import Sentence, Text, not_a_move, the_card
from undercut.games.cuttle import moves, table, words
from undercut.games.cuttle.moves import encode, move_card, move_kind, move_target
from undercut.games.cuttle.one_offs import one_off, rank_text
from undercut.games.cuttle.table import Table, row_mask

_CARD = "[A2-9TJQK][cdhs]"
_MOVE = re.compile(
    rf"(?P<word>draw|pass|ok)|(?P<sign>[+-])(?P<one>{_CARD})"
    rf"|(?P<card>{_CARD})(?:(?P<onto>[x>])(?P<victim>{_CARD})|(?P<permanent>\+)|(?P<announce>!)(?P<target>{_CARD})?)?",
    re.ASCII,
)
_WORDS = {"draw": moves.DRAW, "pass": moves.PASS, "ok": moves.OK}
_KINDS = (  # as in `moves`
    "draw", "pass", "points", "scuttle", "permanent", "jack", "one-off", "counter", "let be", "take", "discard",
)  # fmt: skip
_SIGNS = {moves.SCUTTLE: "x", moves.PERMANENT: "+", moves.JACK: ">", moves.ONE_OFF: "!", moves.COUNTER: "!"}


def parse(s: Table, text: str) -> int:
    found = _MOVE.fullmatch(text)
    if not found:
        raise not_a_move(text, "draw, 7h, 7hx6d, Kh+, Jc>9h, 5c!, 2c!Kh, ok, +Kh, -5c")
    part = found.groupdict()
    if part["word"]:
        return encode(_WORDS[part["word"]], table.NONE, table.NONE)
    if part["sign"]:
        return encode(moves.TAKE if part["sign"] == "+" else moves.DISCARD, FRENCH.code(part["one"]), table.NONE)
    card = FRENCH.code(part["card"])
    if part["onto"]:
        return encode(moves.SCUTTLE if part["onto"] == "x" else moves.JACK, card, FRENCH.code(part["victim"]))
    if part["permanent"]:
        return encode(moves.PERMANENT, card, table.NONE)
    if not part["announce"]:
        return encode(moves.POINTS, card, table.NONE)
    if part["target"]:
        return encode(moves.ONE_OFF, card, FRENCH.code(part["target"]))
    return encode(moves.COUNTER if s.phase == table.COUNTERING else moves.ONE_OFF, card, table.NONE)


def write(move: int) -> str:
    kind, card, target = move_kind(move), move_card(move), move_target(move)
    if card == table.NONE:
        return next(word for word, known in _WORDS.items() if known == kind)
    text = FRENCH.text(card)
    if kind in (moves.TAKE, moves.DISCARD):
        return ("+" if kind == moves.TAKE else "-") + text
    return text + _SIGNS.get(kind, "") + (FRENCH.text(target) if target != table.NONE else "")


def parts(move: int) -> MoveParts:
    card, target = move_card(move), move_target(move)
    return MoveParts(
        _KINDS[move_kind(move)],
        FRENCH.text(card) if card != table.NONE else None,
        FRENCH.text(target) if target != table.NONE else None,
    )


def sentence(s: Table, move: int) -> Sentence:
    kind, card, target = move_kind(move), move_card(move), move_target(move)
    deed = words.DEEDS[_deed(s, kind, card)]
    if kind == moves.OK:
        return _let_be(s)
    if card == table.NONE:
        return deed.said_of_drawing(1) if kind == moves.DRAW else deed.said()
    named = the_card(FRENCH, card)
    if kind == moves.COUNTER:
        return deed.said(card=named, target=the_card(FRENCH, to_counter(s)))
    if kind == moves.POINTS:
        return deed.said(card=named, count=(card >> 2) + 1)
    if kind == moves.ONE_OFF:
        effect, to_other = _effect(s, card, target)
        return deed.said(card=named, effect=effect, to_other=to_other)
    if kind == moves.DISCARD:
        return deed.said(card=named, cause=rank_text(s.waiting)) if s.waiting != table.NONE else deed.said(card=named)
    return deed.said(card=named, target=the_card(FRENCH, target) if target != table.NONE else words.ANY_POINT_CARD)


def _deed(s: Table, kind: int, card: int) -> str:
    if kind == moves.DISCARD:
        if s.phase in (table.DISCARDING, table.RECYCLING):
            return "discard for one-off"
        return "discard for limit" if s.phase == table.LIMITING else "discard"
    if kind == moves.PERMANENT:
        return "jack" if 1 << card & table.JACKS else "glasses" if 1 << card & table.EIGHTS else "permanent"
    return _KINDS[kind]


def _effect(s: Table, card: int, target: int) -> tuple[Text, Text]:
    """Say what a one-off does to the player who plays it, and to the other one."""
    described, aim = one_off(s, card), words.NOTHING
    if described is None:
        return words.NOTHING, words.NOTHING
    if target != table.NONE:
        aim = the_card(FRENCH, target)
    elif described.choice:
        aim = described.choice.any(s)
    said = described.effect(s, aim) if described.effect else Text(described.heading, {"target": aim})
    return said, described.effect_to_other(s) if described.effect_to_other else said


def _let_be(s: Table) -> Sentence:
    """Name the effect of the pending one-off once no counter follows (CU-21)."""
    card, twos = the_card(FRENCH, s.waiting), count(row_mask(s.counters))
    if not twos:
        return words.DEEDS["let be"].said(card=card)
    deed = words.DEEDS["let counter be" if twos & 1 else "let second counter be"]
    return deed.said(card=card, two=the_card(FRENCH, to_counter(s)))


def to_counter(s: Table) -> int:
    """The card that a counter would undo: the last two, or the one-off itself."""
    last = 0
    while s.counters >> last + 8:
        last += 8
    return (s.counters >> last) - 1 if s.counters else s.waiting


# --- Fixed numbers: the same under all rule sets, and only ever appended to -------------------------------------------

_TWOS, _GLASSES, _NINES, _TENS = range(4, 8), range(28, 32), range(32, 36), range(36, 40)
_JACKS, _ROYALS = range(table.FIRST_JACK, table.FIRST_QUEEN), range(table.FIRST_JACK, table.PACK_SIZE)

_SECTIONS = (
    [encode(kind, table.NONE, table.NONE) for kind in (moves.DRAW, moves.PASS, moves.OK)],
    [encode(moves.POINTS, card, table.NONE) for card in range(table.FIRST_JACK)],
    [encode(moves.SCUTTLE, card, target) for card in range(table.FIRST_JACK) for target in range(card)],
    [encode(moves.PERMANENT, card, table.NONE) for card in (*_GLASSES, *range(table.FIRST_QUEEN, table.PACK_SIZE))],
    [encode(moves.JACK, card, target) for card, target in product(_JACKS, range(table.FIRST_JACK))],
    [encode(moves.ONE_OFF, card, table.NONE) for card in (*range(4), *range(8, 28))],
    [encode(moves.ONE_OFF, card, target) for card, target in product(_TWOS, (*_GLASSES, *_ROYALS))],
    [encode(moves.ONE_OFF, card, target) for card, target in product(_NINES, range(table.PACK_SIZE))],
    [encode(moves.COUNTER, card, table.NONE) for card in _TWOS],
    [encode(moves.TAKE, card, table.NONE) for card in range(table.PACK_SIZE)],
    [encode(moves.DISCARD, card, table.NONE) for card in range(table.PACK_SIZE)],
    # Since version 2:
    [encode(moves.ONE_OFF, card, target) for card, target in permutations(_GLASSES, 2)],
    [encode(moves.ONE_OFF, card, table.NONE) for card in _TENS],
)

_STARTS = starts(*map(len, _SECTIONS))
_POINTS, _SCUTTLES, _PERMANENTS, _JACKS_ON, _ONE_OFFS, _TWOS_ON, _NINES_ON = _STARTS[1:8]
_COUNTERS, _TAKES, _DISCARDS, _EIGHTS_ON, _TENS_ALONE = _STARTS[8:13]


def action(move: int) -> int:
    kind, card, target = move_kind(move), move_card(move), move_target(move)
    if kind == moves.SCUTTLE:
        return _SCUTTLES + (card * (card - 1) >> 1) + target
    if kind == moves.POINTS:
        return _POINTS + card
    if kind == moves.ONE_OFF:
        return _one_off(card, target)
    if kind == moves.JACK:
        return _JACKS_ON + (card - table.FIRST_JACK) * table.FIRST_JACK + target
    if kind == moves.PERMANENT:
        return _PERMANENTS + (card - table.FIRST_EIGHT if card < table.FIRST_JACK else card - table.FIRST_JACK)
    if kind == moves.DISCARD:
        return _DISCARDS + card
    if kind == moves.TAKE:
        return _TAKES + card
    if kind == moves.COUNTER:
        return _COUNTERS + card - table.FIRST_TWO
    return 0 if kind == moves.DRAW else 1 if kind == moves.PASS else 2


def _one_off(card: int, target: int) -> int:
    if target == table.NONE:
        if card >= table.FIRST_TEN:
            return _TENS_ALONE + card - table.FIRST_TEN
        return _ONE_OFFS + (card if card < table.FIRST_TWO else card - table.FIRST_TWO)
    if card < table.FIRST_EIGHT:
        place = target - table.FIRST_EIGHT if target < table.FIRST_JACK else target - table.FIRST_JACK + 4
        return _TWOS_ON + (card - table.FIRST_TWO) * 16 + place
    if card < table.FIRST_NINE:
        return _EIGHTS_ON + (card - table.FIRST_EIGHT) * 3 + target - table.FIRST_EIGHT - (target > card)
    return _NINES_ON + (card - table.FIRST_NINE) * table.PACK_SIZE + target


CODES = Numbers(chain(*_SECTIONS))


def move_of(s: Table, number: int) -> int:  # noqa: ARG001  other games look at the table
    return CODES[number]


ACTIONS = ActionNumbers(action, tuple(map(write, CODES)))
