"""Changes of a table that waits for players: proposed by its host, and accepted by the others."""

from __future__ import annotations

from typing import cast

from msgspec import structs

from undercut.play.game import game
from undercut.table import commands, events
from undercut.table.commands import NotPossible, NotYours
from undercut.table.opening.choices import check_match, read_choices, read_clock, usual_zero
from undercut.table.opening.new_table import bots_for, first_deal
from undercut.table.table import Table
from undercut.translation import _

MOST_SEAT_CHANGES = 200  # how often seats of one table can be taken and left, and changes proposed


def change_rules(table: Table, command: commands.Change, seat: int) -> events.RulesChanged:
    """Check a change of the rules, the number of seats, the match or the clock."""
    given = {"game": table.game.name, "rules": command.rules or table.game.rules, "against": "friends"}
    chosen = read_choices(given | {"players": command.players or len(table.seats)}).checked().game
    if table.opened.start is not None and chosen != table.game:
        message = _("This table starts from a position, so its rules and its number of players cannot change.")
        raise NotPossible(message)
    if any(one.kind != "open" for one in table.seats[chosen.seats :]):
        message = _("A seat that would disappear is taken. Leave more seats, or let bots take the open ones.")
        raise NotPossible(message)
    best_of = table.opened.best_of if command.best_of is None else check_match(command.best_of)
    stamp = cast("events.RulesStamp", chosen.rules)
    return events.RulesChanged(seat, stamp, chosen.seats, best_of, _clock_for(table, command, chosen.seats))


def _clock_for(table: Table, command: commands.Change, seats: int) -> events.Clock | None:
    """Return the clock of a changed table: a new one, or the present one with what is usual for the number of seats."""
    if command.clock is not None:
        return read_clock(command.clock.time, command.clock.zero, seats)
    clock = table.clock
    is_usual = clock is not None and clock.zero == usual_zero(len(table.seats))
    return structs.replace(clock, zero=usual_zero(seats)) if clock and is_usual else clock


def propose(table: Table, wanted: events.Proposed) -> list[events.Event]:
    """Return the events of a host's wish: the change, or a proposal if others sit at the table."""
    if not table.persons() - {wanted.seat}:
        return carry_out(table, wanted)
    if table.seat_changes >= MOST_SEAT_CHANGES:
        message = _("Too much has been proposed at this table, and seats were taken and left too often.")
        raise NotPossible(message)
    same = table.proposal is not None and table.proposal.wanted == wanted
    return [] if same else [wanted]


def answer_proposal(table: Table, command: commands.AnswerProposal, seat: int) -> list[events.Event]:
    """Return the events of an answer to a proposal."""
    open_one = table.proposal
    if open_one is None or command.version < open_one.number:
        message = _("This proposal is no longer open.")
        raise NotYours(message)
    agreed = {open_one.wanted.seat, *open_one.accepted}
    if command.accept and seat in agreed:
        return []
    answer: list[events.Event] = [events.ProposalAnswered(seat, command.accept)]
    is_accepted = command.accept and not table.persons() - agreed - {seat}
    return answer + carry_out(table, open_one.wanted) if is_accepted else answer


def carry_out(table: Table, wanted: events.Proposed) -> list[events.Event]:
    """Return the events of an accepted change."""
    if wanted.close:
        return [events.Closed("host")]
    if wanted.level:
        return [*bots_for(table, wanted.level), first_deal(table.opened, table.game)]
    change = wanted.change
    assert change is not None  # noqa: S101  nothing else can be proposed
    if change.seats > len(table.seats) or any(one.kind == "open" for one in table.seats[: change.seats]):
        return [change]
    return [change, first_deal(table.opened, game(table.game.name, rules=change.rules, seats=change.seats))]
