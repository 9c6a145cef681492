"""Why a move of Cuttle is not legal: the clause that forbids it, and a sentence for the player."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.errors import Reason
from undercut.games.base.sentences import Text, because, the_card
from undercut.games.cuttle import table
from undercut.games.cuttle.moves import legal_moves, move_card, move_kind, move_target, scuttle_targets
from undercut.games.cuttle.one_offs import Choice, OneOff, aims, discard_clause, on_table, one_off
from undercut.games.cuttle.options import EFFECTS, OPPONENT

OVER_CLAUSE = "CU-4"
"""The clause to cite when the players have ended the game themselves."""

_NO_ONE_OFF = {
    7: "an eight is not a one-off",
    9: "a ten is not a one-off",
    10: "a jack is not a one-off",
    11: "a queen is not a one-off",
    12: "a king is not a one-off",
}


def refusal(s: table.Table, move: int) -> Reason | None:
    """Explain why a move is not legal now; None if it is."""
    buffer = [0] * table.MAX_MOVES
    is_legal = s.phase != table.OVER and move in buffer[: legal_moves(s, buffer)]
    return None if is_legal else reason(s, move)


def reason(s: table.Table, move: int) -> Reason:
    """Explain why a move is not legal now."""
    if s.phase == table.OVER:
        return because("CU-5" if s.reason == table.BY_PASSES else "CU-7", "the game is over")
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


def _while_waiting(s: table.Table, kind: int, card: int) -> Reason:
    if kind != table.COUNTER:
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


def _while_taking(s: table.Table, kind: int, card: int) -> Reason:
    if kind != table.TAKE:
        return because("CU-3a", "the three takes a card from the scrap first: choose it")
    if card == s.waiting or table.row_mask(s.suspended) >> card & 1:
        return because("CU-23", "{card} is in suspension, not in the scrap", card=_card(card))
    if s.scrap & table.THREES & 1 << card:
        return because("CU-3a", "a three may not take a three")
    return because("CU-3a", "{card} is not in the scrap", card=_card(card))


def _while_discarding(s: table.Table, kind: int, card: int) -> Reason:
    clause = discard_clause(s)
    if kind != table.DISCARD:
        return because(clause, "you must discard first: choose {count} more of your cards", count=s.to_discard)
    return because(clause, "{card} is not in your hand", card=_card(card))


def _not_playable(s: table.Table, kind: int, card: int) -> Reason | None:
    """Explain why a card cannot be played at all; None if it can."""
    if kind == table.OK:
        return because("CU-21", "no one-off waits for an answer")
    if kind == table.TAKE:
        return because("CU-3a", "only a three takes cards from the scrap")
    if s.phase == table.TURNED:
        if not s.revealed >> card & 1:
            return because("CU-7a", "you must play a card that the seven turned")
        return (
            because("CU-7a", "you may scrap it only when no turned card can be played")
            if kind == table.DISCARD
            else None
        )
    if kind == table.DISCARD:
        return because("CU-4", "no discard is due")
    if kind == table.DRAW:
        return because("CU-5", "the stock is empty, so you cannot draw")
    if kind == table.PASS:
        return because("CU-5", "you may pass only when the stock is empty")
    if not s.hands[s.turn] >> card & 1:
        return because("CU-4", "{card} is not in your hand", card=_card(card))
    if s.frozen >> card & 1:
        return because("CU-9a", "{card} is frozen until your turn ends", card=_card(card))
    return None


def _wrong_way(s: table.Table, kind: int, card: int, target: int) -> Reason:
    """Explain why a playable card cannot be played in this way."""
    if kind == table.POINTS:
        return because("CU-10", "{card} is not a point card", card=_card(card))
    if kind == table.SCUTTLE:
        return _no_scuttle(s, card, target)
    if kind == table.PERMANENT:
        if 1 << card & table.JACKS:
            return _jack_alone(s)
        return because("CU-12", "only queens, kings and eights can be played this way, not {card}", card=_card(card))
    if kind == table.JACK:
        return _no_jack(s, card, target)
    return _no_one_off(s, card, target)


def _no_scuttle(s: table.Table, card: int, target: int) -> Reason:
    if not 1 << card & table.POINT_CARDS:
        return because("CU-11", "only aces to tens scuttle, not {card}", card=_card(card))
    if not (s.points[0] | s.points[1]) >> target & 1:
        return because("CU-11", "{target} is not a point card on the table", target=_card(target))
    if s.scuttle == OPPONENT and s.points[s.turn] >> target & 1:
        return because("CU-11", "{target} is your own", target=_card(target))
    if not scuttle_targets(s) >> target & 1:
        return because("CU-11", "{target} cannot be scuttled under these rules", target=_card(target))
    return because("CU-2", "{card} is not higher than {target}", card=_card(card), target=_card(target))


def _jack_alone(s: table.Table) -> Reason:
    theirs = s.jack_side == OPPONENT
    if s.points[1 - s.turn] if theirs else s.points[0] | s.points[1]:
        return because("CU-13", "a jack goes on a point card: name that card")
    if theirs:
        return because("CU-13", "your opponent has no point card that a jack could take")
    return because("CU-13", "the table has no point card that a jack could take")


def _no_jack(s: table.Table, card: int, target: int) -> Reason:
    if not 1 << card & table.JACKS:
        return because("CU-13", "{card} is not a jack", card=_card(card))
    if not (s.points[0] | s.points[1]) >> target & 1:
        return because("CU-13", "{target} is not a point card on the table", target=_card(target))
    if s.jack_side == OPPONENT and s.points[s.turn] >> target & 1:
        return because("CU-13", "{target} is your own", target=_card(target))
    return _guarded(s, target)


def _no_one_off(s: table.Table, card: int, target: int) -> Reason:
    described = one_off(s, card)
    if described is None:
        return because("CU-14", _NO_ONE_OFF[card >> 2])
    if described.choice:
        return _no_target(s, card, target, described, described.choice)
    if target != table.NONE:
        return because("CU-20", "{card} takes no target", card=_card(card))
    return because("CU-24", described.needs)


def _no_target(s: table.Table, card: int, target: int, described: OneOff, choice: Choice) -> Reason:
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


def _one_off_alone(s: table.Table, card: int, choice: Choice) -> Reason:
    """Explain why a one-off with a target cannot be announced without one."""
    theirs = s.target_side == OPPONENT
    if aims(s, choice):
        return because("CU-20", "name the target of {card}", card=_card(card))
    return because("CU-24", choice.theirs_missing(s) if theirs else choice.all_missing(s), card=_card(card))


def _guarded(s: table.Table, target: int) -> Reason:
    queens = s.permanents[1 - s.turn] & table.QUEENS
    if 1 << target & queens:
        return because("CU-31", "two queens guard each other")
    if s.queen_stops == EFFECTS:
        return because("CU-31", "your opponent's queen stops your jacks; your twos and nines can choose only queens")
    return because("CU-31", "a queen guards {target}", target=_card(target))
