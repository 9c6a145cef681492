"""Changes of a table that waits for players: at once if its host sits there alone, else once all persons accept."""

from __future__ import annotations

from typing import cast

from msgspec import structs

from undercut.play.game import game
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotPossible, NotYours
from undercut.table.opening import bots_for, first_deal
from undercut.table.table import Table
from undercut.table.wishes import checked_match, read_clock, read_wish, usual_zero
from undercut.translation import _

MOST_COMINGS = 200
"""How often seats of one table can be taken and left, and changes proposed."""


def changed_rules(table: Table, command: asked.Change, seat: int) -> happened.RulesChanged:
    """Check a change of the rules, the number of seats, the match or the clock.

    Raises:
        NotPossible: The table cannot change in this way.
        BadRules: The rules have faults.
    """
    given = {"game": table.game.name, "rules": command.rules or table.game.rules, "against": "friends"}
    chosen = read_wish(given | {"players": command.players or len(table.seats)}).checked().game
    if table.opened.start is not None and chosen != table.game:
        message = _("This table starts from a position, so its rules and its number of players cannot change.")
        raise NotPossible(message)
    if any(one.kind != "open" for one in table.seats[chosen.seats :]):
        message = _("A seat that would disappear is taken. Leave more seats, or let bots take the open ones.")
        raise NotPossible(message)
    best_of = table.opened.best_of if command.best_of is None else checked_match(command.best_of)
    stamp = cast("happened.RulesStamp", chosen.rules)
    return happened.RulesChanged(seat, stamp, chosen.seats, best_of, _clock_for(table, command, chosen.seats))


def _clock_for(table: Table, command: asked.Change, seats: int) -> happened.Clock | None:
    """Return the clock of a changed table: a new one, or the present one with what is usual for the number of seats."""
    if command.clock is not None:
        return read_clock(command.clock.time, command.clock.zero, seats)
    clock = table.clock
    is_usual = clock is not None and clock.zero == usual_zero(len(table.seats))
    return structs.replace(clock, zero=usual_zero(seats)) if clock and is_usual else clock


def proposed(table: Table, wanted: happened.Proposed) -> list[happened.Event]:
    """Return what follows from the wish of a host: the change, or a proposal if others sit at the table.

    Raises:
        NotPossible: Too much has been proposed.
    """
    if not table.persons() - {wanted.seat}:
        return carried_out(table, wanted)
    if table.comings >= MOST_COMINGS:
        message = _("Too much has been proposed at this table, and seats were taken and left too often.")
        raise NotPossible(message)
    same = table.proposal is not None and table.proposal.wanted == wanted
    return [] if same else [wanted]


def answered(table: Table, command: asked.Answer, seat: int) -> list[happened.Event]:
    """Return what follows from an answer to a proposal.

    Raises:
        NotYours: There is no proposal, or the sender saw another one.
    """
    open_one = table.proposal
    if open_one is None or command.version < open_one.number:
        message = _("This proposal is no longer open.")
        raise NotYours(message)
    agreed = {open_one.wanted.seat, *open_one.accepted}
    if command.accept and seat in agreed:
        return []
    events: list[happened.Event] = [happened.ProposalAnswered(seat, command.accept)]
    if command.accept and not table.persons() - agreed - {seat}:
        events += carried_out(table, open_one.wanted)
    return events


def carried_out(table: Table, wanted: happened.Proposed) -> list[happened.Event]:
    """Return the events of a change that nobody has to agree to any more."""
    if wanted.close:
        return [happened.Closed("host")]
    if wanted.level:
        return [*bots_for(table, wanted.level), first_deal(table.opened, table.game)]
    change = wanted.change
    assert change is not None  # noqa: S101  nothing else can be proposed
    events: list[happened.Event] = [change]
    if change.seats <= len(table.seats) and all(one.kind != "open" for one in table.seats[: change.seats]):
        events.append(first_deal(table.opened, game(table.game.name, rules=change.rules, seats=change.seats)))
    return events
