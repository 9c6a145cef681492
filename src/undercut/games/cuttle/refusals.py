"""Why a move of Cuttle is not legal: the clause that forbids it, and a sentence for the player."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.errors import Reason
from undercut.games.cuttle.moves import legal_moves, scuttle_targets
from undercut.games.cuttle.options import EFFECTS, OPPONENT
from undercut.games.cuttle.table import (
    BY_PASSES,
    COUNTER,
    COUNTERING,
    DISCARD,
    DISCARDING,
    DRAW,
    JACK,
    JACKS,
    LIMITING,
    MAX_MOVES,
    NINES,
    NONE,
    OK,
    OVER,
    PASS,
    PERMANENT,
    POINT_CARDS,
    POINTS,
    QUEENS,
    RECYCLING,
    SCUTTLE,
    TAKE,
    TAKING,
    THREES,
    TURNED,
    TWOS,
    Table,
    is_buried,
    point_card_under,
    row_mask,
    side_jacks,
)

OVER_CLAUSE = "CU-4"
"""The clause to cite when the players have ended the game themselves."""

_NO_ONE_OFF = {7: "an eight", 9: "a ten", 10: "a jack", 11: "a queen", 12: "a king"}
_NEEDS = {
    2: "the scrap holds no card that a three may take",
    3: "the other player holds no card to scrap",
    4: "the stock is empty: a five has nothing to draw",
    6: "the stock is empty: a seven has nothing to turn",
}


def refusal(s: Table, move: int) -> Reason | None:
    """Explain why a move is not legal now; None if it is.

    Args:
        move: A move's code, as the notation gives it.
    """
    if s.phase == OVER:
        return Reason("CU-5" if s.reason == BY_PASSES else "CU-7", "the game is over")
    buffer = [0] * MAX_MOVES
    if move in buffer[: legal_moves(s, buffer)]:
        return None
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    by_phase = {
        COUNTERING: _while_waiting,
        TAKING: _while_taking,
        DISCARDING: _while_discarding,
        RECYCLING: _while_discarding,
        LIMITING: _while_discarding,
    }.get(s.phase)
    if by_phase:
        return by_phase(s, kind, card)
    return _not_playable(s, kind, card) or _wrong_way(s, kind, card, target)


def _name(card: int) -> str:
    return FRENCH.text(card)


def _while_waiting(s: Table, kind: int, card: int) -> Reason:
    waits = _name(s.waiting)
    if kind != COUNTER:
        return Reason("CU-21", f"{waits} waits as a one-off: counter it with a two, or accept it (ok)")
    if not 1 << card & TWOS:
        return Reason("CU-21", f"{_name(card)} cannot counter: only a two can")
    if not s.hands[s.to_move] >> card & 1:
        return Reason("CU-21", f"{_name(card)} is not in your hand")
    if s.frozen >> card & 1:
        return Reason("CU-9a", f"{_name(card)} is frozen: it cannot counter")
    return Reason("CU-22", "your opponent's queen protects it from counters")


def _while_taking(s: Table, kind: int, card: int) -> Reason:
    if kind != TAKE:
        return Reason("CU-3a", "the three takes a card from the scrap first: write + and the card")
    if card == s.waiting or row_mask(s.suspended) >> card & 1:
        return Reason("CU-23", f"{_name(card)} is in suspension, not in the scrap")
    if s.scrap & THREES & 1 << card:
        return Reason("CU-3a", "a three may not take a three")
    return Reason("CU-3a", f"{_name(card)} is not in the scrap")


def _while_discarding(s: Table, kind: int, card: int) -> Reason:
    clause = {DISCARDING: "CU-4a", RECYCLING: "CU-5a", LIMITING: "CU-35"}[s.phase]
    if kind != DISCARD:
        return Reason(clause, f"you must discard first ({s.to_discard} to go): write - and the card")
    return Reason(clause, f"{_name(card)} is not in your hand")


def _not_playable(s: Table, kind: int, card: int) -> Reason | None:
    """Explain why a card cannot be played at all; None if it can."""
    if kind == OK:
        return Reason("CU-21", "no one-off waits for an answer")
    if kind == TAKE:
        return Reason("CU-3a", "only a three takes cards from the scrap")
    if s.phase == TURNED:
        if not s.revealed >> card & 1:
            return Reason("CU-7a", "you must play a card that the seven turned")
        return Reason("CU-7a", "you may scrap it only when no turned card can be played") if kind == DISCARD else None
    if kind == DISCARD:
        return Reason("CU-4", "no discard is due")
    if kind == DRAW:
        return Reason("CU-5", "the stock is empty, so you cannot draw")
    if kind == PASS:
        return Reason("CU-5", "you may pass only when the stock is empty")
    if not s.hands[s.turn] >> card & 1:
        return Reason("CU-4", f"{_name(card)} is not in your hand")
    if s.frozen >> card & 1:
        return Reason("CU-9a", f"{_name(card)} is frozen until your turn ends")
    return None


def _wrong_way(s: Table, kind: int, card: int, target: int) -> Reason:
    """Explain why a playable card cannot be played in this way."""
    if kind == POINTS:
        return Reason("CU-10", f"{_name(card)} is not a point card")
    if kind == SCUTTLE:
        return _no_scuttle(s, card, target)
    if kind == PERMANENT:
        if 1 << card & JACKS:
            return _jack_alone(s)
        return Reason("CU-12", f"only queens, kings and eights can be played this way, not {_name(card)}")
    if kind == JACK:
        return _no_jack(s, card, target)
    return _no_one_off(s, card, target)


def _no_scuttle(s: Table, card: int, target: int) -> Reason:
    if not 1 << card & POINT_CARDS:
        return Reason("CU-11", f"only aces to tens scuttle, not {_name(card)}")
    if not (s.points[0] | s.points[1]) >> target & 1:
        return Reason("CU-11", f"{_name(target)} is not a point card on the table")
    if s.scuttle == OPPONENT and s.points[s.turn] >> target & 1:
        return Reason("CU-11", f"{_name(target)} is your own")
    if not scuttle_targets(s) >> target & 1:
        return Reason("CU-11", f"{_name(target)} cannot be scuttled under these rules")
    return Reason("CU-2", f"{_name(card)} is not higher than {_name(target)}")


def _jack_alone(s: Table) -> Reason:
    theirs = s.jack_side == OPPONENT
    if s.points[1 - s.turn] if theirs else s.points[0] | s.points[1]:
        return Reason("CU-13", "a jack goes on a point card: name that card")
    if theirs:
        return Reason("CU-13", "your opponent has no point card that a jack could take")
    return Reason("CU-13", "there is no point card on the table that a jack could take")


def _no_jack(s: Table, card: int, target: int) -> Reason:
    if not 1 << card & JACKS:
        return Reason("CU-13", f"{_name(card)} is not a jack")
    if not (s.points[0] | s.points[1]) >> target & 1:
        return Reason("CU-13", f"{_name(target)} is not a point card on the table")
    if s.jack_side == OPPONENT and s.points[s.turn] >> target & 1:
        return Reason("CU-13", f"{_name(target)} is your own")
    return _guarded(s, target)


def _no_one_off(s: Table, card: int, target: int) -> Reason:
    rank = card >> 2
    if rank in _NO_ONE_OFF:
        return Reason("CU-14", f"{_NO_ONE_OFF[rank]} is not a one-off")
    if 1 << card & (TWOS | NINES):
        return _no_target(s, card, target)
    if target != NONE:
        return Reason("CU-20", f"{_name(card)} takes no target")
    return Reason("CU-24", _NEEDS[rank])


def _no_target(s: Table, card: int, target: int) -> Reason:
    if target == NONE:
        return _one_off_alone(s, card)
    bit = 1 << target
    points = s.points[0] | s.points[1]
    if not bit & (points | s.jacks | s.permanents[0] | s.permanents[1]):
        return Reason("CU-24", f"{_name(target)} is not on the table")
    own = bit & (s.permanents[s.turn] | s.points[s.turn])
    if bit & s.jacks:
        own = s.points[s.turn] >> point_card_under(s, target) & 1
    if bit & points and 1 << card & TWOS:
        return Reason("CU-2a", f"{_name(target)} is a point card: a two scraps permanents only")
    if bit & points and not s.nine_targets:
        return Reason("CU-9a", f"{_name(target)} is a point card: a nine returns permanents only")
    if own and s.target_side == OPPONENT:
        return Reason("CU-34", f"{_name(target)} lies on your own side")
    if 1 << target & s.jacks and not s.buried_jacks and is_buried(s, target):
        return Reason("CU-32", f"another jack lies on {_name(target)}")
    return _guarded(s, target)


def _one_off_alone(s: Table, card: int) -> Reason:
    """Explain why a two or a nine cannot be announced without a target."""
    permanents = [s.permanents[side] | side_jacks(s, side) for side in (0, 1)]
    nine = 1 << card & NINES
    sides = [permanents[side] | (s.points[side] if nine and s.nine_targets else 0) for side in (0, 1)]
    theirs = s.target_side == OPPONENT
    if sides[1 - s.turn] if theirs else sides[0] | sides[1]:
        return Reason("CU-20", f"name the target of {_name(card)}")
    kind = "card" if nine and s.nine_targets else "permanent"
    where = "on your opponent's side" if theirs else "on the table"
    return Reason("CU-24", f"there is no {kind} {where} that {_name(card)} could {'return' if nine else 'scrap'}")


def _guarded(s: Table, target: int) -> Reason:
    queens = s.permanents[1 - s.turn] & QUEENS
    if 1 << target & queens:
        return Reason("CU-31", "two queens guard each other")
    if s.queen_stops == EFFECTS:
        return Reason("CU-31", "your opponent's queen stops your jacks; your twos and nines can choose only queens")
    return Reason("CU-31", f"a queen guards {_name(target)}")
