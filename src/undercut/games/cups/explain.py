"""Explain moves of Cups in sentences that cite clauses."""

from collections.abc import Iterator
from math import inf
from typing import cast

from undercut.cards import LATIN
from undercut.engine.bits import count, members
from undercut.engine.engine import copy_of, legal_codes, table_after
from undercut.errors import Reason
from undercut.games.base import sentences
from undercut.games.base.game_types import GameState, Move, View, hands_in
from undercut.games.base.parts.explanation import Gauge
from undercut.games.base.sentences import Plural, Text, another_player, because, cards_text
from undercut.games.cups import moves, notation, table
from undercut.games.cups.card_options import clause_of
from undercut.games.cups.moves import move_card, move_kind
from undercut.games.cups.table import Table, owned
from undercut.play import piles
from undercut.translation import N_

_SIMPLE = {
    "keep": ("CP-13", "you keep your cards, so that you can still play them"),
    "run": ("CP-32", "it costs nothing, and nothing else can be played"),
    "call": ("CP-22", "you say that no cup is left in play"),
    "ace": ("CP-26", "you get rid of the ace, and the deal ends"),
    "ok": ("CP-26", "you keep the ace in your hand"),
}
"""The clause and the reason of moves that always do the same."""

_COSTS = {
    moves.LEAD: ("it costs nothing, as any card may be led", "it costs you {cards}, though any card may be led"),
    moves.COVER: ("it costs nothing, as it goes on a cup", "it costs you {cards}, though it goes on a cup"),
    moves.IDENTICAL: ("it costs nothing, as its twin lies there", "it costs you {cards}, though its twin lies there"),
    moves.HIGHER: (
        "it costs nothing, as it is higher in the same suit",
        "it costs you {cards}, though it is higher in the same suit",
    ),
    moves.DRAW: ("it costs nothing, as no card is left to draw", "it costs you {cards}, as it changes the suit"),
}
"""The reason for each effect of a play, if nothing is drawn and otherwise."""


_CUPS_HELD = Plural("{number} cup", "{number} cups")

GAUGES = (
    Gauge(
        "CP-12",
        N_("{after}, the next player can more often play at no cost"),
        0.15,
        more_is_better=False,
        usual=N_("{after}, the next player can usually play at no cost"),
    ),
    Gauge(
        "CP-18",
        N_("{after}, you will probably have {gap} more to get rid of"),
        0.8,
        more_is_better=False,
        counted=sentences.CARDS,
    ),
    Gauge(
        "CP-18",
        Plural(
            "{after}, {player} will probably have {gap} fewer to get rid of",
            "{after}, the leader will probably have {gap} fewer to get rid of",
        ),
        0.8,
        counted=sentences.CARDS,
    ),
    Gauge("CP-12", N_("{after}, you are less likely to find a play that costs nothing"), 0.15),
    Gauge(
        "CP-17",
        N_("{after}, you are more likely to have to bury your hand"),
        0.15,
        more_is_better=False,
        usual=N_("{after}, you usually have to bury your hand"),
    ),
    Gauge("CP-16", N_("{after}, you will probably hold {gap} fewer"), 0.8, counted=_CUPS_HELD),
)
"""What `at_once` and `standing` measure."""

DISTANCE = N_("only {cards} left")
_FREE = (moves.LEAD, moves.COVER, moves.IDENTICAL, moves.HIGHER)


_FEW = 2  # cards that hardly anyone holds


def motives(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    before = cast("Table", state.table_copy())
    code = notation.parse(before, str(move))
    after = table_after(state.game.engine, before, code)
    if after.phase == table.OVER:
        return []
    if move.kind in ("bury", "bury open"):
        return [because("CP-17", "no card of yours fits, so you have to bury your hand")]
    if move.kind == "gift":
        template = "you have one card fewer, and {player} one more"
        return [because("CP-13", template, player=another_player(before.turn))]
    found = [*_hand_gone(before, after, seat), *_skipped(before, after, move)]
    if move.kind in ("play", "ignore"):
        found += _few_follow(_free_after(state, before, view, seat, code))
        found += _worth(state, before, code)
        found += _beside_others(state, before, view, seat, code)
    return found


def _plays(state: GameState, before: Table) -> list[int]:
    codes = legal_codes(state.game.engine, before)
    return [code for code in codes if move_kind(code) in (moves.PLAY, moves.UNSEEN)]


def _few_follow(free: float) -> Iterator[Reason]:
    if free == 0:
        yield because("CP-12", "no one can follow it at no cost")
    elif free <= _FEW:
        template = Plural("only {count} card can follow it at no cost", "only {count} cards can follow it at no cost")
        yield because("CP-12", template, count=int(free))


def _beside_others(state: GameState, before: Table, view: View, seat: int, code: int) -> Iterator[Reason]:
    """CP-12: that fewer cards can follow than after all other plays, or more suits stay in hand than after some."""
    plays = _plays(state, before)
    free = {play: _free_after(state, before, view, seat, play) for play in plays}
    own = free.pop(code)
    if _FEW < own < min(free.values(), default=0):
        yield because("CP-12", "fewer cards can follow it at no cost than any other of yours")
    kept = {play: _suits_after(state, before, seat, play) for play in plays if not _drawn(state, before, play)}
    if kept.get(code, 0) > max(1, min(kept.values(), default=0)):
        yield because("CP-12", "you keep cards of {count} suits to follow with", count=kept[code])


def _free_after(state: GameState, before: Table, view: View, seat: int, code: int) -> float:
    after = table_after(state.game.engine, before, code)
    free = _followers(before, after, view, seat, move_card(code))
    return inf if free is None else free


def _suits_after(state: GameState, before: Table, seat: int, code: int) -> int:
    hand = table_after(state.game.engine, before, code).hands[seat] & ~table.CUPS
    return len({LATIN.text(card)[-1] for card in members(hand)})


def _skipped(before: Table, after: Table, move: Move) -> Iterator[Reason]:
    """CP-11: that a reversal keeps a player with fewer cards than the next one from playing."""
    if (skipped := _passed_over(before, after, move)) is None:
        return
    cards = table.count_hand(after, skipped)
    if cards < table.count_hand(after, after.turn):
        template = "it keeps {player}, with only {cards} left, from playing next"
        yield because("CP-11", template, player=another_player(skipped), cards=cards_text(cards))


def _worth(state: GameState, before: Table, code: int) -> Iterator[Reason]:
    """CP-12, CP-14, CP-16: that no other card, or hardly one, costs less."""
    plays = (each for each in _plays(state, before) if _effect(before, each) != moves.GIFTS)
    costs = {each: _drawn(state, before, each) for each in plays}
    if code not in costs:
        return
    cost, others = costs.pop(code), [*costs.values()]
    if _effect(before, code) == moves.TAKE:
        drawn = [other for each, other in costs.items() if _effect(before, each) != moves.TAKE]
        if drawn and min(drawn) > cost:
            template = "taking {taken} is better than drawing {drawn} or more"
            yield because("CP-16", template, taken=cards_text(cost), drawn=Text("{count}", {"count": min(drawn)}))
        elif taken := _taken(before):
            yield because("CP-16", "you know what you take: {cards}", cards=sentences.the_cards(LATIN, taken))
    elif others and cost < min(others):
        template = (
            "it costs you only {cards}, less than any other play"
            if cost
            else "it is the only play that costs you nothing"
        )
        yield because("CP-14", template, cards=cards_text(cost))
    elif cost and others:
        template = "you get {cards} more to choose from" if cost > min(others) else "no other play costs you less"
        yield because("CP-14", template, cards=cards_text(cost))
    elif others and max(others):
        yield because("CP-12", "it costs you nothing")


def _effect(s: Table, code: int) -> int:
    return moves.effect(s, move_card(code), moves.answered(s, 1 if move_kind(code) == moves.UNSEEN else 0))


def reasons(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    before = cast("Table", state.table_copy())
    after = state.copy()
    after.play(move)
    s = cast("Table", after.table_copy())
    found = list(_main(state, view, move, seat))
    if s.phase == table.OVER:
        is_gone = s.winners >> seat & 1 and not s.hands[seat]
        return [because("CP-18", "your hand is gone"), *found] if is_gone else found
    if move.kind in ("play", "ignore"):
        found += _following(before, s, view, seat, LATIN.code(str(move.card)))
    return [*found, *_turned(before, s, move)]


def can_win(state: GameState, seat: int) -> bool | None:
    """Whether the seat to move can win with its next card; None if the seat's turn continues or the game is over."""
    s = cast("Table", state.table_copy())
    following = s.to_move
    if s.phase != table.PLAYING or following == seat:
        return None
    if table.count_hand(s, following) != 1:
        return False
    engine = state.game.engine
    for code in legal_codes(engine, s):
        twin = table_after(engine, s, code)
        if twin.phase == table.OVER and twin.winners >> following & 1:
            return True
    return False


def answer(state: GameState, code: int) -> str:
    kind = notation.parts(code).kind
    if kind not in ("play", "ignore"):
        return kind
    s = cast("Table", state.table_copy())
    clause = moves.effect(s, move_card(code), moves.answered(s, 1 if kind == "ignore" else 0))
    return {moves.DRAW: "play and draw", moves.TAKE: "take with a cup", moves.GIFTS: "ace"}.get(
        clause, "play at no cost"
    )


def at_once(state: GameState, seat: int) -> tuple[float, ...]:
    """Measure whether the player after a move can play at no cost, if no card is given."""
    after = state.copy()
    while after.to_move is not None and cast("Table", after.table_copy()).phase == table.GIVING:
        after.play("keep")
    s = cast("Table", after.table_copy())
    return (float(s.phase == table.PLAYING and s.turn != seat and _may_play_free(after)),)


def _may_play_free(state: GameState) -> bool:
    s = cast("Table", state.table_copy())
    return any(_effect(s, code) in _FREE for code in _plays(state, s))


def standing(state: GameState, seat: int) -> tuple[float, ...] | None:
    """Measure the hands when a turn of the seat begins, and what the seat can play."""
    s = cast("Table", state.table_copy())
    if s.phase != table.OVER and (s.phase != table.PLAYING or s.turn != seat or s.called):
        return None
    left = [owned(s, each) for each in range(s.seats)]
    others = [cards for each, cards in enumerate(left) if each != seat]
    is_over = s.phase == table.OVER
    codes = [] if is_over else legal_codes(state.game.engine, s)
    buries = any(move_kind(code) in (moves.BURY, moves.BURY_OPEN) for code in codes)
    free = not is_over and _may_play_free(state)
    return (left[seat], min(others), float(free), float(buries), count(s.hands[seat] & table.CUPS))


def _main(state: GameState, view: View, move: Move, seat: int) -> Iterator[Reason]:
    before = cast("Table", state.table_copy())
    code = notation.parse(before, str(move))
    if move.kind in ("play", "ignore"):
        if move.kind == "ignore":
            yield because("CP-31", "it ignores the cup")
        yield _play(state, before, code)
    elif move.kind in ("bury", "bury open"):
        drawn = owned(table_after(state.game.engine, before, code), seat) - owned(before, seat)
        new = Text(Plural("{count} card is drawn", "{count} cards are drawn"), {"count": drawn})
        size = cards_text(table.count_hand(before, seat))
        yield because("CP-17", "you can play no card: {cards} become your graveyard, {drawn}", cards=size, drawn=new)
    elif move.kind == "gift":
        template = "you get rid of {card}, which {player} gets"
        player = another_player(before.turn)
        yield because("CP-13", template, card=sentences.the_card(LATIN, move_card(code)), player=player)
    elif move.kind == "call" and _shows_a_cup_in_play(before, view):
        yield because("CP-22", "you say that no cup is left in play, which is wrong")
    else:
        yield because(*_SIMPLE[move.kind])


def _play(state: GameState, before: Table, code: int) -> Reason:
    kind, card = move_kind(code), move_card(code)
    clause = moves.effect(before, card, moves.answered(before, 1 if kind == moves.UNSEEN else 0))
    if clause == moves.TAKE:
        taken = _taken(before)
        cards = sentences.the_cards(LATIN, taken) if taken else Text("nothing")
        return because("CP-16", "you take {cards} into your hand", cards=cards)
    if clause == moves.GIFTS:
        most = cards_text(sum(moves.can_give(before, seat) for seat in range(before.seats) if seat != before.turn))
        return because("CP-13", "it may cost you {cards}: others may each give you one", cards=most)
    # The played card has left the hand, and the drawn cards are in it.
    drawn = _drawn(state, before, code)
    return because(clause_of(clause, card), _COSTS[clause][drawn > 0], cards=cards_text(drawn))


def _drawn(state: GameState, before: Table, code: int) -> int:
    return owned(table_after(state.game.engine, before, code), before.turn) - owned(before, before.turn) + 1


def _taken(before: Table) -> list[int]:
    """CP-16: the cards that a cup takes, all of them seen by everyone."""
    twin = copy_of(before)
    table.take_three(twin)
    found: list[int] = []
    card = before.dump
    while card != twin.dump:
        found.append(table.kind_of(card))
        card = table.below(before, card)
    return found


def _shows_a_cup_in_play(before: Table, view: View) -> bool:
    """CP-22, CP-38: whether a seat can know that a cup is in play: it sees one, or too few were put away."""
    in_play = _cups_among([view["hands"], view["graveyards"], view["dump"]])
    out_of_play = _cups_among([view["side"], view["away"]])
    unseen = 0 if before.cups_apart else cast("list[str]", view["away"]).count("?")
    return in_play > 0 or table.RANKS * before.decks - out_of_play > unseen


def _cups_among(where: object) -> int:
    return sum(text.endswith(LATIN.suits[0]) for text in piles.cards(where))


def _following(before: Table, after: Table, view: View, seat: int, card: int) -> Iterator[Reason]:
    """CP-11, CP-12: the cards that other players may hold and play on this one at no cost."""
    if table.is_cup(card) and table.is_cup(moves.answered(after, 0)):
        yield because("CP-11", "any card but a cup can then follow at no cost")
    elif (number := _followers(before, after, view, seat, card) or 0) > _FEW:
        yield because("CP-12", "others may hold {count} cards that can follow at no cost", count=number)


def _followers(before: Table, after: Table, view: View, seat: int, card: int) -> int | None:
    """CP-12: the number of cards that others may hold and play on a card at no cost; None if any card may follow."""
    grew = before.dump != table.NONE and table.pile_size(after, after.dump) > table.pile_size(before, before.dump)
    if table.is_cup(card) or not grew:
        return None
    free = [kind for kind in members(moves.answers(after, card)) if moves.effect(after, kind, card) in _FREE]
    return sum(_not_elsewhere(before, view, seat, LATIN.text(kind)) for kind in free)


def _not_elsewhere(before: Table, view: View, seat: int, card: str) -> int:
    """The copies of a card that may be in hands of others, as far as a seat can see."""
    hands = hands_in(view)
    seen = piles.cards([hands[seat], *(view[pile] for pile in ("graveyards", "dump", "side", "away"))])
    return before.decks - sum(text == card for text in seen)


def _hand_gone(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    if before.graves[seat] != table.NONE and after.graves[seat] == table.NONE:
        cards = cards_text(table.pile_size(before, before.graves[seat]))
        yield because("CP-18", "your hand is gone: you pick up your graveyard of {cards}", cards=cards)
    elif after.out >> seat & 1:
        yield because("CP-33", "your hand is gone: you sit out the rest of the game")


def _passed_over(before: Table, after: Table, move: Move) -> int | None:
    """CP-3, CP-11: who would have been next if play had not reversed among more than two players."""
    if before.seats == 2 or move.kind not in ("play", "ignore") or after.direction == before.direction:  # noqa: PLR2004
        return None
    skipped = table.step(before, before.turn)
    while after.out >> skipped & 1:
        skipped = table.step(before, skipped)
    return None if skipped == after.turn else skipped


def _turned(before: Table, after: Table, move: Move) -> Iterator[Reason]:
    """CP-3, CP-11: who is next when play reverses."""
    if (skipped := _passed_over(before, after, move)) is not None:
        held, passed = (cards_text(table.count_hand(after, each)) for each in (after.turn, skipped))
        template = "play reverses: {next} with {cards} is next, not {skipped} with {passed}"
        players = {"next": another_player(after.turn), "skipped": another_player(skipped)}
        yield because("CP-11", template, cards=held, passed=passed, **players)
