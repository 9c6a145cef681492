"""Explain moves of Cut the Rope in sentences that cite clauses."""

from collections.abc import Iterator
from typing import cast

from undercut.cards import ROPE
from undercut.engine.engine import legal_codes, table_after
from undercut.errors import Reason
from undercut.games.base.game_types import GameState, Move, View
from undercut.games.base.parts.explanation import Gauge, Harm
from undercut.games.base.sentences import CARDS, Plural, Text, another_player, because, cards_text, listed, say
from undercut.games.cut_the_rope import notation, position, table
from undercut.games.cut_the_rope.moves import PUT, move_card, move_kind, move_row, move_source, source_pile
from undercut.games.cut_the_rope.table import Table, copies, personal_pile, supply_pile
from undercut.games.cut_the_rope.words import named
from undercut.translation import N_

_MOST_MISSING = 3  # cards that are named
_NEAR = 2  # a personal deck of this size may be emptied in one turn
_LONGEST_SEARCH = 150
_MANY = 2  # cards to draw that are a reason to end a turn
_ALL_ROWS = (1 << table.ROWS) - 1

_CUTS = Plural("{number} pair of scissors", "{number} pairs of scissors")

GAUGES = (
    Gauge(
        "CR-16",
        N_("{after}, you will probably have {gap} more left in your personal deck"),
        0.25,
        more_is_better=False,
        counted=CARDS,
    ),
    Gauge(
        "CR-16",
        Plural(
            "{after}, {player} will probably have {gap} fewer left in the personal deck",
            "{after}, the others will probably have {gap} fewer left in their personal decks",
        ),
        0.25,
        counted=CARDS,
    ),
    Gauge("CR-10", N_("{after}, your personal card is less likely to fit a row"), 0.15),
    Gauge("CR-12", N_("{after}, you will probably have {gap} fewer to play"), 0.3, counted=_CUTS),
)
"""What `standing` measures."""

DISTANCE = N_("only {cards} left in the personal deck")


def motives(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    del view
    before = cast("Table", state.table_copy())
    code = notation.parse(before, str(move))
    after = table_after(state.game.engine, before, code)
    if move.kind in ("put", "end"):
        supplied = _supplied(before, code, seat)
        instead = _instead(state, before, seat, supplied) or _withheld(before, before, seat)
        instead = instead or [Reason("CR-14", supplied)][: bool(supplied)]
        return [*instead, *_refilled(before, after, seat, int(move.kind == "put"))]
    if after.phase == table.OVER:
        return []
    done, shut = _completed(before, after, move_row(code)), [*_shut_out(before, after, seat)]
    if move.kind == "personal":
        left = cards_text(table.personal_left(before, seat) - 1)
        nearer = because("CR-16", "one card nearer to winning: {cards} left in your personal deck", cards=left)
        return [nearer, *done, *shut]
    # The next personal card is only turned up later: no one knows it.
    found = [*_gained(before, after, seat), *shut] or _withheld(before, after, seat)
    return [*done, *found, *_refilled(before, after, seat, 1)]


def reasons(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    del view
    before = cast("Table", state.table_copy())
    code = notation.parse(before, str(move))
    after = state.copy()
    after.play(move)
    s = cast("Table", after.table_copy())
    if move.kind in ("put", "end"):
        left_open = _left_open(before, seat) if s.phase != table.OVER else ()
        drawn = _refilled(before, s, seat, int(move.kind == "put"))
        return [*_ends_turn(before, code, seat), *drawn, *left_open]
    found = list(_play(before, s, code, seat))
    if s.phase == table.OVER:
        return found
    kept = () if move.kind == "personal" else _kept(before, s, seat)
    return [*found, *kept, *_opened(before, s, seat)]


def can_win(state: GameState, seat: int) -> bool | None:
    """Whether the seat to move can empty its personal deck now; None if its turn continues or the game is over."""
    start = cast("Table", state.table_copy())
    following = start.to_move
    if start.phase != table.PLAYING or following == seat:
        return None
    if table.personal_left(start, following) > _NEAR:
        return False
    engine = state.game.engine
    parts = notation.parts
    left, seen = [start], 0
    while left and seen < _LONGEST_SEARCH:
        s = left.pop()
        for code in legal_codes(engine, s):
            kind = parts(code).kind
            if kind in ("put", "end"):
                continue
            seen += 1
            twin = table_after(engine, s, code)
            if twin.phase == table.OVER:
                return bool(twin.winners >> following & 1)
            if twin.phase == table.PLAYING:
                # The personal card first: the card below it may be the last one.
                left.append(twin) if kind == "personal" else left.insert(0, twin)
    return False


def answer(state: GameState, code: int) -> str:
    kind = state.game.spec.notation.parts(code).kind
    words = {"hand": "play from hand", "supply": "play from supply", "personal": "play the personal card"}
    return words.get(kind, "end the turn")


def twin(state: GameState, move: Move) -> str:
    """Write the position after a move, in which no row and no supply row has a place of its own."""
    after = state.copy()
    after.play(move)
    written = position.write(cast("Table", after.table_copy()))
    levels, ways, supply = (cast("list[list[str]]", written.pop(name)) for name in ("levels", "directions", "supply"))
    return f"{sorted(zip(map(str, levels), map(str, ways), strict=True))} {[*map(sorted, supply)]} {written}"


def harm(state: GameState, move: str, seat: int) -> Harm | None:
    """Return that another player plays its personal card, which it has wanted to be rid of."""
    del seat
    s = cast("Table", state.table_copy())
    if notation.parts(notation.parse(s, move)).kind != "personal":
        return None
    player, card = another_player(s.to_move), _personal_card(s, s.to_move)
    return Harm(say("{player} can often play {card} from the personal deck", player=player, card=card))


def standing(state: GameState, seat: int) -> tuple[float, ...] | None:
    """Measure the personal decks when a turn of the seat begins, and what the seat can play."""
    s = cast("Table", state.table_copy())
    if s.phase != table.OVER and (s.phase != table.PLAYING or s.to_move != seat or s.moved):
        return None
    left = [table.personal_left(s, each) for each in range(s.seats)]
    tops = [supply_pile(seat, row) for row in range(table.PERSONAL)]
    cuts = sum(bool(s.tops[pile]) and table.top_card(s, pile) == table.SCISSORS for pile in tops)
    cuts += copies(s.hands[seat], table.SCISSORS)
    return (left[seat], sum(left) - left[seat], float(bool(_fitting(s, seat))), cuts)


# --- What it does ----------------------------------------------------------------------------------------------------


def _play(before: Table, after: Table, code: int, seat: int) -> Iterator[Reason]:
    source, row = move_source(code), move_row(code)
    if source < table.KINDS_OF_CARDS:
        yield from _from_hand(before, after, seat)
    elif source - table.KINDS_OF_CARDS != table.PERSONAL:
        yield _from_supply(before, source)
    yield from _directed(before, after, row)
    if move_card(code) == table.SCISSORS:
        anywhere = before.fits >> 3 * table.SCISSORS & _ALL_ROWS == _ALL_ROWS
        yield because("CR-12", "you spend scissors, which fit on every level row" if anywhere else "you spend scissors")


def _completed(before: Table, after: Table, row: int) -> Iterator[Reason]:
    if not after.tops[table.LEVELS + row]:
        yield because("CR-23" if before.equal else "CR-13", "it completes row {row}, which is cleared", row=row + 1)


def _refilled(before: Table, after: Table, seat: int, used: int) -> Iterator[Reason]:
    """Say that the hand fills up (CR-15), if by more than one card."""
    drawn = table.hand_size(after.hands[seat]) - table.hand_size(before.hands[seat]) + used
    if drawn >= _MANY:
        yield because("CR-15", "your hand fills up again: you draw {cards}", cards=cards_text(drawn))


def _from_hand(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    left = table.hand_size(before.hands[seat]) - 1
    if table.hand_size(after.hands[seat]) > left:
        return
    if table.pile_size(before, table.DECK) >= table.HAND_SIZE:
        yield because("CR-15", "it costs you no card: your hand fills up again when your turn ends")
    else:
        yield because("CR-10", "{cards} left in your hand", cards=cards_text(left))


def _directed(before: Table, after: Table, row: int) -> Iterator[Reason]:
    if after.tops[table.LEVELS + row] and before.way[row] == table.NO_WAY != after.way[row]:
        template = "row {row} goes down from here" if after.way[row] == table.DOWN else "row {row} goes up from here"
        yield because(_direction_clause(before, row), template, row=row + 1)


def _direction_clause(before: Table, row: int) -> str:
    """The clause that gives a row its direction, which depends on whether it began with scissors."""
    if not before.tops[table.LEVELS + row]:
        return "CR-11"
    if before.open_scissors:
        return "CR-21"
    return "CR-24" if before.equal else "CR-12"


def _from_supply(before: Table, source: int) -> Reason:
    row, pile = source - table.KINDS_OF_CARDS + 1, source_pile(before, source)
    below = table.slot_below(table.slot(before, table.top_slot(before, pile)))
    if not below:
        return because("CR-10", "it empties your supply {row}", row=row)
    uncovered = named(table.slot_card(table.slot(before, below)))
    return because("CR-10", "it uncovers {card} on your supply {row}", row=row, card=uncovered)


def _gained(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """CR-10: that the seat's own personal card fits now, or is nearer."""
    card, rows = _personal_card(before, seat), _fitting(after, seat)
    if _fitting(before, seat):
        return
    if rows:
        yield because("CR-10", "then your personal card, {card}, fits row {row}", card=card, row=rows[0])
    elif _plays_left(after, seat) < _plays_left(before, seat):
        nearer = because("CR-10", "it brings a row nearer to your personal card, {card}", card=card)
        yield from [*_missing(after, seat)] or [nearer]


def _missing(s: Table, seat: int) -> Iterator[Reason]:
    """CR-10: the few cards that a level row lacks until it takes the seat's personal card."""
    card = table.top_card(s, personal_pile(seat))
    if card == table.SCISSORS:
        return
    found = [(len(lacks), row, lacks) for row in range(table.ROWS) for lacks in _lacking(s, row, card)]
    if found and min(found)[0] <= _MOST_MISSING:
        _, row, lacks = min(found)
        template = "then row {row} lacks only {cards} before your personal card, {card}"
        cards = listed([named(each) for each in lacks])
        yield because("CR-10", template, row=row + 1, cards=cards, card=named(card))


def _lacking(s: Table, row: int, card: int) -> Iterator[list[int]]:
    """Yield the cards between the end of a level row and a card, for each direction in which they can be played."""
    due = table.last_step(s, row)
    if s.way[row] != table.DOWN and card > due:
        yield [*range(due, card)]
    if s.way[row] != table.UP and table.HIGHEST - card > due:
        yield [*range(table.HIGHEST - due, card, -1)]


def _kept(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """CR-10: whether the seat's own personal card, which fits, will fit after the move."""
    card, rows = _personal_card(before, seat), _fitting(after, seat)
    if not _fitting(before, seat):
        return
    if rows:
        yield because("CR-10", "your personal card, {card}, still fits row {row}", card=card, row=rows[0])
    else:
        yield because("CR-10", "your personal card, {card}, then fits no level row", card=card)


def _shut_out(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """CR-4, CR-10: the other players whose open personal card no longer fits."""
    for other in _others_in_turn(before, seat):
        if _fitting(before, other) and not _fitting(after, other):
            card, player = _personal_card(before, other), another_player(other)
            yield because("CR-10", "it blocks {player}'s personal card, {card}", card=card, player=player)


def _opened(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """CR-4, CR-10: the other players whose open personal card fits now."""
    for other in _others_in_turn(before, seat):
        rows = _fitting(after, other)
        if rows and not _fitting(before, other):
            template = "{player} can then play {card} from the personal deck on row {row}"
            yield because("CR-10", template, **_lets(before, other, rows))


def _withheld(before: Table, after: Table, seat: int) -> list[Reason]:
    """CR-10: that the personal card of the next player finds no row, as before."""
    other = table.next_seat(before, seat)
    if _fitting(before, other) or _fitting(after, other):
        return []
    template = "{player}'s personal card, {card}, still fits nowhere"
    return [because("CR-10", template, card=_personal_card(before, other), player=another_player(other))]


def _lets(before: Table, other: int, rows: list[int]) -> dict[str, Text | int]:
    return {"player": another_player(other), "card": _personal_card(before, other), "row": rows[0]}


def _supplied(before: Table, code: int, seat: int) -> str:
    """Say why this card goes to a supply row: how far it is from fitting, beside the others and the covered one."""
    own, row = move_card(code), move_row(code)
    if move_kind(code) != PUT or own == table.SCISSORS:
        return ""
    held = [card for card in range(table.SCISSORS) if copies(before.hands[seat], card)]
    others = [_steps(before, card) for card in held if card != own]
    found: list[str] = []
    if others and _steps(before, own) > max(others):
        found.append(say("{card} is the farthest from fitting", card=named(own)))
    elif others and _steps(before, own) < min(others):
        found.append(say("{card} fits next, and can be played from there", card=named(own)))
    pile = supply_pile(seat, row)
    covered = table.top_card(before, pile) if before.tops[pile] else table.SCISSORS
    if not before.tops[pile]:
        found.append(say("on supply {row} it covers no card", row=row + 1))
    elif covered == own:
        found.append(say("on supply {row} it covers only another {card}", row=row + 1, card=ROPE.name(own)))
    elif covered != table.SCISSORS and _steps(before, covered) > _steps(before, own):
        found.append(
            say("on supply {row} it covers {card}, which is farther from fitting", row=row + 1, card=named(covered))
        )
    return "; ".join(found)


def _instead(state: GameState, before: Table, seat: int, supplied: str) -> list[Reason]:
    """CR-10: why nothing is played on a level row instead of ending the turn."""
    engine, parts = state.game.engine, notation.parts
    plays = [code for code in legal_codes(engine, before) if parts(code).kind not in ("put", "end")]
    if not plays:
        template = "no card of yours fits a row; {supplied}" if supplied else "no card of yours fits a row"
        return [because("CR-10", template, supplied=supplied)]
    if all(parts(code).card == ROPE.text(table.SCISSORS) for code in plays):
        template = "you keep your scissors; no other card of yours fits a row in the middle"
        return [because("CR-12", template)]
    tables = [table_after(engine, before, code) for code in plays]
    for other in _others_in_turn(before, seat):
        if not _fitting(before, other) and all(rows := [_fitting(after, other) for after in tables]):
            template = "any card on a row would make room for {player}'s personal card, {card}"
            return [because("CR-10", template, **_lets(before, other, rows[0]))]
    return []


def _ends_turn(before: Table, code: int, seat: int) -> Iterator[Reason]:
    if move_kind(code) != PUT:
        yield because("CR-14", "your turn ends")
        return
    row = move_row(code)
    pile = supply_pile(seat, row)
    if before.tops[pile]:
        covered = named(table.top_card(before, pile))
        yield because("CR-14", "on supply {row} it covers {card}; your turn ends", row=row + 1, card=covered)
    else:
        yield because("CR-14", "it covers nothing on supply {row}; your turn ends", row=row + 1)


def _left_open(before: Table, seat: int) -> Iterator[Reason]:
    """CR-10: the personal cards that fit as the turn ends, the seat's own included."""
    if rows := _fitting(before, seat):
        card = _personal_card(before, seat)
        template = "it leaves your personal card, {card}, unplayed, though it fits row {row}"
        yield because("CR-10", template, card=card, row=rows[0])
    for other in _others_in_turn(before, seat):
        if rows := _fitting(before, other):
            template = "{player} can play {card} from the personal deck on row {row}"
            yield because("CR-10", template, **_lets(before, other, rows))


# --- Public information ----------------------------------------------------------------------------------------------


def _others_in_turn(s: Table, seat: int) -> list[int]:
    return [(seat + place) % s.seats for place in range(1, s.seats)]


def _personal_card(s: Table, seat: int) -> Text:
    return named(table.top_card(s, personal_pile(seat)))


def _fitting(s: Table, seat: int) -> list[int]:
    pile = personal_pile(seat)
    if not s.tops[pile]:
        return []
    card = table.top_card(s, pile)
    return [row + 1 for row in range(table.ROWS) if s.fits >> 3 * card + row & 1]


def _plays_left(s: Table, seat: int) -> int:
    """The least number of plays until a level row takes a seat's personal card."""
    return _steps(s, table.top_card(s, personal_pile(seat)))


def _steps(s: Table, card: int) -> int:
    """The least number of plays until a level row takes a card."""
    gaps: list[int] = []
    for row in range(table.ROWS):
        due = table.last_step(s, row)
        if s.way[row] != table.DOWN:
            gaps.append(card - due)
        if s.way[row] != table.UP:
            gaps.append(table.HIGHEST - card - due)
        # A complete row starts again.
        gaps.append(table.COMPLETE - due + min(card, table.HIGHEST - card))
    return min(gap for gap in gaps if gap >= 0)
