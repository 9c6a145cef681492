"""A wish for a new table: read from a form or from JSON, checked as a whole, kept as it was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from undercut.bots.players.registry import LEVEL_NAMES, PLAYERS
from undercut.errors import BadRules
from undercut.games import registry
from undercut.games.book import read_value
from undercut.games.spec import GameSpec
from undercut.play.game import Game, game

QUICK = "medium"
"""The level of bots where no other is chosen."""

OPEN = "open"
"""Stands among opponents for a seat that waits for a person."""

RANDOM_SEAT: Literal["random"] = "random"
"""Stands for a seat drawn by lot."""

NO_SEAT: Literal["none"] = "none"
"""Stands for no seat: to watch."""

LEVELS = (*PLAYERS, *LEVEL_NAMES)
"""The levels of bots, the weakest first."""

NAME_LENGTH = 40
"""How many letters a name may have."""

_SHOWN = "shown"
"""The field, beside the options, that tells which rule set the form showed."""

_YES = ("yes", "on", "true", "1")
_NO = ("", "no", "off", "false", "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A table that can be opened.

    Args:
        game: The game with its rules and number of seats.
        opponents: Who sits in the other seats, in order: `OPEN` or a level.
        seat: Your own seat: a number, `RANDOM_SEAT` or `NO_SEAT`.
        name: What to call you.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
    """

    game: Game
    opponents: tuple[str, ...]
    seat: int | Literal["random", "none"] = 0
    name: str = ""
    listed: bool = False
    hints: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """All that was chosen for a new table, right or wrong.

    Args:
        spec: The game.
        rule_set: The name of the rule set.
        changes: The options that were given other values.
        opponents: Who is to sit in the other seats.
        seat: Your own seat, as text.
        name: What to call you.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
        wish: The table to open; None if anything is wrong.
        faults: What is wrong, a sentence each.
    """

    spec: GameSpec
    rule_set: str
    changes: Mapping[str, object]
    opponents: tuple[str, ...]
    seat: str
    name: str
    listed: bool
    hints: bool
    wish: Wish | None
    faults: tuple[str, ...]

    @property
    def seats(self) -> int:
        """How many seats were chosen."""
        return len(self.opponents) + (self.seat != NO_SEAT)

    @property
    def option_faults(self) -> dict[str, str]:
        """What is wrong with single options, by name."""
        places = (fault.partition(": ")[::2] for fault in self.faults)
        return {place: text for place, text in places if any(place == option.name for option in self.spec.options)}

    def checked(self) -> Wish:
        """Give the wish.

        Raises:
            BadRules: It cannot be fulfilled; all faults are listed.
        """
        if self.wish is None:
            raise BadRules(list(self.faults))
        return self.wish


def read_wish(given: Mapping[str, object]) -> Draft:
    """Read and check a wish.

    A form showed the values of the rule set named in its field ``shown``. If another one is chosen now, only what the
    person had changed is carried over to it.

    Args:
        given: The fields of a form or the members of a JSON object; ``rules`` is an object or a rule set's name.

    Raises:
        BadRules: The game does not exist.

    Example:
        >>> draft = read_wish({"game": "cut_the_rope", "rules": {"open_scissors": "true"}, "opponents": ["easy"]})
        >>> draft.faults
        ('open_scissors: it needs equal (CR-24)',)
        >>> draft.opponents
        ('easy',)
    """
    spec = registry.spec(_text(given.get("game")) or next(iter(registry.names())))
    rule_set, changes = _changes(spec, given.get("rules"))
    is_form = _SHOWN in _members(given.get("rules"))
    hints = _flag(given, "hints")
    draft = Draft(
        spec=spec,
        rule_set=rule_set,
        changes=changes,
        opponents=_opponents(spec, given),
        seat=_text(given.get("seat")) or "0",
        name=_text(given.get("name")).strip(),
        listed=bool(_flag(given, "listed")),
        # A form that was sent without this tick means no; an address that says nothing means yes.
        hints=not is_form if hints is None else hints,
        wish=None,
        faults=(),
    )
    return _check(draft)


def form_object(fields: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Make an object of the fields of a form.

    Args:
        fields: Names and values in the order of the form; a name with a dot is a member of an object, one that ends
            with ``[]`` an entry of a list.

    Example:
        >>> form_object([("game", "cups"), ("rules.set", "magellan"), ("opponents[]", "easy"), ("opponents[]", "open")])
        {'game': 'cups', 'rules': {'set': 'magellan'}, 'opponents': ['easy', 'open']}
    """
    made: dict[str, object] = {}
    for name, value in fields:
        outer, dot, inner = name.partition(".")
        if name.endswith("[]"):
            cast("list[str]", made.setdefault(name.removesuffix("[]"), [])).append(value)
        elif not dot:
            made[name] = value
        elif isinstance(members := made.setdefault(outer, {}), dict):
            members[inner] = value
    return made


def _check(draft: Draft) -> Draft:
    """Find every fault of a draft; without any, its wish is set."""
    chosen, rule_faults = None, ()
    try:
        chosen = game(draft.spec.name, rules={"set": draft.rule_set} | dict(draft.changes), seats=draft.seats)
    except BadRules as error:
        # Where nobody was chosen the number of players is wrong, too; it is said once.
        rule_faults = tuple(fault for fault in error.faults if draft.opponents or not fault.startswith("seats"))
    others = _seat_faults(draft)
    if len(draft.name) > NAME_LENGTH or not draft.name.isprintable():
        others.append(f"name: at most {NAME_LENGTH} letters, all on one line")
    faults = tuple(fault.removeprefix("rules.") for fault in (*rule_faults, *others))
    wish = None
    if chosen and not faults:
        wish = Wish(
            game=chosen,
            opponents=draft.opponents,
            seat=draft.seat if draft.seat in (RANDOM_SEAT, NO_SEAT) else int(draft.seat),
            name=draft.name,
            listed=draft.listed,
            hints=draft.hints,
        )
    known = draft.rule_set if draft.rule_set in draft.spec.rule_sets else next(iter(draft.spec.rule_sets))
    return replace(draft, rule_set=known, wish=wish, faults=faults)


def _seat_faults(draft: Draft) -> list[str]:
    words = (OPEN, *LEVELS)
    faults = [f"opponents: {name!r} is not one of: {', '.join(words)}" for name in draft.opponents if name not in words]
    seat, seats = draft.seat, draft.seats
    if not (seat in (RANDOM_SEAT, NO_SEAT) or (seat.isascii() and seat.isdigit() and int(seat[:3]) < seats)):
        faults.append(f"seat: {seat[:20]!r} is not one of the {seats} seats, which count from 0")
    if seat == NO_SEAT and OPEN not in draft.opponents:
        faults.append("opponents: somebody has to play; take a seat yourself, or leave one open")
    if not draft.opponents:
        faults.append("opponents: nobody plays against you; choose at least one")
    return faults


def _changes(spec: GameSpec, rules: object) -> tuple[str, dict[str, object]]:
    """Tell the rule set that was chosen, and the options that were given other values."""
    default = next(iter(spec.rule_sets))
    if isinstance(rules, str):
        return rules or default, {}
    members = _members(rules)
    known = {option.name: option for option in spec.options}
    shown = spec.rule_sets.get(_text(members.get(_SHOWN)))
    changes: dict[str, object] = {}
    for name, value in members.items():
        if name in ("set", _SHOWN):
            continue
        option = known.get(name)
        read = read_value(option, value) if option and isinstance(value, str) else value
        if isinstance(read, list):
            read = tuple(cast("list[object]", read))
        if option and shown and read == shown[name]:
            continue
        changes[name] = read
    return _text(members.get("set")) or default, changes


def _opponents(spec: GameSpec, given: Mapping[str, object]) -> tuple[str, ...]:
    named = given.get("opponents")
    if isinstance(named, list | tuple):
        return tuple(_text(name)[:NAME_LENGTH] for name in cast("Sequence[object]", named) if name)[:NAME_LENGTH]
    return (QUICK,) * (spec.seats[0] - 1)


def _members(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _flag(given: Mapping[str, object], name: str) -> bool | None:
    value = given.get(name)
    if isinstance(value, bool) or value is None:
        return value
    text = str(value).lower()
    return True if text in _YES else False if text in _NO else None
