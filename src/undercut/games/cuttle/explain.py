"""Explain moves of Cuttle in sentences that cite clauses."""

from collections.abc import Iterator
from typing import cast

from undercut.cards import FRENCH, UNKNOWN
from undercut.engine.bits import as_mask, count, members
from undercut.engine.engine import copy_of, legal_codes
from undercut.errors import Reason
from undercut.games.base import sentences
from undercut.games.base.game_types import GameState, Move, View, hands_in
from undercut.games.base.parts.explanation import Gauge, Harm
from undercut.games.base.sentences import Plural, Text, another_player, because, cards_text, say, the_card, the_cards
from undercut.games.cuttle import notation, table
from undercut.games.cuttle.card_options import settled
from undercut.games.cuttle.moves import move_card, move_target
from undercut.games.cuttle.one_offs import discard_clause, one_off
from undercut.games.cuttle.table import Table
from undercut.play import piles
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

_POINTS = Plural("{number} point", "{number} points")
_POINT_CARDS = Plural("{number} point card", "{number} point cards")
_FEW = 3  # cards in hand, or unseen ones that could scuttle another
_LOSES = Plural("otherwise you lose {count} point", "otherwise you lose {count} points")
_TAKES = Plural("it takes {count} point off {player}", "it takes {count} points off {player}")
_MOVES = Plural("it moves {count} point from {player} to you", "it moves {count} points from {player} to you")

GAUGES = (
    Gauge(
        "CU-6",
        N_("{after}, you will probably be {gap} farther from winning"),
        1.5,
        more_is_better=False,
        counted=_POINTS,
    ),
    Gauge("CU-6", N_("{after}, {player} will probably be {gap} nearer to winning"), 1.5, counted=_POINTS),
    Gauge(
        "CU-13",
        N_("{after}, the jacks of {player} will probably hold {gap} more"),
        0.3,
        more_is_better=False,
        counted=_POINT_CARDS,
    ),
)
"""What `standing` measures."""

DISTANCE = Plural("{count} more point is enough", "{count} more points are enough")


def motives(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    before = cast("Table", state.table_copy())
    after = _settled(state, str(move))
    if move.kind in ("counter", "let be", "discard", "take"):
        return [*_answer_worth(state, before, after, move, seat)]
    if after.phase == table.OVER:
        wins = move.kind == "one-off" and after.winners >> seat & 1
        return [because("CU-7", "it wins unless {player} counters it", player=another_player(1 - seat))] if wins else []
    if after.phase == table.TAKING:
        return [*_comeback(state, before, move, seat)]
    found = [] if before.phase not in (table.PLAYING, table.TURNED) else [*_threat(state, before, after, seat)]
    found += _swing(before, after, seat)
    if move.kind == "points":
        found += _points_worth(state, view, before, after, move, seat)
    elif move.kind == "permanent":
        found += _permanent_worth(before, after, move, seat)
    elif move.kind == "one-off":
        found += _one_off_worth(before, after, move, seat)
    elif move.kind == "draw" and (held := count(before.hands[seat])) <= _FEW:
        found.append(because("CU-4", "a draw gives you more to choose from than {cards}", cards=cards_text(held)))
    if move.kind in ("points", "permanent", "jack") and str(move.card)[0] != "Q":
        found += _guarded(state, _to_answer(after, seat), move, seat)
    return found


def _gains(before: Table, after: Table, seat: int) -> tuple[int, int]:
    ours, theirs = (table.total(after, side) - table.total(before, side) for side in (seat, 1 - seat))
    return ours, theirs


def _answer_worth(state: GameState, before: Table, after: Table, move: Move, seat: int) -> Iterator[Reason]:
    """CU-3a, CU-21: what a card taken or given up is worth, what a one-off would cost, or what a two is kept for."""
    if move.kind == "let be":
        yield because("CU-21", "a two may be worth more to you later")
    elif move.kind == "discard":
        yield because(discard_clause(before), "your other cards are worth more to you")
    elif move.kind == "take":
        yield from [*_threat(state, before, after, seat)] or _promise(state, after, seat, FRENCH.code(str(move.card)))
    else:
        ours, theirs = _gains(before, _settled(state, _LET_BE), seat)
        if ours < min(theirs, 0):
            yield because("CU-21", _LOSES, count=-ours)


def _swing(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """CU-6: the points that change sides or are lost, and how many the other side needs."""
    ours, theirs = _gains(before, after, seat)
    player, old, new = another_player(1 - seat), table.goal(before, 1 - seat), table.goal(after, 1 - seat)
    if theirs < ours < 0:
        template = "{player} loses {theirs} points, and you lose {ours}"
        yield because("CU-6", template, player=player, theirs=-theirs, ours=-ours)
    elif theirs < 0 <= ours:
        yield because("CU-6", _MOVES if ours == -theirs else _TAKES, count=-theirs, player=player)
    if new > old:
        yield because("CU-33", "{player} then needs {new} points to win, not {old}", player=player, new=new, old=old)


def _points_worth(state: GameState, view: View, before: Table, after: Table, move: Move, seat: int) -> Iterator[Reason]:
    """CU-6, CU-11: how near the seat comes to winning, and whether the card is safe from scuttling."""
    needs = table.goal(after, seat) - table.total(after, seat)
    if 0 < needs <= len(_ENOUGH):
        yield because("CU-6", "{enough} is then enough to win", enough=Text(_ENOUGH[needs - 1]))
    held, unseen, all_known = _scuttlers(state, view, after, move, seat)
    if not held | unseen:
        yield because("CU-2", "nothing is left that could scuttle it")
    elif not held and all_known:
        yield because("CU-11", "{player} holds nothing that could scuttle it", player=another_player(1 - seat))
    elif not held and count(unseen) <= _FEW:
        template = Plural("only {count} unseen card could scuttle it", "only {count} unseen cards could scuttle it")
        yield because("CU-11", template, count=count(unseen))
    ahead = table.total(after, seat) - table.total(after, 1 - seat)
    if table.total(before, seat) <= table.total(before, 1 - seat) and ahead > 0:
        yield because(
            "CU-6", Plural("it puts you {count} point ahead", "it puts you {count} points ahead"), count=ahead
        )


def _promise(state: GameState, after: Table, seat: int, card: int) -> Iterator[Reason]:
    """CU-3a: the points that a card from the scrap can take off the other side on the seat's next turn."""
    now = _to_answer(after, 1 - seat)
    uses = [code for code in legal_codes(state.game.engine, now) if move_card(code) == card]
    theirs = min((_gains(now, settled(now, code), seat)[1] for code in uses), default=0)
    if theirs < 0:
        event = Text(_TAKES, {"count": -theirs, "player": another_player(1 - seat)})
        yield because("CU-3a", "next turn {event}", event=event)


def _permanent_worth(before: Table, after: Table, move: Move, seat: int) -> Iterator[Reason]:
    rank, points = str(move.card)[0], table.total(before, seat)
    if rank == KING:
        needs = max(table.goal(after, seat) - points, 0)
        template = Plural(
            "you then need only {count} more point to win", "you then need only {count} more points to win"
        )
        yield because("CU-33", template, count=needs)
    elif rank == EIGHT:
        template = "you then see what {player} holds, and what is safe to play"
        yield because("CU-30", template, player=another_player(1 - seat))
    elif points:
        yield because(
            "CU-31",
            Plural("it keeps jacks off your {count} point", "it keeps jacks off your {count} points"),
            count=points,
        )
    else:
        yield because("CU-31", "the cards that you play next are then safe from jacks, twos and nines")


def _one_off_worth(before: Table, after: Table, move: Move, seat: int) -> Iterator[Reason]:
    player, theirs = another_player(1 - seat), count(before.hands[1 - seat])
    described = one_off(before, FRENCH.code(str(move.card)))
    assert described  # noqa: S101  the move is legal
    drawn = count(after.hands[seat]) - count(before.hands[seat]) + 1
    if described.phase == table.DISCARDING:
        left = theirs - 2
        template = "{player} is left with {cards}" if left > 0 else "{player} is left without a card in hand"
        yield because(described.clause, template, player=player, cards=cards_text(left))
    elif described.rank == table.FIVE and drawn > 1:
        yield because(described.clause, "you get {cards} for one", cards=cards_text(drawn))
    elif move.target and after.hands[1 - seat] >> FRENCH.code(move.target) & 1:
        yield because(described.clause, "{player} needs another turn to play it again", player=player)
    lost = before.permanents[1 - seat] & ~after.permanents[1 - seat]
    if lost & table.QUEENS:
        yield because("CU-31", "no queen guards {player}'s cards any more", player=player)
    if lost & table.EIGHTS:
        yield because("CU-30", "{player} no longer sees your hand", player=player)


def reasons(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    before = cast("Table", state.table_copy())
    after = _settled(state, str(move))
    main = _main(before, after, move, seat)
    if before.phase not in (table.PLAYING, table.TURNED) or (after.phase == table.OVER and move.kind != "one-off"):
        return [main]
    return [main, *_dangers(state, view, move, seat)]


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


def twin(state: GameState, move: Move) -> str:
    """Write a move without the suit of its card, save where scuttling depends on it (CU-11)."""
    del state
    if move.kind in ("points", "scuttle") or not move.card:
        return str(move)
    return f"{move.kind} {move.card[0]} {move.target}"


def harm(state: GameState, move: str, seat: int) -> Harm | None:
    """Return that the other side scuttles a card, takes it with a jack or chooses it for a one-off."""
    s = cast("Table", state.table_copy())
    parts = notation.parts(notation.parse(s, move))
    own = s.points[seat] | s.permanents[seat]
    if parts.kind not in _HARMS or parts.target is None or not own >> FRENCH.code(parts.target) & 1:
        return None
    named, it = (
        say(_HARMS[parts.kind], player=another_player(1 - seat), card=card)
        for card in (_name(parts.target), Text("it"))
    )
    return Harm(named, parts.target, it)


def standing(state: GameState, seat: int) -> tuple[float, ...] | None:
    """Measure both sides when a turn of the seat begins: the points that they need, and those that jacks hold."""
    s = cast("Table", state.table_copy())
    if s.phase != table.OVER and (s.phase != table.PLAYING or s.turn != seat):
        return None
    sides = (seat, 1 - seat)
    needed = [max(0, table.goal(s, side) - table.total(s, side)) for side in sides]
    taken = sum(bool(table.pile_jacks(s, card)) for card in members(s.points[1 - seat]))  # CU-13: with jacks on them
    return (*needed, taken)


def _wins(s: Table, code: int) -> bool:
    twin = settled(s, code)
    return twin.phase == table.OVER and twin.winners == 1 << s.to_move


def _settled(state: GameState, move: str) -> Table:
    after = state.copy()
    after.play(move)
    _resolve_one_offs(after)
    return cast("Table", after.table_copy())


def _resolve_one_offs(state: GameState) -> None:
    while state.to_move is not None and _LET_BE in map(str, state.legal_moves()):
        state.play(_LET_BE)


# --- What it does ----------------------------------------------------------------------------------------------------


def _main(before: Table, after: Table, move: Move, seat: int) -> Reason:
    kind = move.kind
    if kind in ("counter", "let be"):
        return _answer(before, after, kind, seat)
    if kind == "one-off":
        return _one_off(before, after, move, seat)
    if kind == "draw":
        return because("CU-4", "your cards stay out of reach in your hand, and you draw another")
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
        changes = _changes(before, after, seat) or [say("you need as many points to win as before")]
        return Reason("CU-33", "; ".join(changes))
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


def _answer(before: Table, after: Table, kind: str, seat: int) -> Reason:
    waits, works = the_card(FRENCH, before.waiting), count(table.row_mask(before.counters)) % 2 == 0
    if works != (kind == "let be"):
        return because("CU-21", "{card} has no effect", card=waits)
    return Reason("CU-21", "; ".join([say("{card} takes effect", card=waits), *_changes(before, after, seat)]))


def _changes(before: Table, after: Table, seat: int) -> list[str]:
    """The changes on the table that both sides can see."""
    found: list[str] = []
    for side in (seat, 1 - seat):
        found += _points_changed(before, after, side, own=side == seat)
    for side in (seat, 1 - seat):
        lost = before.permanents[side] & ~after.permanents[side]
        if lost:
            template = "you lose {cards}" if side == seat else "{player} loses {cards}"
            found.append(say(template, cards=_named(lost), player=another_player(side)))
    return found


def _points_changed(before: Table, after: Table, side: int, *, own: bool) -> Iterator[str]:
    old, new = table.total(before, side), table.total(after, side)
    old_goal, new_goal = table.goal(before, side), table.goal(after, side)
    if new_goal != old_goal:
        template = "you need {new} points to win, not {old}" if own else "{player} needs {new} points to win, not {old}"
        yield say(template, old=old_goal, new=new_goal, player=another_player(side))
    if new != old:
        template = "you go from {old} to {new} of {goal} points"
        if own and new >= new_goal:
            template = "you get {new} points, and {goal} are enough to win"
        elif not own:
            template = "{player} goes from {old} to {new} of {goal} points"
        yield say(template, old=old, new=new, goal=new_goal, player=another_player(side))


def _name(card: str) -> Text:
    return the_card(FRENCH, FRENCH.code(card))


def _named(cards: int) -> Text:
    return sentences.the_cards(FRENCH, members(cards))


# --- Dangers and threats ---------------------------------------------------------------------------------------------


def _dangers(state: GameState, view: View, move: Move, seat: int) -> Iterator[Reason]:
    if move.kind == "one-off":
        yield from _counters(state, view, move, seat)
    elif move.kind == "points":
        held, unseen, all_known = _scuttlers(state, view, _settled(state, str(move)), move, seat)
        if held:
            template = "{player} holds {cards}, which could scuttle it"
            yield because("CU-11", template, player=another_player(1 - seat), cards=_named(held))
        elif count(unseen) > _FEW and not all_known:
            yield because("CU-11", "{count} unseen cards could scuttle it", count=count(unseen))


def _to_answer(after: Table, seat: int) -> Table:
    """The table after a move, at the start of the other side's next turn."""
    later = copy_of(after)
    later.turn = later.to_move = 1 - seat
    later.phase = table.PLAYING
    return later


def _scuttlers(state: GameState, view: View, after: Table, move: Move, seat: int) -> tuple[int, int, bool]:
    """CU-11: the known and the unseen cards that could scuttle a point card, and whether the other hand is known."""
    held, unseen, all_known = _of_the_other_side(view, seat)
    card = FRENCH.code(str(move.card))
    able = _able(state, _to_answer(after, seat), held | unseen, "scuttle", card)
    return held & able, unseen & able, all_known


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
    if _choosers(state, bare, card):
        yield because("CU-31", "your queen guards it")


def _choosers(state: GameState, s: Table, card: int) -> int:
    """The twos, eights, nines and jacks, wherever they are, that could choose a card."""
    able = _able(state, s, table.TWOS | table.EIGHTS | table.NINES, "one-off", card)
    return able | _able(state, s, table.JACKS, "jack", card)


def _able(state: GameState, s: Table, cards: int, kind: str, target: int | None = None) -> int:
    """Ask the rules which of these cards the side to move could play in this way if it held them."""
    twin = copy_of(s)
    twin.hands[twin.to_move] = cards
    able = 0
    for code in legal_codes(state.game.engine, twin):
        if notation.parts(code).kind == kind and target in (None, move_target(code)):
            able |= 1 << move_card(code)
    return able


def _of_the_other_side(view: View, seat: int) -> tuple[int, int, bool]:
    """The known cards of the other hand, the unseen ones in it or the stock, and whether all of it is known."""
    hands = hands_in(view)
    held = as_mask(FRENCH.code(card) for card in hands[1 - seat] if card != UNKNOWN)
    seen = set(piles.cards([*view.values()]))
    unseen = as_mask(card for card in range(52) if FRENCH.text(card) not in seen)
    return held, unseen, UNKNOWN not in hands[1 - seat]


def _comeback(state: GameState, before: Table, move: Move, seat: int) -> Iterator[Reason]:
    """CU-3a: whether a card that comes back from the scrap would win on the seat's next turn; else the few cards."""
    taking = state.copy()
    taking.play(move)
    _resolve_one_offs(taking)
    for take in taking.legal_moves():
        taken = FRENCH.code(str(take.card))
        if _winning_card(state, before, _settled(taking, str(take)), seat, 1 << taken) == taken:
            template = "{card} comes back, and wins next turn unless {player} stops it"
            yield because("CU-7", template, card=the_card(FRENCH, taken), player=another_player(1 - seat))
            return
    if count(before.scrap) <= _FEW:
        yield because("CU-3a", "the scrap offers you {cards}", cards=the_cards(FRENCH, [*members(before.scrap)]))


def _threat(state: GameState, before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Whether the seat would win with its next move if the other side did nothing."""
    if after.phase != table.PLAYING or after.turn == seat:
        return
    winning = _winning_card(state, before, after, seat, before.hands[seat] | before.scrap)
    if winning is not None:
        template = "next turn {card} wins, unless {player} stops it"
        yield because("CU-7", template, card=the_card(FRENCH, winning), player=another_player(1 - seat))


def _winning_card(state: GameState, before: Table, after: Table, seat: int, held: int) -> int | None:
    """Return a card with which the seat would win at once if it were its turn, of those known to be in its hand."""
    next_turn = copy_of(after)
    next_turn.turn = next_turn.to_move = seat
    # The card to be drawn is unknown.
    next_turn.hands[seat] &= held | sum(before.points) | sum(before.permanents) | before.jacks
    sure = (
        code
        for code in legal_codes(state.game.engine, next_turn)
        if notation.parts(code).kind in _WITHOUT_COUNTERS and _wins(next_turn, code)
    )
    return next(map(move_card, sure), None)
