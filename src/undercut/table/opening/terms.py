"""What a new table is to be, and how a form or JSON is read for it: as it was typed, corrected for people, checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, cast

from undercut.bots.players import ADAPTIVE, PLAYERS
from undercut.engine.contract import Value
from undercut.errors import BadRules, Fault
from undercut.games.base import registry
from undercut.games.base.book import fitting, read_value, recommended
from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.play.game import Game, game
from undercut.table import events
from undercut.table.commands import NewClock, NotPossible
from undercut.table.names import BadName, player_name
from undercut.translation import _

QUICK = "medium"  # the default level of bots
OPEN = "open"  # an entry of `opponents`: a seat that is left open for a person
RANDOM_SEAT: Literal["random"] = "random"  # a value of `seat`: choose a seat at random
NO_SEAT: Literal["none"] = "none"  # a value of `seat`: take no seat and watch
MATCHES = (0, 3, 5)  # numbers of games of a match; 0: a single game
OPPONENT_NAMES = (*PLAYERS, *LEVEL_NAMES)  # the levels of bots, weakest first
BOTS = (*OPPONENT_NAMES, ADAPTIVE)  # the bots that may sit at a new table

DUEL = 2
_DIGITS = 7  # most digits of a number of seconds
_SHOWN = "shown"  # the form field with the rule set whose values the form showed
_MOST_MEMBERS = 100  # the most entries of `rules` that are read; no game has as many options
_WORD_LENGTH = 40  # longest level of a bot that is repeated in a fault; most opponents that are looked at
_YES = ("yes", "on", "true", "1")
_NO = ("", "no", "off", "false", "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    game: Game
    opened: events.Opened
    opponents: tuple[str, ...]
    seat: int | Literal["random", "none"]
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    opponents: tuple[str, ...]
    listed: bool = False
    hints: bool | None = None  # whether hints are allowed; None: not where people play each other
    practice: bool = False
    best_of: int = 0
    even_answers: bool = False
    spec: GameSpec
    rule_set: str
    changes: Mapping[str, object]
    seat: str
    name: str
    clock: tuple[str, str] = ("", "")
    terms: Terms | None = None  # what to carry out; None if there are faults
    found: tuple[Fault | str, ...] = ()  # what is wrong
    fixes: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.opponents) + (self.seat != NO_SEAT)

    @property
    def option_faults(self) -> dict[str, str]:
        found = {option.name: self.fault_at(f"rules.{option.name}") for option in self.spec.options}
        return {name: text for name, text in found.items() if text}

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, in sentences; those about an option begin with its name."""
        names = {f"rules.{option.name}": option.name for option in self.spec.options}
        return tuple(
            f"{names[fault.where]}: {fault.text}" if isinstance(fault, Fault) and fault.where in names else str(fault)
            for fault in self.found
        )

    def fault_at(self, where: str) -> str:
        """Return the fault at a place, such as ``rules.seven``; empty if there is none."""
        found = (fault.text for fault in self.found if isinstance(fault, Fault) and fault.where == where)
        return next(found, "")

    def checked(self) -> Terms:
        if self.terms is None:
            raise BadRules(self.faults)
        return self.terms


def usual_zero(seats: int) -> Literal["lose", "bot"]:
    """Return what happens by default when a player's time is up: above two, the others play on."""
    return "lose" if seats <= DUEL else "bot"


def read_clock(time: str, zero: str, seats: int) -> events.Clock | None:
    kind, *numbers = time.split() or [""]
    if not kind:
        return None
    known = all(number.isascii() and number.isdecimal() and len(number) <= _DIGITS for number in numbers)
    seconds, increment = ([int(number) for number in numbers] + [0, 0])[:2] if known else (0, 0)
    fits = len(numbers) == {"move": 1, "game": 2}.get(kind)
    if not (fits and events.LEAST_TIME <= seconds <= events.MOST_TIME and increment <= events.MOST_INCREMENT):
        text = _(
            "clock: {time} is not 'move SECONDS' or 'game SECONDS INCREMENT', with {least} to {most} seconds and an "
            "increment of at most {increment}."
        )
        least, most = events.LEAST_TIME, events.MOST_TIME
        raise NotPossible(text.format(time=repr(time[:40]), least=least, most=most, increment=events.MOST_INCREMENT))
    zero = zero or usual_zero(seats)
    if zero not in events.ZEROS:
        raise NotPossible(unlisted("clock", zero, events.ZEROS))
    return events.Clock("move" if kind == "move" else "game", seconds, increment, zero)  # pyright: ignore[reportArgumentType]  it is one of them


def check_match(games: int) -> int:
    if games not in MATCHES:
        raise NotPossible(unlisted("best_of", games, MATCHES))
    return games


def unlisted(name: str, value: object, listed: Iterable[object]) -> str:
    text = _("{name}: {value} is not one of: {names}")
    return text.format(name=name, value=repr(value)[:_WORD_LENGTH], names=", ".join(map(str, listed)))


def read_choices(given: Mapping[str, object], levels: Mapping[str, str] | None = None) -> Draft:
    """Return the input for a new table, as `OpenTable` documents it, as a draft with its terms or with every fault.

    Missing names get the usual values; the usual level of the bots is medium unless ``levels`` has another by game.

    Examples:
        >>> read_choices({"game": "cuttle", "opponents": ["easy"]}).checked().opponents
        ('easy',)
        >>> read_choices({"game": "cuttle", "opponents": ["nobody"], "seat": "5"}).faults[1]
        "seat: '5' is not a seat from 0 to 1"
    """
    # A form names the rule set whose values it showed in its field ``shown``. If another rule set is chosen, only the
    # values that the person changed are carried over to it.
    spec = registry.spec(_text(given.get("game")) or next(iter(registry.names())))
    members = _members(given.get("rules"))
    rule_set, changes = _changes(spec, given.get("rules"))
    is_form = _SHOWN in members
    draft = Draft(
        spec=spec,
        rule_set=rule_set,
        changes=changes,
        opponents=_opponents(spec, given, (levels or {}).get(spec.name, QUICK)),
        seat=_text(given.get("seat")) or "0",
        name=_text(given.get("name")).strip(),
        listed=bool(_flag(given, "listed")),
        hints=_flag(given, "hints"),
        practice=bool(_flag(given, "practice")),
        best_of=_listed_number(given, "best_of", MATCHES),
        clock=_clock(given.get("clock")),
        even_answers=bool(_flag(given, "even_answers")),
    )
    # Programs get an error for invalid combinations; the page corrects them and says so.
    return _check(corrected(draft) if is_form or "players" in given else draft, given)


def _changes(spec: GameSpec, rules: object) -> tuple[str, dict[str, object]]:
    default = recommended(spec)
    if isinstance(rules, str):
        return rules, {}
    members = _members(rules)
    known = {option.name: option for option in spec.options}
    shown = spec.rule_sets.get(_text(members.get(_SHOWN)))
    changes: dict[str, object] = {}
    for name, value in islice(members.items(), _MOST_MEMBERS):
        if name in ("set", _SHOWN):
            continue
        option = known.get(name)
        chosen = read_value(option, value) if option and isinstance(value, str) else value
        if isinstance(chosen, list):
            chosen = tuple(cast("list[object]", chosen))
        if option and shown and chosen == shown[name]:
            continue
        changes[name] = chosen
    return _text(members.get("set")) or default, changes


def _opponents(spec: GameSpec, given: Mapping[str, object], level: str) -> tuple[str, ...]:
    """Return the other seats: those named one by one, and for the rest what the whole table was asked to be."""
    named = given.get("opponents")
    is_list = isinstance(named, list | tuple)
    listed = [_text(name)[:_WORD_LENGTH] for name in cast("Sequence[object]", named)] if is_list else []
    if not ("players" in given or "against" in given):
        return tuple(filter(None, listed))[:_WORD_LENGTH] if is_list else (level,) * (spec.seats[0] - 1)
    usual = OPEN if given.get("against") == "friends" else _text(given.get("level")) or level
    seats = _listed_number(given, "players", spec.seats)
    others = max(seats - (given.get("seat") != NO_SEAT), 0)
    return tuple((listed[place] if place < len(listed) else "") or usual for place in range(others))


def _clock(clock: object) -> tuple[str, str]:
    if isinstance(clock, NewClock):
        return clock.time, clock.zero
    members = _members(clock)
    return _text(members.get("time")), _text(members.get("zero"))


def _listed_number(given: Mapping[str, object], name: str, listed: Sequence[int]) -> int:
    """Return a number that must be one of a list; the first of them if it is another or missing."""
    text = _text(given.get(name))
    return next((number for number in listed if str(number) == text), listed[0])


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


def corrected(draft: Draft) -> Draft:
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
        fixes.append(_("Practice is only for games against bots, so it has been turned off."))
    clock = draft.clock
    if practice and clock[0]:
        clock = ("", clock[1])
        fixes.append(_("Practice games have no clock, because moves can be taken back at any time."))
    return replace(draft, changes=changes, seat=seat, practice=practice, clock=clock, fixes=tuple(fixes))


def _check(draft: Draft, given: Mapping[str, object]) -> Draft:
    chosen, rule_faults = None, list[Fault | str]()
    try:
        rules = {"set": draft.rule_set} | dict(draft.changes)
        chosen = game(draft.spec.name, rules=rules, seats=draft.seats).refuse_research()
    except BadRules as error:
        # Without opponents the number of seats is wrong too; report only the missing opponents.
        rule_faults = [
            each for each in error.found if draft.opponents or isinstance(each, str) or each.where != "seats"
        ]
    others = [*_member_faults(_members(given.get("rules"))), *_number_faults(draft.spec, given), *_seat_faults(draft)]
    name, clock = "", None
    try:
        name = player_name(draft.name)
    except BadName as error:
        others.append(Fault.of("name", str(error)))
    try:
        clock = read_clock(*draft.clock, draft.seats)
    except NotPossible as error:
        others.append(str(error))
    found = (*rule_faults, *others)
    terms = None
    if chosen and not found:
        seat = draft.seat if draft.seat in (RANDOM_SEAT, NO_SEAT) else int(draft.seat)
        opened = _opened(draft, chosen, clock)
        terms = Terms(game=chosen, opened=opened, opponents=draft.opponents, seat=seat, name=name)
    known = draft.rule_set if draft.rule_set in draft.spec.rule_sets else recommended(draft.spec)
    return replace(draft, rule_set=known, terms=terms, found=found)


def _opened(draft: Draft, chosen: Game, clock: events.Clock | None) -> events.Opened:
    return events.Opened(
        chosen.name,
        chosen.rules,
        chosen.seats,
        listed=draft.listed,
        hints=draft.hints is not False,
        practice=draft.practice,
        note=" ".join(draft.fixes).removesuffix(".") or None,
        best_of=draft.best_of,
        clock=clock,
        even_answers=draft.even_answers,
        hints_with_people=draft.hints is True,
    )


def _member_faults(members: Mapping[str, object]) -> list[Fault | str]:
    unread = len(members) - _MOST_MEMBERS
    faults: list[Fault | str] = [f"rules: {unread} more members were not read"] if unread > 0 else []
    named = {name: members[name] for name in ("set", _SHOWN) if name in members}
    return faults + [
        f"rules.{name}: {repr(value)[:40]} is not the name of a rule set"
        for name, value in named.items()
        if not (isinstance(value, str) and value)
    ]


def _number_faults(spec: GameSpec, given: Mapping[str, object]) -> list[str]:
    asked = ((name, given.get(name), listed) for name, listed in (("players", spec.seats), ("best_of", MATCHES)))
    return [
        unlisted(name, value, listed)
        for name, value, listed in asked
        if value not in (None, "") and _text(value) not in map(str, listed)
    ]


def _seat_faults(draft: Draft) -> list[str]:
    words = (OPEN, *BOTS)
    faults = [unlisted("opponents", name, words) for name in draft.opponents if name not in words]
    seat, seats = draft.seat, draft.seats
    if seat not in (RANDOM_SEAT, NO_SEAT, *map(str, range(seats))):
        text = _("seat: {seat} is not a seat from 0 to {last}")
        faults.append(text.format(seat=repr(seat[:20]), last=seats - 1))
    if seat == NO_SEAT and OPEN not in draft.opponents:
        faults.append(_("opponents: a table needs a person; take a seat yourself or leave one open"))
    if not draft.opponents:
        faults.append(_("opponents: choose at least one"))
    if draft.practice and (OPEN in draft.opponents or seat == NO_SEAT):
        faults.append(_("practice: only against bots; take a seat, and choose a bot for every other one"))
    if draft.practice and draft.clock[0]:
        faults.append(_("clock: a practice table has none, because moves can be taken back at any time"))
    return faults
