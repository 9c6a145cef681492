"""The choices for a new table, corrected for people, and checked, with every fault named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import cast

from undercut.engine.contract import Value
from undercut.errors import BadRules
from undercut.games.base.book import fitting, recommended
from undercut.play.game import game
from undercut.table.commands import NotPossible
from undercut.table.names import BadName, player_name
from undercut.table.opening.terms import BOTS, NO_SEAT, OPEN, RANDOM_SEAT, Draft, Settings, Terms, read_clock
from undercut.translation import _

SHOWN = "shown"  # the form field with the rule set whose values the form showed
MOST_MEMBERS = 100  # maximum number of `rules` entries read; no game has so many options


def corrected(draft: Draft) -> Draft:
    """Return a draft without invalid combinations, with a sentence for each change."""
    spec, seats = draft.spec, draft.seats
    fixes: list[str] = []
    changes = dict(draft.changes)
    base = spec.rule_sets.get(draft.rule_set, {})
    values = base | {name: cast("Value", value) for name, value in changes.items()}
    if seats in spec.seats and base and not any(option.fault(values.get(option.name)) for option in spec.options):
        changes |= spec.fit(dict(values), seats)
        fixes += fitting(spec, values, seats).values()
    seat, practice = draft.seat, draft.practice
    if seat.isdecimal() and len(seat) == 1 and int(seat) >= seats > 0:
        seat = str(seats - 1)
        fixes.append(_("{seats} players: you take the last seat.").format(seats=seats))
    if practice and (OPEN in draft.opponents or seat == NO_SEAT):
        practice = False
        fixes.append(_("Practice is only for games against bots, so it is off now."))
    clock = draft.clock
    if practice and clock[0]:
        clock = ("", clock[1])
        fixes.append(_("Practice games have no clock, because moves can be taken back at any time."))
    return replace(draft, changes=changes, seat=seat, practice=practice, clock=clock, fixes=tuple(fixes))


def check(draft: Draft, members: Mapping[str, object]) -> Draft:
    """Add all faults to a draft, or its terms if there are none."""
    chosen, rule_faults = None, ()
    try:
        rules = {"set": draft.rule_set} | dict(draft.changes)
        chosen = game(draft.spec.name, rules=rules, seats=draft.seats).refuse_research()
    except BadRules as error:
        # Without opponents the number of seats is wrong too; report only the missing opponents.
        rule_faults = tuple(fault for fault in error.faults if draft.opponents or not fault.startswith("seats"))
    others = [*_member_faults(members), *_seat_faults(draft)]
    name, clock = "", None
    try:
        name = player_name(draft.name)
    except BadName as error:
        others.append(f"name: {error}")
    try:
        clock = read_clock(*draft.clock, draft.seats)
    except NotPossible as error:
        others.append(str(error))
    faults = tuple(fault.removeprefix("rules.") for fault in (*rule_faults, *others))
    terms = None
    if chosen and not faults:
        terms = Terms(
            game=chosen,
            seat=draft.seat if draft.seat in (RANDOM_SEAT, NO_SEAT) else int(draft.seat),
            name=name,
            note=" ".join(draft.fixes).removesuffix("."),
            clock=clock,
            **{field.name: getattr(draft, field.name) for field in fields(Settings)},
        )
    known = draft.rule_set if draft.rule_set in draft.spec.rule_sets else recommended(draft.spec)
    return replace(draft, rule_set=known, terms=terms, faults=faults)


def _member_faults(members: Mapping[str, object]) -> list[str]:
    unread = len(members) - MOST_MEMBERS
    faults = [f"rules: {unread} more members were not read"] if unread > 0 else []
    named = {name: members[name] for name in ("set", SHOWN) if name in members}
    return faults + [
        f"rules.{name}: {repr(value)[:40]} is not the name of a rule set"
        for name, value in named.items()
        if not (isinstance(value, str) and value)
    ]


def _seat_faults(draft: Draft) -> list[str]:
    words = (OPEN, *BOTS)
    faults = [f"opponents: {name!r} is not one of: {', '.join(words)}" for name in draft.opponents if name not in words]
    seat, seats = draft.seat, draft.seats
    if seat not in (RANDOM_SEAT, NO_SEAT, *map(str, range(seats))):
        faults.append(f"seat: {seat[:20]!r} is not a seat from 0 to {seats - 1}")
    if seat == NO_SEAT and OPEN not in draft.opponents:
        faults.append("opponents: a table needs a person; take a seat yourself or leave one open")
    if not draft.opponents:
        faults.append("opponents: choose at least one")
    if draft.practice and (OPEN in draft.opponents or seat == NO_SEAT):
        faults.append("practice: only against bots; take a seat, and choose a bot for every other one")
    if draft.practice and draft.clock[0]:
        faults.append("clock: a practice table has none, because moves can be taken back at any time")
    return faults
