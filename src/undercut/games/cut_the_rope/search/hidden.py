"""Cards of Cut the Rope that a seat cannot know: redealt for a search, and without use in a proof.

In a proof, hidden cards become `BLANK`, which fits nowhere. The prover does without them; if another
seat might play one, nothing is certain any more.
"""

from undercut.engine.bits import mix
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut.games.cut_the_rope import moves, table
from undercut.games.cut_the_rope.moves import move_kind
from undercut.games.cut_the_rope.table import (
    Table,
    copies,
    fill_slot,
    hand_size,
    personal_pile,
    slot,
    slot_below,
    slot_card,
    supply_pile,
    top_card,
    top_slot,
)

BLANK = 11


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """CR-4: redeal the other hands, the deck and all personal decks below their tops."""
    size = hidden_cards(s, seat, pool)
    shuffle(generator, pool, size, size)
    lay_hidden(s, seat, pool, size)


def hidden_cards(s: Table, seat: int, pool: Cells) -> int:
    """List the cards that a seat cannot know; return how many there are."""
    size = 0
    for owner in range(s.seats):
        if owner != seat:
            size = pool_hand(s.hands[owner], pool, size)
    for owner in range(s.seats):
        size = pool_pile(s, below_top(s, personal_pile(owner)), pool, size)
    return pool_pile(s, top_slot(s, table.DECK), pool, size)


def lay_hidden(s: Table, seat: int, pool: Cells, size: int) -> None:
    for owner in range(s.seats):
        if owner != seat:
            number = hand_size(s.hands[owner])
            s.hands[owner] = 0
            for place in range(size - number, size):
                s.hands[owner] += 1 << 3 * pool[place]
            size -= number
    for owner in range(s.seats):
        size = lay_pile(s, below_top(s, personal_pile(owner)), pool, size)
    lay_pile(s, top_slot(s, table.DECK), pool, size)


def pool_hand(hand: int, pool: Cells, size: int) -> int:
    """Append the cards of a hand; return the new size."""
    for card in range(table.KINDS_OF_CARDS):
        for _ in range(copies(hand, card)):
            pool[size] = card
            size += 1
    return size


def below_top(s: Table, pile: int) -> int:
    """The slot right below the top card of a pile, or 0."""
    return slot_below(slot(s, top_slot(s, pile))) if s.tops[pile] else 0


def pool_pile(s: Table, number: int, pool: Cells, size: int) -> int:
    """Append the cards of a pile from a slot down; return the new size."""
    while number:
        content = slot(s, number)
        pool[size] = slot_card(content)
        size += 1
        number = slot_below(content)
    return size


def lay_pile(s: Table, number: int, pool: Cells, size: int) -> int:
    """Replace the cards of a pile from a slot down with the last ones of the pool; return how many are left."""
    while number:
        content = slot(s, number)
        size -= 1
        fill_slot(s, number, content & ~31 | pool[size])
        number = slot_below(content)
    return size


# --- Proofs ---


def hash_state(s: Table) -> int:
    """Hash everything that the rules depend on."""
    found = 0
    for seat in range(s.seats):
        found = mix(found, s.hands[seat])
        # Cards only ever leave personal decks, so the slot of the top card says which are left.
        found = mix(found, top_slot(s, personal_pile(seat)))
        for row in range(table.PERSONAL):
            number = top_slot(s, supply_pile(seat, row))
            while number:
                content = slot(s, number)
                found = mix(found, slot_card(content))
                number = slot_below(content)
            found = mix(found, BLANK)
    for row in range(3):
        top = top_card(s, table.LEVELS + row) if s.tops[table.LEVELS + row] else 15
        found = mix(found, ((s.reach[row] << 8 | s.waiting[row]) << 2 | s.way[row]) << 4 | top)
    # CR-18: the discards matter only to chance.
    small = top_slot(s, table.DECK) << 1 | (1 if s.discards else 0)
    small = (small << 4 | s.still) << 1 | s.moved
    return mix(found, (small << 3 | s.to_move) << 2 | s.phase)


def knows_all(s: Table, seat: int, buffer: Cells) -> bool:
    """Whether a seat can deduce the place of every card: all hidden ones are in one hand, or equal."""
    size = hidden_cards(s, seat, buffer)
    hands = in_hands = 0
    for owner in range(s.seats):
        if owner != seat and s.hands[owner]:
            hands += 1
            in_hands += hand_size(s.hands[owner])
    alike = True
    for place in range(1, size):
        alike = alike and buffer[place] == buffer[0]
    return alike or (hands == 1 and in_hands == size)


def relax(s: Table, seat: int, prover: int, buffer: Cells) -> int:
    """Hide cards whose place is not certain (`undercut.search.contract.relax`)."""
    if knows_all(s, seat, buffer) and knows_all(s, prover, buffer):
        return 0
    for owner in range(s.seats):
        if owner != seat:
            s.hands[owner] = hand_size(s.hands[owner]) << 3 * BLANK
        hide_pile(s, below_top(s, personal_pile(owner)), buffer)
    hide_pile(s, top_slot(s, table.DECK), buffer)
    return 1


def hide_pile(s: Table, number: int, buffer: Cells) -> None:
    """Turn every card of a pile from a slot down into a blank."""
    size = pool_pile(s, number, buffer, 0)
    for place in range(size):
        buffer[place] = BLANK
    lay_pile(s, number, buffer, size)


def is_sure(s: Table, move: int, prover: int, relaxed: int) -> bool:
    """Tell whether a move has the same effect for every arrangement of the hidden cards."""
    if relaxed == 0:
        return True
    if s.to_move == prover:
        # CR-14: with hidden cards in the hand, the end of the turn is not certain.
        return move_kind(move) not in (moves.PUT, moves.END) or (s.hands[prover] >> 3 * BLANK == 0 and draws_nothing(s))
    pile = personal_pile(s.to_move)
    return s.hands[s.to_move] >> 3 * BLANK == 0 and (s.tops[pile] == 0 or top_card(s, pile) != BLANK)


def draws_nothing(s: Table) -> bool:
    """CR-15, CR-18: whether there is nothing to draw at the end of a turn."""
    return s.tops[table.DECK] == 0 and not (s.reshuffle and s.discards)
