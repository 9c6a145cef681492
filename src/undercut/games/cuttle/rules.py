"""The rules of Cuttle, clause by clause: what each move does, and how turns and games end.

Like `table` and `moves`, these are plain functions over integers that run both as plain Python and compiled.
"""

from undercut.engine.bits import count, list_members, lowest
from undercut.engine.contract import Cells
from undercut.games.cuttle import moves, table
from undercut.games.cuttle.moves import move_card, move_kind, move_target
from undercut.games.cuttle.options import AT_ONCE, BEFORE, PLAYED, RANDOM, RECYCLE, TO_CONTROLLER, TO_STOCK
from undercut.games.cuttle.table import (
    Table,
    change_side,
    draw_cards,
    goal,
    lay_jack,
    leave_hand,
    lift_jack,
    pack_size,
    pile_jacks,
    point_card_under,
    pushed,
    put_on_stock,
    row_mask,
    strip_all_jacks,
    strip_points,
    take_from_stock,
    total,
)

# --- Playing ---------------------------------------------------------------------------------------------------------


def clear_table(s: Table) -> None:
    """Prepare a table whose fields are 0 for its cards (CU-3)."""
    for suit in range(4):
        s.jack_under[suit] = table.NONE
    s.waiting = s.target = table.NONE


def deal(s: Table, order: Cells) -> None:
    """CU-3: deal to seat 0 and then to the dealer; the rest is the stock."""
    clear_table(s)
    first, both = s.dealt[0], s.dealt[0] + s.dealt[1]
    for place in range(first):
        s.hands[0] |= 1 << order[place]
    for place in range(first, both):
        s.hands[1] |= 1 << order[place]
    for place in range(pack_size(s) - 1, both - 1, -1):
        put_on_stock(s, order[place])


def play(s: Table, move: int) -> None:
    kind = move_kind(move)
    card = move_card(move)
    if kind == moves.DRAW:
        s.passes = 0
        draw_cards(s, s.turn, 1)
        finish_play(s)
    elif kind == moves.PASS:
        s.passes += 1
        finish_play(s)
    elif kind == moves.COUNTER:
        leave_hand(s, s.to_move, card)
        s.counters = pushed(s.counters, card)
        s.to_move = 1 - s.to_move
    elif kind == moves.OK:
        settle_counters(s)
    elif kind == moves.TAKE:
        take_from_scrap(s, card)
    elif kind == moves.DISCARD:
        discard(s, card)
    else:
        play_card(s, kind, card, move_target(move))
    see_open_hands(s)


def play_card(s: Table, kind: int, card: int, target: int) -> None:
    """CU-10 to CU-14: play a card from the hand, or one that a seven turned."""
    s.passes = 0
    take_up(s, card)
    bit = 1 << card
    if kind == moves.ONE_OFF:
        # CU-20, CU-21: the one-off waits in no pile, and the other player is always asked.
        s.waiting = card
        s.target = target
        s.phase = table.COUNTERING
        s.to_move = 1 - s.turn
        return
    if kind == moves.POINTS:
        s.points[s.turn] |= bit
    elif kind == moves.SCUTTLE:
        scuttle(s, card, target)
        return
    elif kind == moves.PERMANENT:
        s.permanents[s.turn] |= bit
    else:
        lay_jack(s, card, target)
    finish_play(s)


def scuttle(s: Table, card: int, target: int) -> None:
    """CU-11, CU-Ta: scrap a point card with a higher one; a ten may undo this in the next turn."""
    undone = s.points[1 - s.turn] & 1 << target if s.ten_undoes_scuttle else 0
    strip_points(s, target)
    s.scrap |= 1 << card | 1 << target
    finish_play(s)
    s.scuttled = undone


def take_up(s: Table, card: int) -> None:
    """Remove the card to play from its place; of two turned cards the other returns to the stock (CU-7a)."""
    if s.phase != table.TURNED:
        leave_hand(s, s.turn, card)
        return
    if s.seven_leaves == PLAYED:
        scrap_suspended(s)
    other = s.revealed & ~(1 << card)
    s.revealed = 0
    s.phase = table.PLAYING
    if other:
        put_on_stock(s, lowest(other))
        s.known_top += 1


def settle_counters(s: Table) -> None:
    """CU-21: resolve the counters: scrap the twos, then carry out the one-off or scrap it."""
    twos = row_mask(s.counters)
    s.scrap |= twos
    s.counters = 0
    if count(twos) & 1:
        finish_one_off(s)
    else:
        take_effect(s)


def take_effect(s: Table) -> None:
    """CU-A to CU-Ta: carry out the effect of the waiting one-off."""
    rank = s.waiting >> 2
    if rank == table.ACE:
        scrap_all_points(s)
    elif rank in (table.TWO, table.EIGHT):
        scrap_permanent(s, s.target)
    elif rank == table.THREE:
        s.phase = table.TAKING
        s.to_move = s.turn
        return
    elif rank == table.FOUR:
        four(s)
        return
    elif rank == table.FIVE:
        five(s)
        return
    elif rank == table.SIX:
        scrap_all_permanents(s)
    elif rank == table.SEVEN:
        seven(s)
        return
    elif rank == table.TEN:
        undo_scuttle(s)
    else:
        nine(s, s.target)
    finish_one_off(s)


def scrap_all_points(s: Table) -> None:
    """CU-A: scrap all point cards of both players, with their jacks."""
    strip_all_jacks(s)
    s.scrap |= s.points[0] | s.points[1]
    s.points[0] = 0
    s.points[1] = 0


def scrap_permanent(s: Table, card: int) -> None:
    """CU-2a, CU-8a: scrap one permanent."""
    take_off_table(s, card)
    s.scrap |= 1 << card


def take_off_table(s: Table, card: int) -> None:
    """Remove a permanent from the table; the caller places it."""
    if s.jacks >> card & 1:
        lift_jack(s, card)
    s.permanents[0] &= ~(1 << card)
    s.permanents[1] &= ~(1 << card)


def scrap_all_permanents(s: Table) -> None:
    """CU-6a: scrap every permanent; each point card changes side once for each jack it loses."""
    left = s.jacks
    while left:
        change_side(s, point_card_under(s, lowest(left)))
        left &= left - 1
    strip_all_jacks(s)
    s.scrap |= s.permanents[0] | s.permanents[1]
    s.permanents[0] = 0
    s.permanents[1] = 0


def take_from_scrap(s: Table, card: int) -> None:
    """CU-3a: take a card with the three, openly."""
    bit = 1 << card
    s.scrap &= ~bit
    s.hands[s.turn] |= bit
    s.known[s.turn] |= bit
    finish_one_off(s)


def four(s: Table) -> None:
    """CU-4a: the other player scraps two cards, or all if there are fewer."""
    them = 1 - s.turn
    size = count(s.hands[them])
    if s.four == RANDOM and size > 2:  # noqa: PLR2004  a four strikes two cards
        s.phase = table.CHANCE
    elif s.four == RANDOM or size == 0:
        scrap_from_hand(s, them, s.hands[them])
        finish_one_off(s)
    else:
        s.phase = table.DISCARDING
        s.to_move = them
        s.to_discard = min(2, size)


def scrap_from_hand(s: Table, seat: int, cards: int) -> None:
    while cards:
        leave_hand(s, seat, lowest(cards))
        s.scrap |= 1 << lowest(cards)
        cards &= cards - 1


def five(s: Table) -> None:
    """CU-5a: draw two; or discard one, if there is one, and draw three."""
    if s.five == RECYCLE and s.hands[s.turn]:
        s.phase = table.RECYCLING
        s.to_move = s.turn
        s.to_discard = 1
        return
    draw_cards(s, s.turn, 3 if s.five == RECYCLE else 2)
    finish_one_off(s)


def seven(s: Table) -> None:
    """CU-7a, CU-23: turn the top of the stock; the seven goes into suspension, or is scrapped at once."""
    for _ in range(min(s.seven, s.stock_size)):
        s.revealed |= 1 << take_from_stock(s)
    if s.seven_leaves == BEFORE:
        s.scrap |= 1 << s.waiting
    else:
        s.suspended = pushed(s.suspended, s.waiting)
    s.waiting = table.NONE
    s.phase = table.TURNED
    s.to_move = s.turn


def nine(s: Table, card: int) -> None:
    """CU-9a: return a card from the table to a hand, or to the top of the stock."""
    bit = 1 << card
    side = nine_destination(s, card)
    if bit & (s.points[0] | s.points[1]):
        strip_points(s, card)
    else:
        take_off_table(s, card)
    if s.nine_to == TO_STOCK:
        put_on_stock(s, card)
        s.known_top += 1
        return
    s.hands[side] |= bit
    s.known[side] |= bit
    if s.nine_freeze and side != s.turn:
        s.frozen |= bit


def nine_destination(s: Table, card: int) -> int:
    """CU-9a: the seat to whose hand a nine returns a card."""
    bit = 1 << card
    if s.jacks & bit:
        if s.nine_to != TO_CONTROLLER:
            return 1 if s.jack_by & bit else 0
        return 1 if s.points[1] >> point_card_under(s, card) & 1 else 0
    side = 1 if bit & (s.points[1] | s.permanents[1]) else 0
    # Under `player`: without its jacks, a point card would lie on the side of the player who played it.
    return side if s.nine_to == TO_CONTROLLER else side ^ (count(pile_jacks(s, card)) & 1)


def undo_scuttle(s: Table) -> None:
    """CU-Ta: bring the card that was scuttled in the turn before back to its side, without its jacks."""
    s.scrap &= ~s.scuttled
    s.points[s.turn] |= s.scuttled


def discard(s: Table, card: int) -> None:
    """Discard a card: for a four, a five or the hand limit, or one that a seven turned and that cannot be played."""
    if s.phase == table.TURNED:
        take_up(s, card)
        s.scrap |= 1 << card
        finish_play(s)
        return
    scrap_from_hand(s, s.to_move, 1 << card)
    s.to_discard -= 1
    if s.to_discard:
        return
    if s.phase == table.LIMITING:
        next_turn(s)
        return
    if s.phase == table.RECYCLING:
        draw_cards(s, s.turn, 3)
    finish_one_off(s)


# --- Ends of plays, turns and games ----------------------------------------------------------------------------------


def finish_one_off(s: Table) -> None:
    """CU-14: scrap a one-off that has taken effect or was countered."""
    if s.waiting != table.NONE:
        s.scrap |= 1 << s.waiting
    s.waiting = table.NONE
    s.target = table.NONE
    finish_play(s)


def finish_play(s: Table) -> None:
    """Finish a play with its whole effect: end the game, ask for discards, or pass the turn."""
    scrap_suspended(s)
    s.scuttled = 0
    me, them = s.turn, 1 - s.turn
    if total(s, me) >= goal(s, me):
        end(s, 1 << me, table.BY_POINTS)
    elif s.win == AT_ONCE and total(s, them) >= goal(s, them):
        end(s, 1 << them, table.BY_POINTS)
    elif s.passes == s.pass_limit:
        end(s, 0, table.BY_PASSES)
    else:
        # CU-9a, CU-35: frozen cards thaw before the hand limit applies.
        s.frozen &= ~s.hands[me]
        excess = count(s.hands[me]) - s.hand_limit
        if s.hand_limit and excess > 0:
            s.phase = table.LIMITING
            s.to_move = me
            s.to_discard = excess
        else:
            next_turn(s)


def scrap_suspended(s: Table) -> None:
    """CU-23: scrap the sevens in suspension."""
    s.scrap |= row_mask(s.suspended)
    s.suspended = 0


def next_turn(s: Table) -> None:
    """CU-4: begin the other player's turn."""
    s.turn = 1 - s.turn
    s.to_move = s.turn
    s.phase = table.PLAYING


def end(s: Table, winners: int, reason: int) -> None:
    s.phase = table.OVER
    s.winners = winners
    s.reason = reason


def see_open_hands(s: Table) -> None:
    """CU-30, CU-36: record cards that lie open at the end of a move as known from then on."""
    if s.permanents[0] & table.EIGHTS or has_open_end(s):
        s.known[1] |= s.hands[1]
    if s.permanents[1] & table.EIGHTS or has_open_end(s):
        s.known[0] |= s.hands[0]


def has_open_end(s: Table) -> bool:
    """CU-36: whether both hands are open because the stock is empty."""
    return s.open_end != 0 and s.stock_size == 0


def open_cards(s: Table, owner: int) -> int:
    """CU-30, CU-36: the cards of a hand that the other player knows or sees now, as a set."""
    lies_open = s.permanents[1 - owner] & table.EIGHTS or has_open_end(s)
    return s.hands[owner] if lies_open else s.known[owner]


def is_over(s: Table) -> bool:
    return s.phase == table.OVER


def chance_need(s: Table) -> int:
    """CU-4a: how many cards to draw by chance: two for a random four."""
    return 2 if s.phase == table.CHANCE else 0


def chance_pool(s: Table, cards: Cells) -> int:
    """CU-4a: list the hand from which a random four takes cards."""
    return list_members(s.hands[1 - s.turn], cards, 0)


def apply_chance(s: Table, cards: Cells) -> None:
    """CU-4a: scrap the two cards that a random four takes."""
    scrap_from_hand(s, 1 - s.turn, 1 << cards[0] | 1 << cards[1])
    finish_one_off(s)
    see_open_hands(s)


# --- Queries ---------------------------------------------------------------------------------------------------------


def winners(s: Table) -> int:
    """CU-7, CU-8: who has won."""
    return s.winners
