"""The moves of Cuttle to offer for each card, their short words, and clause and reason against illegal ones."""

from dataclasses import replace

from undercut.cards import FRENCH
from undercut.engine.bits import count
from undercut.engine.contract import Cells
from undercut.engine.engine import copy_of
from undercut.errors import Reason
from undercut.games.base.parts.explanation import Brief, Icon, Score, Tone
from undercut.games.base.parts.lessons import Glance
from undercut.games.base.sentences import Sentence, Text, because, the_card
from undercut.games.cuttle import moves, table, words
from undercut.games.cuttle.moves import encode, move_card, move_kind, move_target, scuttle_targets
from undercut.games.cuttle.notation import to_counter
from undercut.games.cuttle.one_offs import ONE_OFFS, Choice, OneOff, aims, discard_clause, on_table, one_off
from undercut.games.cuttle.options import EFFECTS, OPPONENT
from undercut.games.cuttle.position import card_texts
from undercut.games.cuttle.rules import play
from undercut.games.cuttle.table import Table


def refusal(s: Table, move: int) -> Reason:
    kind, card, target = move_kind(move), move_card(move), move_target(move)
    by_phase = {
        table.COUNTERING: _while_waiting,
        table.TAKING: _while_taking,
        table.DISCARDING: _while_discarding,
        table.RECYCLING: _while_discarding,
        table.LIMITING: _while_discarding,
    }.get(s.phase)
    if by_phase:
        return by_phase(s, kind, card)
    return _not_playable(s, kind, card) or _wrong_way(s, kind, card, target)


def _card(card: int) -> Text:
    return the_card(FRENCH, card)


def _while_waiting(s: Table, kind: int, card: int) -> Reason:
    if kind != moves.COUNTER:
        return because(
            "CU-21", "{card} waits as a one-off: counter it with a two, or accept it (ok)", card=_card(s.waiting)
        )
    if not 1 << card & table.TWOS:
        return because("CU-21", "{card} cannot counter: only a two can", card=_card(card))
    if not s.hands[s.to_move] >> card & 1:
        return because("CU-21", "{card} is not in your hand", card=_card(card))
    if s.frozen >> card & 1:
        return because("CU-9a", "{card} is frozen: it cannot counter", card=_card(card))
    return because("CU-22", "your opponent's queen protects it from counters")


def _while_taking(s: Table, kind: int, card: int) -> Reason:
    if kind != moves.TAKE:
        return because("CU-3a", "the three takes a card from the scrap first: choose it")
    if card == s.waiting or table.row_mask(s.suspended) >> card & 1:
        return because("CU-23", "{card} is in suspension, not in the scrap", card=_card(card))
    if s.scrap & table.THREES & 1 << card:
        return because("CU-3a", "a three may not take a three")
    return because("CU-3a", "{card} is not in the scrap", card=_card(card))


def _while_discarding(s: Table, kind: int, card: int) -> Reason:
    clause = discard_clause(s)
    if kind != moves.DISCARD:
        return because(clause, "you must scrap first: choose {count} more of your cards", count=s.to_discard)
    return because(clause, "{card} is not in your hand", card=_card(card))


def _not_playable(s: Table, kind: int, card: int) -> Reason | None:
    if kind == moves.OK:
        return because("CU-21", "no one-off is waiting for an answer")
    if kind == moves.TAKE:
        return because("CU-3a", "only a three takes cards from the scrap")
    if s.phase == table.TURNED:
        if not s.revealed >> card & 1:
            return because("CU-7a", "you must play a card that the seven turned")
        return (
            because("CU-7a", "you may scrap it only when no turned card can be played")
            if kind == moves.DISCARD
            else None
        )
    if kind == moves.DISCARD:
        return because("CU-4", "you have nothing to discard right now")
    if kind == moves.DRAW:
        return because("CU-5", "the stock is empty, so you cannot draw")
    if kind == moves.PASS:
        return because("CU-5", "you may pass only when the stock is empty")
    if not s.hands[s.turn] >> card & 1:
        return because("CU-4", "{card} is not in your hand", card=_card(card))
    if s.frozen >> card & 1:
        return because("CU-9a", "{card} is frozen until your turn ends", card=_card(card))
    return None


def _wrong_way(s: Table, kind: int, card: int, target: int) -> Reason:
    if kind == moves.POINTS:
        return because("CU-10", "{card} is not a point card", card=_card(card))
    if kind == moves.SCUTTLE:
        return _no_scuttle(s, card, target)
    if kind == moves.PERMANENT:
        if 1 << card & table.JACKS:
            return _jack_alone(s)
        return because("CU-12", "only queens, kings and eights can be played this way, not {card}", card=_card(card))
    if kind == moves.JACK:
        return _no_jack(s, card, target)
    return _no_one_off(s, card, target)


def _no_scuttle(s: Table, card: int, target: int) -> Reason:
    if not 1 << card & table.POINT_CARDS:
        return because("CU-11", "only aces to tens scuttle, not {card}", card=_card(card))
    if not (s.points[0] | s.points[1]) >> target & 1:
        return because("CU-11", "{target} is not a point card on the table", target=_card(target))
    if s.scuttle == OPPONENT and s.points[s.turn] >> target & 1:
        return because("CU-11", "{target} is your own", target=_card(target))
    if not scuttle_targets(s) >> target & 1:
        return because("CU-11", "{target} cannot be scuttled under these rules", target=_card(target))
    return because("CU-2", "{card} is not higher than {target}", card=_card(card), target=_card(target))


def _jack_alone(s: Table) -> Reason:
    theirs = s.jack_side == OPPONENT
    if s.points[1 - s.turn] if theirs else s.points[0] | s.points[1]:
        return because("CU-13", "a jack goes on a point card: name that card")
    if theirs:
        return because("CU-13", "your opponent has no point card for a jack to take")
    return because("CU-13", "there is no point card on the table for a jack to take")


def _no_jack(s: Table, card: int, target: int) -> Reason:
    if not 1 << card & table.JACKS:
        return because("CU-13", "{card} is not a jack", card=_card(card))
    if not (s.points[0] | s.points[1]) >> target & 1:
        return because("CU-13", "{target} is not a point card on the table", target=_card(target))
    if s.jack_side == OPPONENT and s.points[s.turn] >> target & 1:
        return because("CU-13", "{target} is your own", target=_card(target))
    return _guarded(s, target)


def _no_one_off(s: Table, card: int, target: int) -> Reason:
    described = one_off(s, card)
    if described is None:
        return because("CU-14", "{card} is not a one-off", card=_card(card))
    if described.choice:
        return _no_target(s, card, target, described, described.choice)
    if target != table.NONE:
        return because("CU-20", "{card} takes no target", card=_card(card))
    return because("CU-24", described.needs)


def _no_target(s: Table, card: int, target: int, described: OneOff, choice: Choice) -> Reason:
    if target == table.NONE:
        return _one_off_alone(s, card, choice)
    bit = 1 << target
    if not bit & on_table(s):
        return because("CU-24", "{target} is not on the table", target=_card(target))
    if not bit & choice.kinds(s):
        return because(described.clause, choice.other_kind, target=_card(target))
    lies_with = 1 << (table.point_card_under(s, target) if bit & s.jacks else target)
    if s.target_side == OPPONENT and lies_with & (s.points[s.turn] | s.permanents[s.turn]):
        return because("CU-34", "{target} lies on your own side", target=_card(target))
    if bit & s.jacks and not s.buried_jacks and table.is_buried(s, target):
        return because("CU-32", "another jack lies on {target}", target=_card(target))
    if s.queen_stops == EFFECTS and not choice.kinds(s) & table.QUEENS:
        rank = Text(FRENCH.rank_names[card >> 2])
        return because("CU-31", "your opponent's queen stops every {rank} of yours", rank=rank)
    return _guarded(s, target)


def _one_off_alone(s: Table, card: int, choice: Choice) -> Reason:
    """Explain why a one-off with a target cannot be announced without one."""
    theirs = s.target_side == OPPONENT
    if aims(s, choice):
        return because("CU-20", "name the target of {card}", card=_card(card))
    return because("CU-24", choice.theirs_missing(s) if theirs else choice.all_missing(s), card=_card(card))


def _guarded(s: Table, target: int) -> Reason:
    queens = s.permanents[1 - s.turn] & table.QUEENS
    if 1 << target & queens:
        return because("CU-31", "two queens guard each other")
    if s.queen_stops == EFFECTS:
        return because("CU-31", "your opponent's queen stops your jacks; your twos and nines can choose only queens")
    return because("CU-31", "a queen guards {target}", target=_card(target))


_PERMANENT = sum(0b1111 << 4 * rank for rank in (7, 11, 12))


def taken_up(move: str) -> str | None:
    return None if move in ("draw", "pass", "ok") else move.lstrip("+-")[:2]


def attempts(s: Table) -> dict[str, list[str]]:
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


def _plays(s: Table, card: str) -> list[str]:
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


def _sides(s: Table, cards: Cells, whose: int) -> int:
    return cards[1 - s.turn] if whose == OPPONENT else cards[0] | cards[1]


_SIGNS = "♣♦♥♠"


def brief(s: Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with what it hits and the score that it leads to."""
    kind, card, target = move_kind(move), move_card(move), move_target(move)
    if kind == moves.COUNTER:
        target = to_counter(s)
    found = _brief(s, kind, card, target)
    hits = 1 << target if target != table.NONE else 0
    described = one_off(s, card) if kind == moves.ONE_OFF else None
    if described:
        hits |= described.hits(s)
    before, after = _score(s, s.to_move), _score(settled(s, move), s.to_move)
    return replace(found, hits=tuple(card_texts(hits)), score=after if after != before else None)


def _score(s: Table, seat: int) -> Score:
    return Score(table.total(s, seat), table.goal(s, seat))


def settled(s: Table, move: int) -> Table:
    after = copy_of(s)
    play(after, move)
    while after.phase == table.COUNTERING:
        play(after, encode(moves.OK, table.NONE, table.NONE))
    return after


def _brief(s: Table, kind: int, card: int, target: int) -> Brief:
    if kind == moves.COUNTER:
        return replace(words.COUNTERS, told=_told(words.COUNTERED, target))
    if kind == moves.DISCARD:
        return words.DISCARDS
    if kind == moves.POINTS:
        worth = (card >> 2) + 1
        total, goal = table.total(s, s.turn) + worth, table.goal(s, s.turn)
        more = Text(words.SO_MANY_OF if total < goal else words.MAKES_ENOUGH, {"total": total, "goal": goal})
        return Brief(Text(words.SCORES, {"count": worth}), Tone.GAIN, more)
    if kind == moves.SCUTTLE:
        return Brief(words.SCUTTLES, Tone.STRIKE, _short(target), told=_told(words.SCUTTLED, target))
    if kind == moves.JACK:
        own = s.points[s.turn] >> target & 1
        verb, told = (words.GIVES_AWAY, words.GIVEN_AWAY) if own else (words.STEALS, words.STOLEN)
        return Brief(verb, Tone.STRIKE, _short(target), icon=Icon.JACK, told=_told(told, target))
    if kind == moves.TAKE:
        return Brief(words.TAKES, Tone.GAIN, _short(card), icon=Icon.DRAW, told=_told(words.TAKEN, card))
    return _permanent(s, card) if kind == moves.PERMANENT else _one_off(s, card, target)


def _permanent(s: Table, card: int) -> Brief:
    if 1 << card & table.EIGHTS:
        return words.GLASSES
    if 1 << card & table.QUEENS:
        return words.QUEEN
    lower = s.kings[min(count(s.permanents[s.turn] & table.KINGS) + 1, 4)]
    total = table.total(s, s.turn)
    return Brief(
        words.KING,
        Tone.SAFE,
        Text(words.NEW_GOAL if total < lower else words.MAKES_ENOUGH, {"total": total, "goal": lower}),
    )


def _one_off(s: Table, card: int, target: int) -> Brief:
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
    rank = FRENCH.ranks[card >> 2].replace("T", "10")
    return Text("{card}", {"card": rank + _SIGNS[card & 3]})


def story(s: Table, move: int, seat: int) -> Sentence:
    """Say how the last move won: with points, by a jack, or because a king made fewer points enough."""
    card, target, total = move_card(move), move_target(move), Text("{total}", {"total": table.total(s, seat)})
    if move_kind(move) == moves.PERMANENT and 1 << card & table.KINGS:
        return words.KINGS[min(count(s.permanents[seat] & table.KINGS), 4) - 1].said(count=total)
    if move_kind(move) == moves.JACK:
        return words.STOLEN_ENOUGH.said(card=the_card(FRENCH, target), count=total)
    played = Text("The {card}", {"card": Text(FRENCH.names[card])})
    if s.permanents[seat] & table.KINGS:
        return words.ENOUGH_WITH_KINGS.said(card=played, count=total, goal=table.goal(s, seat))
    return words.ENOUGH.said(card=played, count=total)


def glance(screen: Glance) -> Glance:
    """Add what each rank does as a one-off to the game on one screen."""
    found = {rank: [it.glance for it in ONE_OFFS if FRENCH.ranks[it.rank] == rank] for rank in FRENCH.ranks}
    cards = (replace(it, fact=replace(it.fact, more=(*it.fact.more, *found[it.ranks]))) for it in screen.cards)
    return replace(screen, cards=tuple(cards))
