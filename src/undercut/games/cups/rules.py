"""The rules of Cups, clause by clause: what each move does, and how turns and games end.

Like `table` and `moves`, these are plain functions over integers that run both as plain Python and compiled.
"""

from undercut.engine.contract import Cells
from undercut.games.cups import moves, table
from undercut.games.cups.moves import answered, effect, encode, move_card, move_kind, next_giver
from undercut.games.cups.options import AUTOMATIC, NEVER, NO_ACE, REMOVE, SIT_OUT, TO_SIDE
from undercut.games.cups.table import (
    Table,
    below,
    draw_cards,
    fewest,
    give,
    is_cup,
    kind_of,
    lay_hand_down,
    leave_hand,
    loose_copy,
    no_hands,
    pick_up,
    pile_size,
    put,
    put_away,
    put_dump_cups_away,
    put_on_dump,
    put_on_side,
    put_on_stack,
    put_side_top_away,
    put_stack_away,
    rank_of,
    step,
    take,
    take_from_dump,
    take_from_stack,
    take_three,
)

# --- Playing ---------------------------------------------------------------------------------------------------------


def clear_table(s: Table) -> None:
    """Prepare a table whose fields are 0 for its cards, before seat 0's first turn (CP-3)."""
    loose = table.LOOSE * table.ALL_COPIES & (1 << table.PLACE_BITS * s.decks) - 1
    for kind in range(table.KINDS):
        s.where[kind] = loose
    for seat in range(table.SEATS):
        s.graves[seat] = table.NONE
    s.stack = s.dump = s.side = table.NONE
    s.direction = 1
    s.cups = table.RANKS * s.decks


def deal(s: Table, order: Cells) -> None:
    """CP-2: deal hands seat by seat; one card starts the dump, the rest is the stack."""
    clear_table(s)
    place = 0
    for seat in range(s.seats):
        for _ in range(s.hand_size):
            take(s, seat, loose_copy(s, order[place]))
            place += 1
    put_on_dump(s, loose_copy(s, order[place]))
    for other in range(table.KINDS * s.decks - 1, place, -1):
        put_on_stack(s, loose_copy(s, order[other]))


def play(s: Table, move: int) -> None:
    kind = move_kind(move)
    card = move_card(move)
    if kind <= moves.UNSEEN:
        play_card(s, card, 1 if kind == moves.UNSEEN else 0)
    elif kind == moves.GIVE:
        answer_ace(s, card)
    elif kind == moves.KEEP:
        answer_ace(s, -1)
    elif kind == moves.SIDE_RUN:
        # CP-32: the cup takes and burns nothing, and leaves the side pile active or not.
        put_on_side(s, leave_hand(s, s.turn, card))
        finish_play(s)
    elif kind == moves.CALL:
        call(s)
    elif kind == moves.OK:
        deal_on(s, step(s, s.to_move))
    elif kind == moves.ACE:
        play_dealt_ace(s, card)
    else:
        bury(s, joins=kind == moves.BURY_OPEN or s.cover == NEVER)


def play_card(s: Table, kind: int, unseen: int) -> None:
    """CP-11 to CP-16, CP-21, CP-35, CP-36: play a card from the hand with its whole effect."""
    active = answered(s, unseen)
    clause = effect(s, kind, active)
    card = leave_hand(s, s.turn, kind)
    s.run = 1 if clause == moves.IDENTICAL else 0
    if clause == moves.TAKE:
        take_three(s)
    lay(s, card)
    if clause == moves.DRAW:
        # CP-14, CP-15: a spot draws its number, a court as many cards as there are players.
        draw(s, rank_of(kind) + 1 if kind < table.FIRST_COURT else s.seats)
    elif clause == moves.GIFTS:
        ask_for_gifts(s)
    elif clause == moves.COVER:
        if settle_hands(s):
            s.direction = -s.direction
            end_turn(s)
    elif is_cup(kind) and s.cup_burns and kind < table.FIRST_COURT:
        burn(s, rank_of(kind) + 1)
    else:
        finish_play(s)


def lay(s: Table, card: int) -> None:
    """CP-10, CP-30: put a card on the dump, or a cup on the side pile, and make it active."""
    if s.cup_goes == TO_SIDE and is_cup(card):
        put_on_side(s, card)
        s.side_active = 1
    else:
        put_on_dump(s, card)
        s.side_active = 0


def ask_for_gifts(s: Table) -> None:
    """CP-13: ask each other player for a gift."""
    s.emptied = 0
    s.to_move = next_giver(s, s.turn)
    if s.to_move == s.turn:
        finish_play(s)
    else:
        s.phase = table.GIVING


def answer_ace(s: Table, kind: int) -> None:
    """CP-13, CP-33: give a card, or keep (-1), and ask the next player."""
    giver = s.to_move
    if kind >= 0:
        if s.hands[giver]:
            card = leave_hand(s, giver, kind)
        else:
            card = s.graves[giver]
            s.graves[giver] = below(s, card)
        give(s, giver, s.turn, card)
        s.moved = 1
        if s.hands[giver] == 0 and (s.graves[giver] == table.NONE or not s.out >> giver & 1):
            s.emptied |= 1 << giver
    s.to_move = next_giver(s, giver)
    if s.to_move == s.turn:
        s.phase = table.PLAYING
        finish_play(s)


def bury(s: Table, joins: bool) -> None:  # noqa: FBT001  plain functions take plain values
    """CP-17: lay down the whole hand and draw as many cards."""
    size = lay_hand_down(s, s.turn, joins)
    draw_cards(s, size)
    if s.stack == table.NONE:
        renew_stack(s, table.AFTER_BURY)
    else:
        end_turn(s)


def call(s: Table) -> None:
    """CP-22, `no_cups_end=on_call`: the player on turn calls that no cup is left, rightly or wrongly."""
    if s.cups == 0:
        end_with_fewest(s, table.BY_NO_CUPS)
    else:
        s.called = 1


# --- Drawing, burning, a new stack -----------------------------------------------------------------------------------


def draw(s: Table, number: int) -> None:
    """CP-14, CP-15: draw the cost of a play."""
    draw_cards(s, number)
    settle_stack(s)


def burn(s: Table, number: int) -> None:
    """CP-36: put cards from the top of the stack away, face down."""
    for _ in range(min(number, s.stack_size)):
        put_away(s, take_from_stack(s))
    settle_stack(s)


def settle_stack(s: Table) -> None:
    """CP-20: finish a draw or a burn, renewing the stack if it is empty."""
    if s.stack == table.NONE:
        renew_stack(s, table.AFTER_PLAY)
    else:
        finish_play(s)


def renew_stack(s: Table, after: int) -> None:
    """CP-20, CP-21: put the active card and the cups of the dump away; the rest waits to be shuffled."""
    s.run = 0
    if s.side_active:
        put_side_top_away(s)
    elif s.dump != table.NONE:
        put_away(s, take_from_dump(s))
    s.phase = after
    s.pool = put_dump_cups_away(s)
    if s.pool == 0:
        settle_renewal(s)


def settle_renewal(s: Table) -> None:
    """CP-20 to CP-23: finish renewing the stack, and end the game if no cup is left in play."""
    after_play = s.phase == table.AFTER_PLAY
    s.phase = table.PLAYING
    for _ in range(min(s.missing, s.stack_size)):
        put_on_dump(s, take_from_stack(s))
    s.missing = 0
    # CP-37: going out takes precedence.
    goes_out = after_play and s.hands[s.turn] == 0 and s.graves[s.turn] == table.NONE
    if s.cups == 0 and s.no_cups_end == AUTOMATIC and not goes_out:
        end_with_fewest(s, table.BY_NO_CUPS)
    elif after_play:
        finish_play(s)
    else:
        end_turn(s)


# --- Ends of plays, turns and games ----------------------------------------------------------------------------------


def finish_play(s: Table) -> None:
    """CP-37: finish a play that does not reverse."""
    if settle_hands(s):
        end_turn(s)


def settle_hands(s: Table) -> bool:
    """CP-18: players without a hand go out or pick up their graveyards; return False if the game is over."""
    if s.hands[s.turn] == 0 and empty_handed(s, s.turn):
        return False
    if s.emptied:
        seat = step(s, s.turn)
        while seat != s.turn:
            if s.emptied >> seat & 1 and empty_handed(s, seat):
                return False
            seat = step(s, seat)
        s.emptied = 0
    return True


def empty_handed(s: Table, seat: int) -> bool:
    """CP-18, CP-33: a seat without a graveyard wins (return True); otherwise it picks its graveyard up, or sits out."""
    if s.graves[seat] == table.NONE:
        end(s, 1 << seat, table.WENT_OUT)
        return True
    if s.empty_hand != SIT_OUT:
        pick_up(s, seat)
    return False


def end_turn(s: Table) -> None:
    """CP-27, CP-33, CP-37: end the turn and begin the next player's."""
    if not may_go_on(s):
        return
    seat = step(s, s.turn)
    while s.out >> seat & 1:
        seat = step(s, seat)
    begin_turn(s, seat)


def may_go_on(s: Table) -> bool:
    """CP-27, CP-33: count the turn, update who sits out, and end the game if it is due."""
    if s.empty_hand == SIT_OUT:
        s.out = 0
        for seat in range(s.seats):
            if s.hands[seat] == 0:
                s.out |= 1 << seat
        if s.out == (1 << s.seats) - 1:
            end(s, fewest(s, 0, 1), table.BY_GRAVEYARDS)
            return False
    s.idle = 0 if s.moved else s.idle + 1
    if s.idle >= table.MOST_IDLE * s.seats:
        end_with_fewest(s, table.BY_GUARD)
        return False
    return True


def begin_turn(s: Table, seat: int) -> None:
    """CP-19, CP-25: begin a turn; a player without a hand picks up the graveyard, or the stack is redealt."""
    s.turn = seat
    s.to_move = seat
    s.moved = 0
    s.called = 0
    if s.hands[seat] == 0:
        if s.redeal and no_hands(s):
            begin_redeal(s)
        else:
            pick_up(s, seat)


def end_with_fewest(s: Table, reason: int) -> None:
    """CP-22, CP-27: end the game; the fewest cards win."""
    end(s, fewest(s, 1, s.graveyard_weight), reason)


def end(s: Table, winners: int, reason: int) -> None:
    s.phase = table.OVER
    s.winners = winners
    s.reason = reason


def is_over(s: Table) -> bool:
    return s.phase == table.OVER


# --- The redeal (CP-25, CP-26) ---------------------------------------------------------------------------------------


def begin_redeal(s: Table) -> None:
    """CP-25: no player has a hand, so deal out the stack; if it is too small, put it away and try once more."""
    s.run = 0
    s.side_active = 0
    if s.stack_size >= s.seats:
        deal_stack(s)
        return
    put_stack_away(s)
    s.pool = pile_size(s, s.dump)
    if s.pool:
        s.phase = table.AFTER_FAILURE
    else:
        pick_up_all(s)


def deal_stack(s: Table) -> None:
    """CP-25: deal every player the same number of cards, starting with the player on turn."""
    s.dealing = s.stack_size // s.seats * s.seats
    deal_on(s, s.turn)


def deal_on(s: Table, seat: int) -> None:
    """CP-25, CP-26: continue the deal from a seat until it is finished or a player may play an ace."""
    s.phase = table.PLAYING
    s.dealt = 0
    while s.dealing:
        card = take_from_stack(s)
        take(s, seat, card)
        s.dealing -= 1
        s.moved = 1
        if kind_of(card) < table.FIRST_TWO and s.redeal_ace != NO_ACE:
            s.phase = table.REDEALING
            s.to_move = seat
            s.dealt = kind_of(card) + 1
            return
        seat = step(s, seat)
    s.to_move = s.turn
    put_stack_away(s)
    s.pool = pile_size(s, s.dump)
    if s.pool:
        s.phase = table.AFTER_DEAL


def play_dealt_ace(s: Table, kind: int) -> None:
    """CP-26: the ace ends the deal and is its player's turn; the player to their left is next."""
    seat = s.to_move
    s.turn = seat
    s.phase = table.PLAYING
    s.dealing = s.dealt = 0
    lay(s, leave_hand(s, seat, kind))
    if s.redeal_ace == REMOVE:
        put_stack_away(s)
    if s.hands[seat] == 0 and empty_handed(s, seat):
        return
    if may_go_on(s):
        begin_turn(s, (seat or s.seats) - 1)


def pick_up_all(s: Table) -> None:
    """CP-25: the second stack was too small as well; all pick up, the dump is put away, a free lead follows."""
    for seat in range(s.seats):
        pick_up(s, seat)
    while s.dump != table.NONE:
        put_away(s, take_from_dump(s))


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_need(s: Table) -> int:
    """CP-20, CP-25: how many cards of the dump are to be shuffled into a new stack."""
    return s.pool


def chance_pool(s: Table, cards: Cells) -> int:
    """CP-20, CP-25: the cards of the dump that are to be shuffled, the lowest first.

    All of them were played openly, so their order reveals nothing.
    """
    card = s.dump
    for number in range(s.pool - 1, -1, -1):
        cards[number] = kind_of(card)
        card = below(s, card)
    return s.pool


def apply_chance(s: Table, cards: Cells) -> None:
    """CP-20, CP-25: make the shuffled cards the new stack, turn one, and continue the game."""
    while s.dump != table.NONE:
        put(s, take_from_dump(s), table.LOOSE)
    for number in range(s.pool - 1, -1, -1):
        put_on_stack(s, loose_copy(s, cards[number]))
    s.pool = 0
    put_on_dump(s, take_from_stack(s))
    if s.phase == table.AFTER_DEAL:
        s.phase = table.PLAYING
    elif s.phase == table.AFTER_FAILURE:
        s.phase = table.PLAYING
        if s.stack_size >= s.seats:
            deal_stack(s)
        else:
            pick_up_all(s)
    else:
        settle_renewal(s)


# --- Queries ---------------------------------------------------------------------------------------------------------


def winners(s: Table) -> int:
    """CP-22, CP-27, CP-33: who has won."""
    return s.winners


def seen_move(s: Table, move: int, seat: int) -> int:
    """CP-13: a gift from a hand is given face down."""
    if move_kind(move) == moves.GIVE and seat not in (s.to_move, s.turn) and s.hands[s.to_move]:
        return encode(moves.GIVE, moves.NO_CARD)
    return move
