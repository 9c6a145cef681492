"""The commands that a seat may give now, with reasons for refusals."""

from itertools import takewhile

from undercut.table.commands import NotPossible
from undercut.table.events import Advised, Said
from undercut.table.opening.deals import DUPLICATE_PLAYERS
from undercut.table.parts import MOST, MOST_AT_ONCE, OpenOffer, Reader
from undercut.table.scene import Permission, Permissions
from undercut.table.table import Table
from undercut.translation import N_, _

_PAIR = 2  # players at a table where no bots wait for one another
MOST_EVENTS = 5_000  # log length from which moves can no longer be taken back: otherwise one game could go on for ever


def permissions(table: Table, seat: int | None, absent: frozenset[int] = frozenset()) -> Permissions:
    if seat is None:
        is_open = table.phase == "open"
        return Permissions(sit=[place for place, one in enumerate(table.seats) if is_open and one.kind == "open"])
    if table.phase == "open":
        answer = _may_answer(table.offers.proposal, seat)
        change = seat == table.host or _("Only the table's host, the player who sat down first, can do that.")
        return Permissions(leave=True, new_link=True, change=change, answer=answer)
    if table.phase == "over":
        return Permissions(
            rematch=_rematch(table, seat),
            answer_rematch=_answer_rematch(table, seat),
            duplicate=_duplicate(table, seat),
            say=_say(table, seat),
        )
    return _playing(table, seat, absent)


def may_move(table: Table, seat: int | None) -> Permission:
    if seat is None:
        return _("You do not have a seat at this table.")
    if table.phase != "playing":
        return _("The game has not started.") if table.phase == "open" else table.closed or _("The game is over.")
    return _(BOT_PLAYS) if table.seats[seat].kind == "bot" else _turn(table, seat)


def why_not_sit(table: Table, seat: int | None) -> str:
    if table.closed:
        return table.closed
    if seat is None:
        return _("No seat is open.")
    if table.phase == "over":
        return _("The game is over.")
    plays = table.phase == "open" or table.seats[seat].kind != "bot"
    return _("You already have a seat at this table.") if plays else _(BOT_PLAYS)


BOT_PLAYS = N_("A bot is playing your seat; take it back first.")


def _may_answer(offer: OpenOffer | None, seat: int) -> bool:
    return offer is not None and seat not in offer.agreed


def _say(table: Table, seat: int) -> Permission:
    if table.seats[seat].kind != "person" or not table.persons() - {seat} or table.closed or table.opened.imported:
        return False
    last = takewhile(lambda line: line.kind is Said, reversed(table.lines))
    if [line.seat for line in last].count(seat) >= MOST_AT_ONCE:
        return _("Wait until something else happens at the table.")
    if sum(line.kind is Said for line in table.lines) >= MOST:
        return _("This table has reached its limit of messages.")
    return True


def _rematch(table: Table, seat: int) -> Permission:
    following = table.next_game
    if table.opened.imported or following.table or table.closed:
        return False
    if table.seats[seat].kind != "person":
        return _("A bot is playing your seat.")
    if refusing := following.declined - {seat}:
        return _("{name} does not want a rematch.").format(name=table.names[min(refusing)])
    return _("You have asked for a rematch; the others still have to agree.") if seat in following.asked else True


def _answer_rematch(table: Table, seat: int) -> bool:
    following = table.next_game
    asked_by_others = following.asked and seat not in following.asked
    return bool(asked_by_others and not following.table and table.seats[seat].kind == "person")


def _duplicate(table: Table, seat: int) -> bool:
    """Return whether two people have played each other, who may now play the same deals."""
    opened, persons = table.opened, table.persons()
    return seat in persons and len(persons) == DUPLICATE_PLAYERS and not (opened.imported or table.closed)


def _playing(table: Table, seat: int, absent: frozenset[int]) -> Permissions:
    mine = table.seats[seat]
    if mine.kind == "bot":
        return Permissions(resign=_(BOT_PLAYS), sit=[seat] if mine.key else [], new_link=mine.key is not None)
    shared = table.opened.chance
    no_hints = (
        _("Others play this deal too, so hints are off.") if shared else _("Hints are not allowed at this table.")
    )
    return Permissions(
        resign=True,
        say=_say(table, seat),
        offer_draw=_offer_draw(table, seat),
        answer_draw=_may_answer(table.offers.draw, seat),
        take_back=_take_back(table, seat),
        answer_take_back=_may_answer(table.offers.take_back, seat),
        hint=_turn(table, seat) if table.hints else no_hints,
        skip=len(table.seats) > _PAIR and table.to_move != seat and table.persons() == {seat},
        leave=not mine.gone,
        new_link=mine.key is not None,
        take_over=[
            place
            for place, other in enumerate(table.seats)
            if place != seat and other.kind == "person" and (other.gone or place in absent)
        ],
        sit=[seat] if mine.gone else [],
    )


def _turn(table: Table, seat: int) -> Permission:
    return True if table.to_move == seat else _("It is not your move.")


def _offer_draw(table: Table, seat: int) -> Permission:
    if any(one.kind == "bot" for one in table.seats):
        return _("Bots do not agree to draws.")
    if gone := next((one.name for place, one in enumerate(table.seats) if one.gone and place != seat), None):
        return _("A draw needs everyone, and {name} has left.").format(name=gone)
    offers = table.offers
    if offers.draw:
        return _("You have offered a draw.") if offers.draw.seat == seat else False
    return _("You have offered a draw; make a move before you offer another.") if seat in offers.barred else True


def _take_back(table: Table, seat: int) -> Permission:
    if table.opened.chance and not table.opened.hints:
        return _("Others play this deal too, so moves cannot be taken back.")
    asked = table.offers.take_back
    if asked and asked.seat == seat:
        return _("You have asked to take back a move.")
    if asked and seat in asked.accepted:
        return _("You have already allowed a move to be taken back.")
    if seat in table.offers.refused:
        return _("Your request was refused.")
    if table.clock and not table.persons() - {seat}:
        return _("Against the clock, a move can be taken back only if another player allows it.")
    if table.version >= MOST_EVENTS:
        return _("This game is too long for moves to be taken back.")
    try:
        undoable(table, seat)
    except NotPossible as error:
        return str(error)
    return True


def is_free(table: Table, seat: int) -> bool:
    """Return whether a player may take back any move, which makes the game practice: against bots, without a clock."""
    bots = all(other.kind == "bot" and not other.stand_in for place, other in enumerate(table.seats) if place != seat)
    opened = table.opened
    return bots and not (table.clock or opened.best_of or opened.chance or opened.practice)


def undoable(table: Table, seat: int) -> int:
    """Return how many moves a take-back by a seat would undo; raise NotPossible if that is not allowed."""
    back = next((back for back, step in enumerate(reversed(table.steps), 1) if step.seat == seat), None)
    if back is None:
        raise NotPossible(_("You have not moved yet."))
    since = table.steps[-back:]
    if table.opened.practice or is_free(table, seat):
        return len(since)
    here = table.persons()
    gone = next((step.seat for step in since if step.person and step.seat not in {seat, *here}), None)
    if gone is not None:
        text = _("That would also undo a move by {name}, who cannot agree right now.")
        raise NotPossible(text.format(name=table.names[gone]))
    if any(step.chance for step in since):
        raise NotPossible(_("Cards have been shuffled since your last move."))
    if any(seat in step.revealed for step in since):
        raise NotPossible(_("You have seen a hidden card since your last move."))
    if any(step.answer and step.seat != seat for step in since):
        raise NotPossible(_("Your move has already been answered."))
    return len(since)


def is_advised(table: Table, reader: Reader) -> bool:
    return any(line.kind is Advised and line.seat == reader for line in table.lines)
