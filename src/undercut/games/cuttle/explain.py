"""Explain moves of Cuttle in sentences that cite clauses."""

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple, cast

from undercut.cards import FRENCH, UNKNOWN
from undercut.engine.bits import as_mask, count, members
from undercut.engine.host import copy_of, legal_codes
from undercut.errors import Reason
from undercut.games.base.game_types import GameState, Move, View, texts_in
from undercut.games.base.parts.explanation import Gauge
from undercut.games.base.sentences import (
    CARDS,
    Plural,
    Template,
    Text,
    another_player,
    because,
    cards_text,
    say,
    the_card,
    the_cards,
)
from undercut.games.cuttle import table
from undercut.games.cuttle.card_options import settled
from undercut.games.cuttle.moves import move_card, move_target
from undercut.games.cuttle.one_offs import discard_clause, one_off
from undercut.games.cuttle.table import Table
from undercut.translation import N_

_WITHOUT_COUNTERS = ("points", "permanent", "jack", "scuttle")
_LET_BE = "ok"
KING, EIGHT = "K", "8"

_HARMS = {
    "scuttle": N_("{player} may well scuttle {card}"),
    "jack": N_("{player} may well take {card} with a jack"),
    "one-off": N_("{player} may well play a one-off against {card}"),
}
_ENOUGH = (
    N_("any card for points"),
    N_("a two or more"),
    N_("a three or more"),
    N_("a four or more"),
    N_("a five or more"),
    N_("a six or more"),
    N_("a seven or more"),
    N_("an eight or more"),
    N_("a nine or a ten"),
    N_("a ten"),
)
"""By number of points, from 1: the cards worth at least that many."""


_MORE = Plural("{number} more point", "{number} more points")
_POINT_CARDS = Plural("{number} point card", "{number} point cards")

GAUGES = (
    Gauge("CU-6", N_("you need about {here}"), 1.5, more_is_better=False, counted=_MORE),
    Gauge("CU-6", N_("{player} needs about {here}"), 1.5, counted=_MORE),
    Gauge("CU-4", N_("you hold about {here}"), 0.8, counted=CARDS),
    Gauge("CU-4", N_("{player} holds about {here}"), 0.8, more_is_better=False, counted=CARDS),
    Gauge("CU-13", N_("the jacks of {player} hold about {here}"), 0.3, more_is_better=False, counted=_POINT_CARDS),
)
"""What `standing` measures."""


def reasons(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    before = cast("Table", state.table_copy())
    after = _settled(state, str(move))
    main = _main(state, before, after, move, seat)
    if before.phase not in (table.PLAYING, table.TURNED) or (after.phase == table.OVER and move.kind != "one-off"):
        return [main]
    found: list[Reason] = []
    if after.phase == table.OVER and after.winners >> seat & 1:
        found.append(because("CU-7", "you win if it is not countered"))
    found += (
        _comeback(state, before, move, seat) if after.phase == table.TAKING else _threat(state, before, after, seat)
    )
    return [*found, main, *_dangers(state, view, move, seat)]


def can_win(state: GameState, seat: int) -> bool | None:
    """Whether the other side can win next, if its one-offs are not countered; None if it is not on turn next."""
    _resolve_one_offs(state)
    s = cast("Table", state.table_copy())
    if s.phase != table.PLAYING or s.turn == seat:
        return None
    return any(_wins(s, code) for code in legal_codes(state.game.engine, s))


def answer(state: GameState, code: int) -> str:
    kind = state.game.spec.notation.parts(code).kind
    return {"let be": N_("no counter"), "points": N_("a card for points")}.get(kind, kind)


def harm(state: GameState, move: str, seat: int) -> str:
    """Say that the other side scuttles a card, takes it with a jack or chooses it for a one-off."""
    s = cast("Table", state.table_copy())
    parts = state.game.spec.notation.parts(state.game.spec.notation.parse(s, move))
    own = s.points[seat] | s.permanents[seat]
    if parts.kind not in _HARMS or parts.target is None or not own >> FRENCH.code(parts.target) & 1:
        return ""
    return say(_HARMS[parts.kind], player=another_player(1 - seat), card=_name(parts.target))


def distance(state: GameState, seat: int) -> str:
    """Say how many points a side still needs, and which cards bring them."""
    s = cast("Table", state.table_copy())
    has, needs = table.total(s, seat), max(1, table.goal(s, seat) - table.total(s, seat))
    if needs <= len(_ENOUGH):
        return say("with {has} points, {enough} is enough", has=has, enough=Text(_ENOUGH[needs - 1]))
    return say("{player} needs only {count} more points", player=another_player(seat), count=needs)


def standing(state: GameState, seat: int) -> tuple[float, ...] | None:
    """Measure both sides when a turn of the seat begins: the points that they need, and their cards."""
    s = cast("Table", state.table_copy())
    if s.phase != table.OVER and (s.phase != table.PLAYING or s.turn != seat):
        return None
    sides = (seat, 1 - seat)
    needed = [max(0, table.goal(s, side) - table.total(s, side)) for side in sides]
    return (*needed, *(count(s.hands[side]) for side in sides), _taken_by_jacks(s, 1 - seat))


def _taken_by_jacks(s: Table, side: int) -> int:
    """CU-13: the point cards of a side that have jacks on them."""
    return sum(bool(table.pile_jacks(s, card)) for card in members(s.points[side]))


def _wins(s: Table, code: int) -> bool:
    twin = settled(s, code)
    return twin.phase == table.OVER and twin.winners == 1 << s.to_move


def _settled(state: GameState, *moves: str) -> Table:
    """The table after some moves that are not countered."""
    after = state.copy()
    for move in moves:
        after.play(move)
    _resolve_one_offs(after)
    return cast("Table", after.table_copy())


def _resolve_one_offs(state: GameState) -> None:
    """Let every waiting one-off take effect."""
    while state.to_move is not None and _LET_BE in map(str, state.legal_moves()):
        state.play(_LET_BE)


# --- What it does ----------------------------------------------------------------------------------------------------


def _main(state: GameState, before: Table, after: Table, move: Move, seat: int) -> Reason:
    kind = move.kind
    if kind in ("counter", "let be"):
        return _answer(state, before, after, kind, seat)
    if kind == "one-off":
        return _one_off(before, after, move, seat)
    if kind == "draw":
        return because("CU-4", "you keep your cards for later and draw a new one")
    if kind == "pass":
        template = "pass {number} of the {all} in a row that end the game as a draw"
        return because("CU-5", template, number=before.passes + 1, all=before.pass_limit)
    if kind == "take":
        template = "{card} comes back to your hand, and {player} sees it"
        return because("CU-3a", template, card=_name(str(move.card)), player=another_player(1 - seat))
    if kind == "discard":
        return because(discard_clause(before), "you give up {card}", card=_name(str(move.card)))
    if kind == "permanent":
        return _permanent(before, after, move, seat)
    clause = {"points": "CU-10", "scuttle": "CU-11", "jack": "CU-13"}[kind]
    return Reason(clause, "; ".join(_changes(before, after, seat)))


def _permanent(before: Table, after: Table, move: Move, seat: int) -> Reason:
    rank = str(move.card)[0]
    if rank == KING:
        changes = _changes(before, after, seat)
        return (
            Reason("CU-33", "; ".join(changes))
            if changes
            else because("CU-33", "you need as many points to win as before")
        )
    if rank == EIGHT:
        theirs = cards_text(count(before.hands[1 - seat]))
        return because("CU-30", "you see the {cards} of {player}", cards=theirs, player=another_player(1 - seat))
    return because("CU-31", "it guards your other cards against twos, nines and jacks")


def _one_off(before: Table, after: Table, move: Move, seat: int) -> Reason:
    described = one_off(before, FRENCH.code(str(move.card)))
    assert described  # noqa: S101  the move is legal
    found = [text] if (text := described.explained(before, after, seat)) else _changes(before, after, seat)
    if move.target and after.hands[seat] >> FRENCH.code(move.target) & 1:
        found.insert(0, say("{card} comes back to your hand", card=_name(move.target)))
    return Reason(described.clause, "; ".join(found) or say("it changes nothing on the table"))


def _answer(state: GameState, before: Table, after: Table, kind: str, seat: int) -> Reason:
    """Compare countering a waiting one-off with letting it take effect."""
    waits = the_card(FRENCH, before.waiting)
    own = before.turn == seat
    works = count(table.row_mask(before.counters)) % 2 == 0
    if kind == "counter":
        if works:
            lost = _changes(before, _settled(state, _LET_BE), seat)
            return _followed("it stops {card}", "it stops {card}; else {changes}", waits, lost)
        gained = _changes(before, after, seat)
        return _followed("{card} takes effect after all", "{card} takes effect after all: {changes}", waits, gained)
    if not works:
        return because("CU-21", "{card} is scrapped without effect", card=waits)
    changes = _changes(before, after, seat)
    if own:
        named = FRENCH.name(before.waiting)
        return _followed("your {card} takes effect", "your {card} takes effect: {changes}", named, changes)
    return _followed("{card} takes effect", "{card} takes effect: {changes}", waits, changes)


def _followed(alone: str, with_changes: str, card: str | Text, changes: list[str]) -> Reason:
    return because("CU-21", with_changes if changes else alone, card=card, changes="; ".join(changes))


def _changes(before: Table, after: Table, seat: int) -> list[str]:
    """The changes on the table that both sides can see."""
    found: list[str] = []
    for side in (seat, 1 - seat):
        found += _points_changed(before, after, side, _YOURS if side == seat else _THEIRS)
    for side in (seat, 1 - seat):
        lost = before.permanents[side] & ~after.permanents[side]
        if lost:
            template = "you lose {cards}" if side == seat else "{player} loses {cards}"
            found.append(say(template, cards=_named(lost), player=another_player(side)))
    return found


class _Changed(NamedTuple):
    """The messages about one side's points and goal."""

    goal: Template
    have: Template
    rise: Template
    enough: Template
    fall: Template


_YOURS = _Changed(
    "you need {new} points to win, no longer {old}",
    Plural("you have {count} point", "you have {count} points"),
    "you rise from {old} to {new} of {goal} points",
    "you have {points} points, which are enough to win",
    "you fall from {old} to {new} of {goal} points",
)
_THEIRS = _Changed(
    "{player} needs {new} points to win, no longer {old}",
    Plural("{player} has {count} point", "{player} has {count} points"),
    "{player} rises from {old} to {new} of {goal} points",
    "{player} has {points} points, which are enough to win",
    "{player} falls from {old} to {new} of {goal} points",
)


def _points_changed(before: Table, after: Table, side: int, words: _Changed) -> Iterator[str]:
    old, new = table.total(before, side), table.total(after, side)
    old_goal, new_goal = table.goal(before, side), table.goal(after, side)
    player = another_player(side)
    if old < old_goal and new >= new_goal:
        yield say(words.enough, points=new, player=player)
    elif new_goal != old_goal:
        yield say(words.goal, old=old_goal, new=new_goal, player=player)
        if new:
            yield say(words.have, count=new, player=player)
    elif new != old:
        yield say(words.rise if new > old else words.fall, old=old, new=new, goal=new_goal, player=player)


def _name(card: str) -> Text:
    return the_card(FRENCH, FRENCH.code(card))


def _named(cards: int) -> Text:
    return the_cards(FRENCH, members(cards))


# --- Dangers and threats ---------------------------------------------------------------------------------------------


def _dangers(state: GameState, view: View, move: Move, seat: int) -> Iterator[Reason]:
    if move.kind == "one-off":
        yield from _counters(state, view, move, seat)
        return
    after = _to_answer(state, move, seat)
    if move.kind == "points":
        yield from _scuttlers(state, after, view, FRENCH.code(str(move.card)), seat)
    if move.kind in ("points", "permanent", "jack") and str(move.card)[0] != "Q":
        yield from _guarded(state, after, move, seat)


def _to_answer(state: GameState, move: Move, seat: int) -> Table:
    """The table after a move, at the start of the other side's next turn."""
    after = _settled(state, str(move))
    after.turn = after.to_move = 1 - seat
    after.phase = table.PLAYING
    return after


def _scuttlers(state: GameState, after: Table, view: View, card: int, seat: int) -> Iterator[Reason]:
    """CU-2, CU-11: the cards that could scuttle a point card."""
    held, unseen, all_known = _of_the_other_side(view, seat)
    able = _able(state, after, held | unseen, "scuttle", card)
    if held & able:
        template = "{player} holds {cards}, which could scuttle it"
        yield because("CU-11", template, player=another_player(1 - seat), cards=_named(held & able))
    elif not unseen & able:
        yield because("CU-2", "no card is left that could scuttle it")
    elif all_known:
        yield because("CU-11", "{player} holds no card that could scuttle it now", player=another_player(1 - seat))
    else:
        template = Plural("{count} unseen card could scuttle it", "{count} unseen cards could scuttle it")
        yield because("CU-11", template, count=count(unseen & able))


def _counters(state: GameState, view: View, move: Move, seat: int) -> Iterator[Reason]:
    """CU-21, CU-22: whether a one-off could be countered."""
    announced = state.copy()
    announced.play(move)
    s = cast("Table", announced.table_copy())
    held, unseen, all_known = _of_the_other_side(view, seat)
    able = _able(state, s, held | unseen, "counter")
    if s.permanents[seat] & table.QUEENS and not _able(state, s, table.TWOS & ~s.frozen, "counter"):
        yield because("CU-22", "your queen protects it from counters")
    elif held & able:
        template = "{player} holds {cards}, which could counter it"
        yield because("CU-21", template, player=another_player(1 - seat), cards=_named(held & able))
    elif not unseen & able:
        yield because("CU-21", "no two is left that could counter it")
    elif all_known:
        yield because("CU-21", "{player} holds no two to counter it", player=another_player(1 - seat))
    else:
        template = Plural("{count} unseen two could counter it", "{count} unseen twos could counter it")
        yield because("CU-21", template, count=count(unseen & able))


def _guarded(state: GameState, after: Table, move: Move, seat: int) -> Iterator[Reason]:
    """CU-31: whether a queen keeps the other side from choosing the played card."""
    card = FRENCH.code(str(move.card))
    if not after.permanents[seat] & table.QUEENS or _choosers(state, after, card):
        return
    bare = copy_of(after)
    bare.permanents[seat] &= ~table.QUEENS
    able = _choosers(state, bare, card)
    named = ((table.TWOS, "twos"), (table.EIGHTS, "eights"), (table.NINES, "nines"), (table.JACKS, "jacks"))
    ranks = [Text(name) for cards, name in named if able & cards]
    if ranks:
        against = reduce(lambda found, rank: Text("{first} and {last}", {"first": found, "last": rank}), ranks)
        yield because("CU-31", "your queen guards it against {ranks}", ranks=against)


def _choosers(state: GameState, s: Table, card: int) -> int:
    """The twos, eights, nines and jacks, wherever they are, that could choose a card."""
    able = _able(state, s, table.TWOS | table.EIGHTS | table.NINES, "one-off", card)
    return able | _able(state, s, table.JACKS, "jack", card)


def _able(state: GameState, s: Table, cards: int, kind: str, target: int | None = None) -> int:
    """Ask the rules which of these cards the side to move could play in this way if it held them.

    Cards may lie elsewhere, even on the table: the rules only look at hands.
    """
    twin = copy_of(s)
    twin.hands[twin.to_move] = cards
    able = 0
    for code in legal_codes(state.game.engine, twin):
        if state.game.spec.notation.parts(code).kind == kind and target in (None, move_target(code)):
            able |= 1 << move_card(code)
    return able


def _of_the_other_side(view: View, seat: int) -> tuple[int, int, bool]:
    """The known cards of the other hand, the unseen ones in it or the stock, and whether all of it is known."""
    hands = cast("list[list[str]]", view["hands"])
    held = as_mask(FRENCH.code(card) for card in hands[1 - seat] if card != UNKNOWN)
    # Visible cards are written somewhere in the view; all others are unseen.
    seen = set(texts_in(view))
    unseen = as_mask(card for card in range(52) if FRENCH.text(card) not in seen)
    return held, unseen, UNKNOWN not in hands[1 - seat]


def _comeback(state: GameState, before: Table, move: Move, seat: int) -> Iterator[Reason]:
    """CU-3a: whether a card that comes back from the scrap would win on the seat's next turn."""
    taking = state.copy()
    taking.play(move)
    _resolve_one_offs(taking)
    for take in taking.legal_moves():
        taken = FRENCH.code(str(take.card))
        if _winning_card(state, before, _settled(taking, str(take)), seat, 1 << taken) == taken:
            template = "{card} can come back to your hand, and wins on your next turn unless {player} stops it"
            yield because("CU-7", template, card=the_card(FRENCH, taken), player=another_player(1 - seat))
            return


def _threat(state: GameState, before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Whether the seat would win with its next move if the other side did nothing."""
    if after.phase != table.PLAYING or after.turn == seat:
        return
    winning = _winning_card(state, before, after, seat, before.hands[seat])
    if winning is not None:
        yield because("CU-7", "you threaten to win with {card} on your next turn", card=the_card(FRENCH, winning))


def _winning_card(state: GameState, before: Table, after: Table, seat: int, held: int) -> int | None:
    """Return a card with which the seat would win at once if it were its turn, of those known to be in its hand."""
    next_turn = copy_of(after)
    next_turn.turn = next_turn.to_move = seat
    # The card to be drawn is unknown.
    next_turn.hands[seat] &= held | sum(before.points) | sum(before.permanents) | before.jacks
    spec = state.game.spec
    winning = [
        move_card(code)
        for code in legal_codes(state.game.engine, next_turn)
        if spec.notation.parts(code).kind in _WITHOUT_COUNTERS and _wins(next_turn, code)
    ]
    return winning[0] if winning else None
