"""The input for a new table, from a form or JSON, read as it was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import cast

from undercut.games.base import registry
from undercut.games.base.book import read_value, recommended
from undercut.games.base.definition import GameSpec
from undercut.table.commands import NewClock
from undercut.table.opening.checking import MOST_MEMBERS, SHOWN, check, corrected
from undercut.table.opening.terms import MATCHES, NO_SEAT, OPEN, QUICK, Draft

_WORD_LENGTH = 40  # longest level of a bot that is repeated in a fault; most opponents that are looked at
_YES = ("yes", "on", "true", "1")
_NO = ("", "no", "off", "false", "0")


def read_choices(fields: Mapping[str, object]) -> Draft:
    """Parse and validate the input for a new table."""
    # A form names the rule set whose values it showed in its field ``shown``. If another rule set is chosen, only the
    # values that the person changed are carried over to it.
    spec = registry.spec(_text(fields.get("game")) or next(iter(registry.names())))
    members = _members(fields.get("rules"))
    rule_set, changes = _changes(spec, fields.get("rules"))
    is_form = SHOWN in members
    draft = Draft(
        spec=spec,
        rule_set=rule_set,
        changes=changes,
        opponents=_opponents(spec, fields),
        seat=_text(fields.get("seat")) or "0",
        name=_text(fields.get("name")).strip(),
        listed=bool(_flag(fields, "listed")),
        hints=_flag(fields, "hints"),
        practice=bool(_flag(fields, "practice")),
        best_of=int(_text(fields.get("best_of")) or 0) if _text(fields.get("best_of")) in map(str, MATCHES) else 0,
        clock=_clock(fields.get("clock")),
        even_answers=bool(_flag(fields, "even_answers")),
    )
    # Programs get an error for invalid combinations; the page corrects them and says so.
    return check(corrected(draft) if is_form or "players" in fields else draft, members)


def _changes(spec: GameSpec, rules: object) -> tuple[str, dict[str, object]]:
    """Return the chosen rule set and the options that differ from it."""
    default = recommended(spec)
    if isinstance(rules, str):
        return rules, {}
    members = _members(rules)
    known = {option.name: option for option in spec.options}
    shown = spec.rule_sets.get(_text(members.get(SHOWN)))
    changes: dict[str, object] = {}
    for name, value in islice(members.items(), MOST_MEMBERS):
        if name in ("set", SHOWN):
            continue
        option = known.get(name)
        chosen = read_value(option, value) if option and isinstance(value, str) else value
        if isinstance(chosen, list):
            chosen = tuple(cast("list[object]", chosen))
        if option and shown and chosen == shown[name]:
            continue
        changes[name] = chosen
    return _text(members.get("set")) or default, changes


def _opponents(spec: GameSpec, fields: Mapping[str, object]) -> tuple[str, ...]:
    """Return the other seats: those named one by one, and for the rest what the whole table was asked to be."""
    named = fields.get("opponents")
    is_list = isinstance(named, list | tuple)
    listed = [_text(name)[:_WORD_LENGTH] for name in cast("Sequence[object]", named)] if is_list else []
    if not ("players" in fields or "against" in fields):
        return tuple(filter(None, listed))[:_WORD_LENGTH] if is_list else (QUICK,) * (spec.seats[0] - 1)
    usual = OPEN if fields.get("against") == "friends" else _text(fields.get("level")) or QUICK
    players = _text(fields.get("players"))
    seats = int(players) if len(players) == 1 and players.isdecimal() else spec.seats[0]
    others = max(seats - (fields.get("seat") != NO_SEAT), 0)
    return tuple((listed[place] if place < len(listed) else "") or usual for place in range(others))


def _clock(clock: object) -> tuple[str, str]:
    """Return the time and the consequence of a clock as typed."""
    if isinstance(clock, NewClock):
        return clock.time, clock.zero
    members = _members(clock)
    return _text(members.get("time")), _text(members.get("zero"))


def _members(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _flag(fields: Mapping[str, object], name: str) -> bool | None:
    value = fields.get(name)
    if isinstance(value, bool) or value is None:
        return value
    text = str(value).lower()
    return True if text in _YES else False if text in _NO else None
