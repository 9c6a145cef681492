"""Rollout policy and evaluation for Cuttle."""

from undercut.engine.bits import count, lowest, next_choice
from undercut.engine.contract import Cells
from undercut.engine.elementary import exponential
from undercut.games.cuttle import moves, table
from undercut.games.cuttle.moves import (
    encode,
    jack_targets,
    move_card,
    move_kind,
    move_target,
    playable_cards,
    random_move,
)
from undercut.games.cuttle.search.evaluation import HIGHEST, SCALE, log_odds, worth
from undercut.games.cuttle.table import Table, goal, total

TRIES = 4


def rollout_move(s: Table, k: int) -> int:
    """Choose a move for a rollout (`undercut.search.contract.rollout_move`)."""
    if s.phase in (table.PLAYING, table.TURNED):
        move = winning_move(s)
        if move >= 0:
            return move
    move = random_move(s, k)
    if s.phase not in (table.PLAYING, table.TURNED, table.COUNTERING):
        return move
    for _ in range(TRIES):
        if not helps_opponent(s, move):
            break
        # Derive further random bits from the same number.
        k = next_choice(k)
        move = random_move(s, k)
    return move


def winning_move(s: Table) -> int:
    """CU-6, CU-7: a play that reaches the goal at once and cannot be countered, or -1."""
    me = s.turn
    cards = playable_cards(s)
    missing = goal(s, me) - total(s, me)
    if missing > HIGHEST:
        return king_move(s, cards)
    points = cards & worth(missing)
    if points:
        return encode(moves.POINTS, lowest(points), table.NONE)
    jacks = cards & table.JACKS
    if jacks:
        prey = jack_targets(s) & s.points[1 - me] & worth(missing)
        if prey:
            return encode(moves.JACK, lowest(jacks), lowest(prey))
    return king_move(s, cards)


def king_move(s: Table, cards: int) -> int:
    """CU-6, CU-33: a king that lowers the goal to the points on the table, or -1."""
    kings = cards & table.KINGS
    if kings and total(s, s.turn) >= s.kings[count(s.permanents[s.turn] & table.KINGS) + 1]:
        return encode(moves.PERMANENT, lowest(kings), table.NONE)
    return -1


def helps_opponent(s: Table, move: int) -> bool:
    """Whether a move only helps the other side."""
    kind = move_kind(move)
    me = s.turn
    target = move_target(move)
    if kind in (moves.JACK, moves.SCUTTLE):
        return s.points[me] >> target & 1 != 0
    if kind != moves.ONE_OFF:
        return False
    rank = move_card(move) >> 2
    if rank == table.ACE:
        return total(s, me) >= total(s, 1 - me)
    if rank == table.SIX:
        return count(s.permanents[me]) >= count(s.permanents[1 - me]) and s.jacks == 0
    return rank in (table.TWO, table.EIGHT, table.NINE) and (s.points[me] | s.permanents[me]) >> target & 1 != 0


# The weights of a card in the hand, of a card on the table and of the turn, for the count of cards.
HELD, LAID, TURN = 1.0, 2.0, 0.5


def evaluate(s: Table, shares: Cells, buffer: Cells) -> None:
    me = s.turn
    shares[me] = int(1000.0 / (1.0 + exponential(-log_odds(s, buffer) / SCALE)))
    shares[1 - me] = 1000 - shares[me]


def count_lead(s: Table) -> float:
    """The lead of seat 0 by the number of cards alone; one on the table counts as two in the hand."""
    lead = TURN if s.turn == 0 else -TURN
    for side in range(2):
        cards = HELD * count(s.hands[side]) + LAID * count(s.points[side] | s.permanents[side])
        lead += cards if side == 0 else -cards
    return lead
