"""Cards of Cups that a seat cannot know: redealt for a search, and what is certain whatever they are.

A move is not certain if a hidden card would be drawn, or if another seat could play one.
"""

from undercut.engine.bits import count, mix, nth
from undercut.engine.chance import below as random_below
from undercut.engine.contract import Cells
from undercut.games.cups import moves, table
from undercut.games.cups.moves import answered, effect, move_card, move_kind
from undercut.games.cups.options import AUTOMATIC
from undercut.games.cups.table import Table, below, giver_of, is_cup, is_held_by, kind_of, place, put

ACES = 15
# Sections of the pool: the hidden cards, the same shuffled, the replacement for each card, and their places.
SHUFFLED, INSTEAD, PLACES = 512, 1024, 1536
MOST_TRIES = 10_000


def is_hidden_in_hand(at: int, seat: int) -> bool:
    """CP-13: whether a card in a hand is unknown to a seat: neither its own nor its gift."""
    return at & (table.AWAY | table.HELD) == table.HELD and at & table.HOLDER != seat and giver_of(at) != seat + 1


def is_hidden_away(s: Table, card: int) -> bool:
    """CP-38: whether a card was put away, other than as a cup that lies apart."""
    return place(s, card) == table.AWAY and not (s.cups_apart and is_cup(card))


def hidden_pile(s: Table, top: int, pool: Cells, size: int) -> int:
    """Append the cards of a pile from its top down; return the new size."""
    while top != table.NONE:
        pool[size] = top
        size += 1
        top = below(s, top)
    return size


def layer_end(s: Table, top: int) -> int:
    """CP-17: the lowest card of the top layer of a graveyard."""
    while not place(s, top) & table.LAYER:
        top = below(s, top)
    return top


def hidden_cards(s: Table, seat: int, pool: Cells) -> tuple[int, int]:
    """List the cards that a seat cannot know, those put away first; return the number of those, and of all."""
    away = 0
    for kind in range(table.KINDS):
        for copy in range(s.decks):
            if is_hidden_away(s, kind + table.COPY * copy):
                pool[away] = kind + table.COPY * copy
                away += 1
    size = away
    for kind in range(table.KINDS):
        for copy in range(s.decks):
            if is_hidden_in_hand(place(s, kind + table.COPY * copy), seat):
                pool[size] = kind + table.COPY * copy
                size += 1
    for owner in range(s.seats):
        if owner != seat and s.graves[owner] != table.NONE:
            size = hidden_pile(s, below(s, layer_end(s, s.graves[owner])), pool, size)
    return away, hidden_pile(s, s.stack, pool, size)


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """CP-4: redeal the cards that a seat cannot know.

    Every hidden card takes another one's place, so that all piles keep their form.
    """
    away, size = hidden_cards(s, seat, pool)
    for number in range(size):
        pool[SHUFFLED + number] = pool[number]
    deal_hidden(s, seat, generator, pool, away, size)


def deal_hidden(s: Table, seat: int, generator: Cells, pool: Cells, away: int, size: int) -> None:
    """Shuffle the hidden cards and lay them where the hidden cards lay."""
    shuffle_hidden(s, generator, pool, away, size)
    # CP-26: everyone can see that the player who is asked has an ace.
    asks = s.phase == table.REDEALING and seat != s.to_move
    tries = 1
    while (asks and not deals_ace(s, pool, size)) or not leaves_cup(s, pool, away):
        if tries == MOST_TRIES:
            return
        shuffle_hidden(s, generator, pool, away, size)
        tries += 1
    s.cups = cups_left(s, pool, away)
    take_places(s, seat, pool, size)
    if asks:
        aces = s.hands[s.to_move] & ACES
        s.dealt = nth(aces, random_below(generator, count(aces))) + 1


def shuffle_hidden(s: Table, generator: Cells, pool: Cells, away: int, size: int) -> None:
    """Put the hidden cards in random order; CP-38: with `cups_apart` no cup among those put away unseen."""
    for number in range(size):
        swap(pool, SHUFFLED + number, SHUFFLED + number + random_below(generator, size - number))
    if not s.cups_apart:
        return
    plain = 0
    for number in range(size):
        if plain < away and not is_cup(pool[SHUFFLED + number]):
            swap(pool, SHUFFLED + plain, SHUFFLED + number)
            plain += 1
    # Picking cards out has moved the others in a way that is not random.
    for number in range(away, size):
        swap(pool, SHUFFLED + number, SHUFFLED + number + random_below(generator, size - number))


def swap(cards: Cells, one: int, other: int) -> None:
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


def cups_left(s: Table, pool: Cells, away: int) -> int:
    """CP-22: how many cups are in play once the shuffled cards lie where the hidden ones lay."""
    left = s.cups
    for number in range(away):
        left += (1 if is_cup(pool[number]) else 0) - (1 if is_cup(pool[SHUFFLED + number]) else 0)
    return left


def leaves_cup(s: Table, pool: Cells, away: int) -> bool:
    """CP-22: whether a cup is left in play; otherwise the game would have ended, as everyone can see."""
    return s.no_cups_end != AUTOMATIC or s.cup_burns != 0 or cups_left(s, pool, away) > 0


def deals_ace(s: Table, pool: Cells, size: int) -> bool:
    """CP-26: whether the shuffled cards give an ace to the player who is asked, if they get any cards."""
    gets = False
    for number in range(size):
        if is_held_by(place(s, pool[number]), s.to_move):
            gets = True
            if kind_of(pool[SHUFFLED + number]) < table.FIRST_TWO:
                return True
    return not gets


def take_places(s: Table, seat: int, pool: Cells, size: int) -> None:
    """Lay each shuffled card where the hidden card of the same number lay."""
    for card in range(table.COPY * s.decks):
        pool[INSTEAD + card] = card
    for number in range(size):
        pool[INSTEAD + pool[number]] = pool[SHUFFLED + number]
        pool[PLACES + number] = place(s, pool[number])
    for number in range(size):
        put(s, pool[SHUFFLED + number], moved_place(pool[PLACES + number], pool))
    if s.stack != table.NONE:
        s.stack = pool[INSTEAD + s.stack]
    for owner in range(s.seats):
        if owner != seat and s.graves[owner] != table.NONE:
            # The uncovered layer stays, but lies on another card now.
            end = layer_end(s, s.graves[owner])
            put(s, end, moved_place(place(s, end), pool))
    list_hands(s, seat)


def list_hands(s: Table, seat: int) -> None:
    """Rebuild the masks of kinds of the other hands."""
    for owner in range(s.seats):
        if owner != seat:
            s.hands[owner] = 0
    for kind in range(table.KINDS):
        for copy in range(s.decks):
            at = place(s, kind + table.COPY * copy)
            if at & (table.AWAY | table.HELD) == table.HELD and at & table.HOLDER != seat:
                s.hands[at & table.HOLDER] |= 1 << kind


def moved_place(at: int, pool: Cells) -> int:
    """The place for the card that replaces another: in a pile, on the new card below; in a hand, without giver."""
    if at & table.AWAY:
        return at
    if at & table.HELD:
        return at & (table.HELD | 7)
    return at if at & table.NONE == table.NONE else at & table.LAYER | pool[INSTEAD + (at & table.NONE)]


# --- Proofs ---


def hash_state(s: Table) -> int:
    """Hash everything that the rules depend on."""
    found = 0
    for kind in range(table.KINDS):
        found = mix(found, s.where[kind])
    for seat in range(s.seats):
        found = mix(found, s.graves[seat])
    small = (s.stack << 9 | s.dump) << 9 | s.side
    small = (small << 1 | s.side_active) << 1 | (1 if s.direction > 0 else 0)
    found = mix(found, (small << 9 | s.idle) << 2 | s.moved << 1 | s.called)
    small = (s.turn << 3 | s.to_move) << 4 | s.phase
    small = (small << 8 | s.emptied) << 8 | s.out
    found = mix(found, small << 1 | s.run)
    small = (s.dealing << 9 | s.dealt) << 9 | s.pool
    return mix(found, (small << 9 | s.missing) << 9 | s.cups)


def knows_all(s: Table, seat: int, buffer: Cells) -> bool:
    """Whether a seat can deduce the place of every card: all hidden ones are in one hand, put away, or equal."""
    away, size = hidden_cards(s, seat, buffer)
    if size == away or size < 2:  # noqa: PLR2004  a single hidden card has only one place
        return True
    alike = in_one_hand = True
    for number in range(size):
        if kind_of(buffer[number]) != kind_of(buffer[0]):
            alike = False
        if place(s, buffer[number]) & (table.AWAY | table.HELD | 7) != place(s, buffer[0]) & (table.HELD | 7):
            in_one_hand = False
    return alike or (in_one_hand and place(s, buffer[0]) & (table.AWAY | table.HELD) == table.HELD)


def relax(s: Table, seat: int, prover: int, buffer: Cells) -> int:
    """Hide cards whose place is not certain (`undercut.search.contract.relax`)."""
    if knows_all(s, seat, buffer) and knows_all(s, prover, buffer):
        return 0
    return s.stack_size + 1 if seat == prover else -1


def is_sure(s: Table, move: int, prover: int, relaxed: int) -> bool:
    """Tell whether a move has the same effect for every arrangement of the hidden cards."""
    if relaxed == 0:
        return True
    if s.stack_size != relaxed - 1:
        return False
    kind = move_kind(move)
    if s.to_move != prover and holds_hidden(s, s.to_move, prover):
        return False
    if kind <= moves.UNSEEN:
        card = move_card(move)
        burns = is_cup(card) and s.cup_burns != 0 and card < table.FIRST_COURT
        return not burns and effect(s, card, answered(s, kind)) != moves.DRAW
    return kind in (moves.GIVE, moves.KEEP, moves.SIDE_RUN)


def holds_hidden(s: Table, owner: int, seat: int) -> bool:
    """CP-4: whether a hand holds a card that a seat cannot know."""
    for kind in range(table.KINDS):
        for copy in range(s.decks):
            at = place(s, kind + table.COPY * copy)
            if at & table.HOLDER == owner and is_hidden_in_hand(at, seat):
                return True
    return False
