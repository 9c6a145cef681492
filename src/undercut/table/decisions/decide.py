"""Decide commands: return the events that follow, or refuse."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import singledispatch

from msgspec import structs

from undercut.errors import BadNotation, IllegalMove
from undercut.games.base.words import TableEnd
from undercut.play.game import game
from undercut.play.sources import SecretChance
from undercut.table import commands, events
from undercut.table.commands import NotPossible, NotYours, TooLate
from undercut.table.decisions import permissions as rights
from undercut.table.decisions.permissions import BOT_PLAYS
from undercut.table.events import POSITIONS, SEAT_CHANGES, Event, Moved
from undercut.table.names import friendly_name, player_name
from undercut.table.opening.new_table import bots_for, first_deal, new_key, next_table
from undercut.table.opening.terms import OPPONENT_NAMES, check_match, read_choices, read_clock, unlisted, usual_zero
from undercut.table.parts import PHRASES, OpenOffer, Reader
from undercut.table.scene import Permission, Permissions
from undercut.table.table import Table
from undercut.translation import N_, _

_LASTING = (
    commands.Leave,
    commands.Rename,
    commands.NewLink,
    commands.Resign,
    commands.Say,
    commands.Skip,
    commands.TakeOver,
    commands.Rematch,
)
"""Commands that do not depend on the position, only on whether the game has begun or ended."""


def check_version(table: Table, command: commands.Command, reader: Reader) -> None:
    if isinstance(command, commands.Resign) and table.phase == "playing":
        return
    returns = isinstance(command, commands.Sit) and reader is not None
    since = table.began if returns or isinstance(command, _LASTING) else table.settled
    if command.version > table.version:
        text = _("This table has no version {asked}; it is at version {now}. Reload it.")
        raise TooLate(table.version, text.format(asked=command.version, now=table.version))
    if command.version < since:
        text = _("That came too late. In the meantime: {happened} Check the table, then try again.")
        raise TooLate(table.version, text.format(happened=table.lines[since - 1].for_reader(reader).text))


def event_of_move(table: Table, command: commands.Play, seat: int) -> int | None:
    """Return the number of the event that a move became, if it was played in the first position after its version."""
    line = next((line for line in table.lines[command.version :] if line.kind in POSITIONS), None)
    if line is None or line.kind is not Moved or line.seat != seat:
        return None
    return line.seq if line.for_reader(seat).move == command.move else None


MOST_SEAT_CHANGES = 200  # how often seats of one table can be taken and left, and changes proposed
REPLACEMENT = "medium"  # the level of the bot that plays on for a person who resigned


@dataclass(frozen=True, slots=True)
class By:
    guest: str
    seat: int | None  # the guest's seat; None for a spectator
    absent: frozenset[int] = frozenset()  # the seats whose players have been away for a while
    hint: str | None = None  # the move of the hint that the seat is shown


@dataclass(frozen=True, slots=True)
class Decision:
    events: list[Event]
    # the new holder of each seat that changes hands; None frees the seat
    holders: dict[int, str | None] = field(default_factory=dict[int, str | None])
    rematch: list[Event] | None = None  # the first events of the table of a rematch that all agree to


def decide(table: Table, command: commands.Command, by: By) -> Decision:
    repeated = isinstance(command, commands.Play) and by.seat is not None and event_of_move(table, command, by.seat)
    if repeated or (isinstance(command, commands.Hint) and command.version < table.settled):
        return Decision([])
    check_version(table, command, by.seat)
    if isinstance(command, commands.Sit):
        return _sit(table, command, by)
    if by.seat is None:
        raise NotYours(_("You do not have a seat at this table."))
    if isinstance(command, commands.Play):  # by far the most frequent, and independent of the permissions
        _check(table, rights.may_move(table, by.seat))
        decision = play_move(table, by.seat, command.move, by.hint)
    elif table.phase == "playing" and table.seats[by.seat].kind == "bot" and not isinstance(command, commands.NewLink):
        raise NotYours(_(BOT_PLAYS))
    else:
        decision = _decide(command, table, by.seat, rights.permissions(table, by.seat, by.absent))
    if isinstance(command, commands.NewLink):
        decision = replace(decision, holders={by.seat: by.guest})
    if table.seats[by.seat].gone and decision.events and not isinstance(command, commands.Leave):
        decision = replace(decision, events=[events.Returned(by.seat), *decision.events])
    return decision


def play_move(table: Table, seat: int, notation: str, hint: str | None = None) -> Decision:
    """Play a move, and the random choices that follow it, on a copy of the state."""
    assert table.state is not None  # noqa: S101  the table is in play
    twin = table.state.copy()
    before = twin.shuffle_count
    if table.opened.chance:
        twin.set_chance(SecretChance(table.opened.chance, before))
    try:
        move = twin.play(notation)
    except BadNotation as error:
        raise NotPossible(str(error)) from None
    except IllegalMove as error:
        raise NotPossible(error.reason.text, error.reason.clause, table.opened.rules) from None
    played = events.Moved(seat, move.notation, twin.shuffles_from(before), advised=move.notation == hint)
    return Decision([played])


def forfeit(table: Table, seat: int, reason: TableEnd) -> events.Ended:
    """End a game because a player gives up; the players still in it win, or no one if none is left."""
    winners = table.rivals(seat)
    return events.Ended(winners, (reason if winners else TableEnd.ABANDONED).value)


@singledispatch
def _decide(command: commands.Command, _table: Table, _seat: int, _can: Permissions) -> Decision:
    raise TypeError(command)


@_decide.register
def _decide_hint(_command: commands.Hint, table: Table, seat: int, can: Permissions) -> Decision:
    _check(table, can.hint)
    return Decision([] if rights.is_advised(table, seat) else [events.Advised(seat)])


@_decide.register
def _decide_skip(_command: commands.Skip, table: Table, seat: int, can: Permissions) -> Decision:
    _check(table, can.skip or table.to_move == seat)
    return Decision([])


@_decide.register
def _decide_rename(command: commands.Rename, table: Table, seat: int, _can: Permissions) -> Decision:
    _check(table, permission=table.phase in ("open", "playing"))
    _check_seat_changes(table)
    others = [other.name for place, other in enumerate(table.seats) if place != seat]
    name = player_name(command.name, others) or friendly_name(seat, others)
    return Decision([] if name == table.seats[seat].name else [events.Renamed(seat, name, own=True)])


@_decide.register
def _decide_leave(_command: commands.Leave, table: Table, seat: int, can: Permissions) -> Decision:
    _check(table, can.leave)
    if table.phase == "playing":
        _check_seat_changes(table)
    return Decision([events.Left(seat)], {seat: None} if table.phase == "open" else {})


@_decide.register
def _decide_resign(_command: commands.Resign, table: Table, seat: int, can: Permissions) -> Decision:
    _check(table, can.resign)
    if table.persons() - {seat} and len(table.seats) > 2:  # noqa: PLR2004  with two players the game ends
        return Decision([events.Resigned(seat), events.TakenOver(seat, REPLACEMENT)], {seat: None})
    return Decision([events.Resigned(seat), forfeit(table, seat, TableEnd.RESIGNED)])


@_decide.register
def _decide_draw(command: commands.Draw, table: Table, seat: int, can: Permissions) -> Decision:
    open_one = table.offers.draw
    if open_one and seat in open_one.agreed and not command.declines:
        return Decision([])  # a seat that wants it already wants nothing new
    if open_one and open_one.seat == seat and command.declines:  # it is withdrawn
        return Decision([events.DrawAnswered(_offer_answered_by(open_one, command).seat, accepted=False)])
    if command.asks and open_one is None:
        _check(table, can.offer_draw)
        return Decision([events.DrawOffered(seat)])
    draw = _offer_answered_by(open_one, command)
    _check(table, can.answer_draw)
    accepts = not command.declines  # two offers that cross are an agreement
    answer = events.DrawAnswered(seat, accepts)
    if accepts and not table.persons() - draw.agreed - {seat}:
        return Decision([answer, events.Ended([], "agreed")])
    return Decision([answer])


@_decide.register
def _decide_take_back(command: commands.TakeBack, table: Table, seat: int, can: Permissions) -> Decision:
    open_one = table.offers.take_back
    if open_one and seat in open_one.agreed and not command.declines:
        return Decision([])  # as above
    if open_one and open_one.seat == seat and command.declines:  # as above
        return Decision([events.TakeBackAnswered(_offer_answered_by(open_one, command).seat, accepted=False)])
    if command.asks:
        _check(table, can.take_back)
        asking, agreed = _ask_take_back(table, seat)
    else:
        question = _offer_answered_by(open_one, command)
        _check(table, can.answer_take_back)
        asking, agreed = question.seat, {seat}
    follow: list[Event] = [events.TakeBackAsked(seat)] if asking == seat else []
    follow += [events.TakeBackAnswered(place, not command.declines) for place in sorted(agreed)]
    accepted = agreed if asking == seat or open_one is None else agreed | open_one.accepted
    if not command.declines and not table.persons() - accepted - {asking}:
        with suppress(NotPossible):  # a player whose move it would undo may have left since
            follow.append(events.TakenBack(asking, rights.undoable(table, asking), rights.is_free(table, asking)))
    return Decision(follow)


def _ask_take_back(table: Table, seat: int) -> tuple[int, set[int]]:
    """Return who takes moves back if a seat asks now, and who agrees by that: the request for fewer moves counts."""
    crossed = table.offers.take_back
    if crossed is None:
        return seat, set()
    fewer = rights.undoable(table, seat) < rights.undoable(table, crossed.seat)
    return (seat, crossed.agreed) if fewer else (crossed.seat, {seat})


def _offer_answered_by(question: OpenOffer | None, command: commands.AskOrAnswer) -> OpenOffer:
    """Return the question that a command answers: one that its sender has seen."""
    if question is None or (not command.asks and command.version < question.number):
        raise NotYours(_("This offer or request is no longer open."))
    return question


@_decide.register
def _decide_take_over(command: commands.TakeOver, _table: Table, seat: int, can: Permissions) -> Decision:
    _check_level(command.level)
    if command.seat not in can.take_over:
        raise NotPossible(_("A bot can take over a seat only after its player has left or been away for a while."))
    return Decision([events.TakenOver(command.seat, command.level, seat)])


@_decide.register
def _decide_new_link(_command: commands.NewLink, table: Table, seat: int, can: Permissions) -> Decision:
    _check(table, can.new_link)
    _check_seat_changes(table)
    return Decision([events.Rekeyed(seat, new_key())])


@_decide.register
def _decide_change(
    command: commands.Change | commands.Fill | commands.Close, table: Table, seat: int, can: Permissions
) -> Decision:
    _check(table, can.change)
    if isinstance(command, commands.Close):
        return Decision(_propose(table, events.Proposed(seat, close=True)))
    if isinstance(command, commands.Fill):
        _check_level(command.level)
        return Decision(_propose(table, events.Proposed(seat, level=command.level)))
    _check_seat_changes(table)
    return Decision(_propose(table, events.Proposed(seat, change=_change_rules(table, command, seat))))


@_decide.register
def _decide_answer(command: commands.AnswerProposal, table: Table, seat: int, _can: Permissions) -> Decision:
    if table.phase != "open":
        _check(table, permission=False)
    return Decision(_answer_proposal(table, command, seat))


@_decide.register
def _decide_say(command: commands.Say, table: Table, seat: int, can: Permissions) -> Decision:
    _check(table, can.say)
    if command.phrase not in PHRASES:
        raise NotPossible(unlisted("phrase", command.phrase, PHRASES))
    return Decision([events.Said(seat, command.phrase)])


@_decide.register
def _decide_rematch(command: commands.Rematch, table: Table, seat: int, can: Permissions) -> Decision:
    if command.declines:
        _check(table, can.answer_rematch or (seat in table.next_game.asked and not table.next_game.table))
        return Decision([events.RematchDeclined(seat)])
    if seat in table.next_game.asked:
        return Decision([])
    _check(table, can.rematch)
    is_agreed = not table.persons() - table.next_game.asked - {seat}
    return Decision([events.RematchAsked(seat)], rematch=next_table(table, seat) if is_agreed else None)


_NOT_NOW = {
    "open": N_("The game has not started."),
    "playing": N_("This is not possible at this point of the game."),
    "over": N_("The game is over."),
}
"""Why a command that does not apply is refused, by the phase of the table."""


def _check_seat_changes(table: Table) -> None:
    """Keep one table's log from growing without end."""
    if _seat_changes(table) >= MOST_SEAT_CHANGES:
        raise NotPossible(_("Players have taken and left seats at this table too often."))


def _seat_changes(table: Table) -> int:
    return sum(line.kind in SEAT_CHANGES for line in table.lines)


def _check_level(level: str) -> None:
    if level not in OPPONENT_NAMES:
        raise NotPossible(unlisted("level", level, OPPONENT_NAMES))


def _check(table: Table, permission: Permission) -> None:
    if permission is not True:
        raise NotYours(permission or table.closed or _(_NOT_NOW[table.phase]))


def _sit(table: Table, command: commands.Sit, by: By) -> Decision:
    """Take an open seat, which deals the cards if it is the last one, or return to one's own seat."""
    can = rights.permissions(table, by.seat, by.absent)
    if not can.sit:
        _check(table, rights.why_not_sit(table, by.seat))
    seat = can.sit[0] if command.seat is None else command.seat
    if seat not in can.sit:
        raise NotPossible(_("That seat is not open."))
    if by.seat is not None:
        return Decision([events.Returned(seat)])
    _check_seat_changes(table)
    others = [other.name for other in table.seats if other.kind != "open"]
    name = player_name(command.name, others) or friendly_name(seat, others)
    sat = events.Sat(seat, "person", name, key=new_key())
    deal = [first_deal(table.opened, table.game)] if len(can.sit) == 1 else []
    return Decision([sat, *deal], {seat: by.guest})


# --- Changes of a table that waits for players: proposed by its host, and accepted by the others ----------------------


def _change_rules(table: Table, command: commands.Change, seat: int) -> events.RulesChanged:
    given = {"game": table.game.name, "rules": command.rules or table.game.rules, "against": "friends"}
    chosen = read_choices(given | {"players": command.players or len(table.seats)}).checked().game
    if table.opened.start is not None and chosen != table.game:
        raise NotPossible(_("This table starts from a position, so its rules and number of players cannot change."))
    if any(one.kind != "open" for one in table.seats[chosen.seats :]):
        raise NotPossible(_("That would remove a taken seat. Keep more seats, or fill the open ones with bots."))
    best_of = table.opened.best_of if command.best_of is None else check_match(command.best_of)
    return events.RulesChanged(seat, chosen.rules, chosen.seats, best_of, _clock_for(table, command, chosen.seats))


def _clock_for(table: Table, command: commands.Change, seats: int) -> events.Clock | None:
    """Return the clock of a changed table: a new one, or the present one with what is usual for the number of seats."""
    if command.clock is not None:
        return read_clock(command.clock.time, command.clock.zero, seats)
    clock = table.clock
    is_usual = clock is not None and clock.zero == usual_zero(len(table.seats))
    return structs.replace(clock, zero=usual_zero(seats)) if clock and is_usual else clock


def _propose(table: Table, wanted: events.Proposed) -> list[Event]:
    """Return the events of a host's wish: the change, or a proposal if others sit at the table."""
    if not table.persons() - {wanted.seat}:
        return _carry_out(table, wanted)
    if _seat_changes(table) >= MOST_SEAT_CHANGES:
        raise NotPossible(_("There have been too many proposals and seat changes at this table."))
    same = table.offers.proposal is not None and table.offers.proposal.wanted == wanted
    return [] if same else [wanted]


def _answer_proposal(table: Table, command: commands.AnswerProposal, seat: int) -> list[Event]:
    open_one = table.offers.proposal
    if open_one is None or command.version < open_one.number:
        raise NotYours(_("This proposal is no longer open."))
    if command.accept and seat in open_one.agreed:
        return []
    answer: list[Event] = [events.ProposalAnswered(seat, command.accept)]
    is_accepted = command.accept and not table.persons() - open_one.agreed - {seat}
    return answer + _carry_out(table, open_one.wanted) if is_accepted else answer


def _carry_out(table: Table, wanted: events.Proposed) -> list[Event]:
    if wanted.close:
        return [events.Closed("host")]
    if wanted.level:
        return [*bots_for(table, wanted.level), first_deal(table.opened, table.game)]
    change = wanted.change
    assert change is not None  # noqa: S101  nothing else can be proposed
    if change.seats > len(table.seats) or any(one.kind == "open" for one in table.seats[: change.seats]):
        return [change]
    return [change, first_deal(table.opened, game(table.game.name, rules=change.rules, seats=change.seats))]
