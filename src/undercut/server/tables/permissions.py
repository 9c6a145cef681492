"""What a seat may do now, or why not: the same answers decide about commands and grey out buttons."""

from __future__ import annotations

from dataclasses import dataclass, field

from undercut.server.tables.table import Table

Permission = bool | str
"""True; or the reason why not, a sentence; or False where the question makes no sense."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What a reader may do at a table.

    Args:
        move: Play a move.
        resign: Give up.
        offer_draw: Offer a draw.
        answer_draw: Accept or decline the draw that is offered.
        take_back: Ask to take back one's last move.
        answer_take_back: Allow another to take back.
        hint: Ask for a hint.
        rematch: Ask to play again, or agree to it.
        leave: Leave the table.
        take_over: The seats that a bot may take over.
        sit: The seats to sit down in: open ones, or one's own.
        why_not_sit: Why there are none.
    """

    move: Permission = False
    resign: Permission = False
    offer_draw: Permission = False
    answer_draw: Permission = False
    take_back: Permission = False
    answer_take_back: Permission = False
    hint: Permission = False
    rematch: Permission = False
    leave: Permission = False
    take_over: list[int] = field(default_factory=list[int])
    sit: list[int] = field(default_factory=list[int])
    why_not_sit: str = "No seat is open."


def permissions(table: Table, seat: int | None, absent: frozenset[int] = frozenset()) -> Permissions:
    """Say what a reader may do.

    Args:
        table: The table.
        seat: The reader's seat; None: a spectator.
        absent: The seats whose persons have not been looking for a while.
    """
    if seat is None:
        is_open = table.phase == "open"
        return Permissions(
            move="You do not sit at this table.",
            sit=[place for place, one in enumerate(table.seats) if is_open and one.kind == "open"],
        )
    if table.phase == "open":
        return Permissions(
            move="The game has not begun.", leave=True, why_not_sit="You have a seat at this table already."
        )
    if table.phase == "over":
        return Permissions(move="The game is over.", rematch=_rematch(table, seat), why_not_sit="The game is over.")
    return _playing(table, seat, absent)


def _rematch(table: Table, seat: int) -> Permission:
    if table.opened.imported or table.rematch:
        return False
    if table.seats[seat].kind != "person":
        return "A bot plays your seat."
    return "You have asked for it; the others have to agree." if seat in table.rematches else True


def _playing(table: Table, seat: int, absent: frozenset[int]) -> Permissions:
    """Say what somebody may do whose game is going on."""
    mine = table.seats[seat]
    if mine.kind == "bot":
        why = "A bot plays your seat; come back to it first."
        return Permissions(move=why, resign=why, sit=[seat] if mine.key else [], why_not_sit=why)
    return Permissions(
        move=_turn(table, seat),
        resign=True,
        offer_draw=_offer_draw(table, seat),
        answer_draw=bool(table.draw and table.draw.seat != seat and seat not in table.draw.accepted),
        take_back=_take_back(table, seat),
        answer_take_back=bool(
            table.take_back and table.take_back.seat != seat and seat not in table.take_back.accepted
        ),
        hint=_turn(table, seat) if table.opened.hints else "This table allows no hints.",
        leave=not mine.left,
        take_over=[
            place
            for place, other in enumerate(table.seats)
            if place != seat and other.kind == "person" and (other.left or place in absent)
        ],
        sit=[seat] if mine.left else [],
        why_not_sit="You have a seat at this table already.",
    )


def _turn(table: Table, seat: int) -> Permission:
    return True if table.to_move == seat else "It is not your move."


def _offer_draw(table: Table, seat: int) -> Permission:
    if any(one.kind == "bot" for one in table.seats):
        return "Bots do not agree to draws."
    if table.draw:
        return "A draw is offered already."
    return "You have offered a draw; make a move before you offer it again." if seat in table.barred else True


def _take_back(table: Table, seat: int) -> Permission:
    if table.take_back:
        return "Somebody has asked already."
    if seat in table.refused:
        return "You have asked; it was not allowed."
    moves = table.undoable(seat)
    return moves if isinstance(moves, str) else True
