"""Greedy ranking of moves for Cups: gain few cards, keep runs of a suit, get rid of cups, avoid calling.

Ranks are in hundredths of a card. A layer of its own, beside rules and search: neither compiles longer for it, and
simulations compile it into their loops.
"""

from undercut.engine.bits import lowest
from undercut.engine.contract import Cells
from undercut.games.cups import table
from undercut.games.cups.moves import CALL, move_card, move_kind
from undercut.games.cups.rules import apply_chance, chance_need, chance_pool, is_over, play
from undercut.games.cups.search.hidden import INSTEAD, SHUFFLED, deal_hidden, hidden_cards
from undercut.games.cups.table import Table, held, is_cup, owned, suit_of
from undercut.search.greedy import copy_table, sort_cards

WIN = 100_000
# Cost of a card in hand; a cup costs more, since it can be played only on a card of its value. A gained card costs
# DRAWN on average. A card that a higher one of its suit can follow is easier to play.
CARD, CUP, DRAWN, FOLLOWED = 100, 300, 40, 12


def rank_moves(states: list[Table], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves (`undercut.search.contract.rank_moves`)."""
    seat = states[0].to_move
    before = owned(states[0], seat)
    for place in range(size):
        move = moves[place]
        if move_kind(move) == CALL:
            ranks[place] = -WIN // 2
            continue
        copy_table(states, 0, 1)
        play_through(states[1], move, buffer)
        if is_over(states[1]):
            ranks[place] = WIN if states[1].winners >> seat & 1 else -WIN
            continue
        card = move_card(move)
        left = states[0].hands[seat] >> card & 1
        gained = owned(states[1], seat) - before + left
        ranks[place] = -burden(states[0], seat, card) - DRAWN * gained


def play_through(s: Table, move: int, buffer: Cells) -> None:
    """Play a move with all that follows; only the number of cards in a new stack matters."""
    play(s, move)
    while not is_over(s) and chance_need(s):
        chance_pool(s, buffer)
        apply_chance(s, buffer)


def burden(s: Table, seat: int, played: int) -> int:
    """Cost of the cards in a hand without one card of a kind."""
    kept = s.hands[seat]
    if held(s, seat, played) == 1:
        kept &= ~(1 << played)
    cost = 0
    left = kept
    while left:
        kind = lowest(left)
        number = held(s, seat, kind) - (1 if kind == played else 0)
        if is_cup(kind):
            cost += CUP * number
        else:
            higher = kept & table.CUPS << suit_of(kind) & ~((2 << kind) - 1)
            cost += (CARD - FOLLOWED if higher else CARD) * number
        left &= left - 1
    return cost


def deal_unseen(s: Table, seat: int, generator: Cells, buffer: Cells) -> None:
    """CP-4: redeal the cards that a seat cannot know, starting from their sorted list."""
    away, size = hidden_cards(s, seat, buffer)
    for number in range(size):
        buffer[SHUFFLED + number] = buffer[number]
    sort_cards(buffer, SHUFFLED, size, INSTEAD, table.COPY * s.decks)
    deal_hidden(s, seat, generator, buffer, away, size)
