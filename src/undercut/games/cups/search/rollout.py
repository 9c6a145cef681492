"""Rollout policy and evaluation for Cups."""

from undercut.engine.bits import count, next_choice
from undercut.engine.contract import Cells
from undercut.engine.elementary import exponential
from undercut.games.cups import moves, table
from undercut.games.cups.moves import answered, effect, move_card, move_kind, random_move
from undercut.games.cups.table import Table, count_hand, pile_size, rank_of

TRIES = 3
DEAR = 100


def rollout_move(s: Table, k: int) -> int:
    best = random_move(s, k)
    least = gain(s, best)
    for _ in range(TRIES - 1):
        if least == 0:
            break
        # Derive further random bits from the same number.
        k = next_choice(k)
        move = random_move(s, k)
        cards = gain(s, move)
        if cards < least:
            least = cards
            best = move
    return best


def gain(s: Table, move: int) -> int:
    """Roughly how many cards a move gains; keeping a card instead of giving it, and a call, count as costly."""
    kind = move_kind(move)
    if s.phase != table.PLAYING:
        return DEAR if kind == moves.KEEP else 0
    if kind > moves.UNSEEN:
        return DEAR if kind == moves.CALL else 0
    card = move_card(move)
    clause = effect(s, card, answered(s, kind))
    if clause == moves.DRAW:
        return rank_of(card) + 1 if card < table.FIRST_COURT else s.seats
    if clause == moves.TAKE:
        return 3
    return 1 if clause == moves.GIFTS else 0


SCALE = 5.0


def evaluate(s: Table, shares: Cells, buffer: Cells) -> None:  # noqa: ARG001  part of the contract
    """Evaluate by the cards that each seat must get rid of; cups are the hardest."""
    for seat in range(s.seats):
        burden = count_hand(s, seat) + 0.8 * pile_size(s, s.graves[seat]) + 1.5 * count(s.hands[seat] & table.CUPS)
        shares[seat] = int(100_000.0 * exponential(-burden / SCALE)) + 1
