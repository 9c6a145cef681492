"""All that a person chooses for a new table: read from a form or from JSON, checked, and kept as it was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from undercut.bots.players.levels import LEVELS, SETTINGS
from undercut.bots.players.registry import LEVEL_NAMES, PLAYERS
from undercut.engine.contract import Option, Value
from undercut.errors import BadRules
from undercut.games import registry
from undercut.games.book import options_of, read_book, read_value
from undercut.games.spec import GameSpec
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.server.web.pages import GameCard, Level, NewPage, OptionChoice, RuleSetChoice, ValueChoice
from undercut.server.web.rulebook import meaning, written

QUICK = "medium"
"""The level that one click plays against."""

OPEN = "open"
"""What an opponent is called who has still to come."""

RANDOM_SEAT, NO_SEAT = "random", "none"
"""Seats to ask for beside numbers: any of them, and none, to watch."""

NAME_LENGTH = 40
"""How many letters a name may have."""

_SHOWN = "shown"
"""The field, beside the options, that tells which rule set the form showed."""

_YES = ("yes", "on", "true", "1")
_NO = ("", "no", "off", "false", "0")

_LEVEL_TEXTS = {
    "random": "Plays any legal move. Good for a first look at the rules.",
    "greedy": "Takes what looks best on the table now, and never looks ahead.",
    "easy": "Looks ahead a little.",
    "medium": "Looks further ahead, and still answers quickly.",
    "hard": "Thinks for up to a second about what it cannot see.",
    "master": "Thinks for up to five seconds; the strongest there is here.",
}


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen for a new table.

    Args:
        spec: The game's own spec.
        game: The game with its rules and seats, if nothing is wrong with them.
        rule_set: The name of the rule set.
        typed: Every option's value as text, as the form shows it.
        seat: Your own seat: a number as text, `RANDOM_SEAT` or `NO_SEAT`.
        opponents: Who sits in the other seats, in order: `OPEN` or a level.
        name: What to call you.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
        faults: What is wrong, a sentence each.
        option_faults: What is wrong with single options, by name.
    """

    spec: GameSpec
    game: Game | None
    rule_set: str
    typed: dict[str, str]
    seat: str
    opponents: tuple[str, ...]
    name: str = ""
    listed: bool = False
    hints: bool = True
    faults: tuple[str, ...] = ()
    option_faults: dict[str, str] = field(default_factory=dict[str, str])

    def page(self, *, with_faults: bool = True) -> NewPage:
        """Give the page on which all this is chosen, with everything as it was typed.

        Args:
            with_faults: Whether to say what is wrong.
        """
        spec = self.spec
        return NewPage(
            game=game_card(spec.name),
            games=game_cards(),
            rule_sets=[
                RuleSetChoice(name, read_book(spec.name).rule_sets.get(name, ""), name == self.rule_set)
                for name in spec.rule_sets
            ],
            options=[self._option(option) for option in _in_book_order(spec)],
            seats=len(self.opponents) + (self.seat != NO_SEAT),
            least=spec.seats[0],
            most=spec.seats[-1],
            seat=self.seat,
            opponents=list(self.opponents),
            levels=levels(spec.name),
            name=self.name,
            listed=self.listed,
            hints=self.hints,
            faults=list(self.faults) if with_faults else [],
        )

    def _option(self, option: Option) -> OptionChoice:
        name, base = self.spec.name, self.spec.rule_sets[self.rule_set][option.name]
        numbers = option.kind != "choice"
        listed = option.named if numbers else option.values
        least, greatest = cast("tuple[int, int]", option.values) if numbers else (None, None)
        typed = self.typed[option.name]
        return OptionChoice(
            name=option.name,
            clause=option.clause,
            title=read_book(name).clause(option.clause).title,
            kind=option.kind,
            values=[
                ValueChoice(written(value), meaning(name, option, value), typed == written(value), value == base)
                for value in listed
            ],
            value=typed,
            usual=written(base),
            text=meaning(name, option, base) if numbers else "",
            least=least,
            most=greatest,
            length=option.length,
            fault=self.option_faults.get(option.name),
        )


def read_choices(given: Mapping[str, object]) -> Choices:
    """Read what was chosen.

    The form showed the values of the rule set named in its field ``shown``. If another one is chosen now, only what the
    person had changed is carried over to it.

    Args:
        given: The fields of a form or the members of a JSON object; ``rules`` is an object or a rule set's name.

    Raises:
        BadRules: There is no such game.

    Example:
        >>> choices = read_choices({"game": "cut_the_rope", "rules": {"open_scissors": "true"}, "opponents": ["easy"]})
        >>> choices.faults
        ('open_scissors: it needs equal (CR-24)',)
        >>> choices.page().opponents
        ['easy']
    """
    spec = registry.spec(_text(given.get("game")) or next(iter(registry.names())))
    rule_set, changes = _changes(spec, given.get("rules"))
    opponents = _opponents(spec, given)
    seat = _text(given.get("seat")) or "0"
    faults = [f"opponents: {name!r} is not one of: {', '.join((OPEN, *_level_names(spec.name)))}"
              for name in opponents if name != OPEN and name not in _level_names(spec.name)]  # fmt: skip
    seats = len(opponents) + (seat != NO_SEAT)
    if not (seat in (RANDOM_SEAT, NO_SEAT) or (seat.isascii() and seat.isdigit() and int(seat[:3]) < seats)):
        faults.append(_no_seat(seat, seats, typed=_SHOWN in _members(given.get("rules"))))
    if seat == NO_SEAT and OPEN not in opponents:
        faults.append("opponents: somebody has to play; take a seat yourself, or leave one open")
    chosen = None
    if not opponents:
        faults.append("opponents: nobody plays against you; choose at least one")
    try:
        chosen = make_game(spec.name, rules={"set": rule_set} | changes, seats=seats)
    except BadRules as error:
        # Where nobody was chosen the number of players is wrong, too; it is said once.
        faults = [*(fault for fault in error.faults if opponents or not fault.startswith("seats")), *faults]
    name, listed, hints = _text(given.get("name")).strip(), _flag(given, "listed"), _flag(given, "hints")
    if len(name) > NAME_LENGTH or not name.isprintable():
        faults.append(f"name: at most {NAME_LENGTH} letters, all on one line")
    return Choices(
        spec=spec,
        game=None if faults else chosen,
        rule_set=rule_set if rule_set in spec.rule_sets else next(iter(spec.rule_sets)),
        typed=_typed(spec, rule_set, changes),
        seat=seat,
        opponents=opponents,
        name=name,
        listed=bool(listed),
        # A form that was sent without this tick means no; an address that says nothing means yes.
        hints=_SHOWN not in _members(given.get("rules")) if hints is None else hints,
        faults=tuple(fault.removeprefix("rules.") for fault in faults),
        option_faults=_option_faults(spec, faults),
    )


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


def game_card(name: str) -> GameCard:
    """Describe a game in short.

    Args:
        name: The game's name.

    Example:
        >>> game_card("cups").most
        8
    """
    spec = registry.spec(name)
    return GameCard(
        name=name,
        title=spec.title,
        pitch=_PITCHES[name],
        least=spec.seats[0],
        most=spec.seats[-1],
        rule_set=next(iter(spec.rule_sets)),
    )


def game_cards() -> list[GameCard]:
    """Describe every game in short."""
    return [game_card(name) for name in registry.names()]


def levels(name: str) -> list[Level]:
    """List the strengths of bots, the weakest first.

    Args:
        name: The game's name.

    Example:
        >>> [level.name for level in levels("cuttle")]
        ['random', 'greedy', 'easy', 'medium', 'hard', 'master']
    """
    return [Level(level, level.capitalize(), _LEVEL_TEXTS[level]) for level in _level_names(name)]


_PITCHES = {
    "cuttle": "A duel with an ordinary pack. Gather 21 points while the other scuttles, steals and scraps them: "
    "most cards can be points or an attack.",
    "cups": "A tarot-pack race to an empty hand. Stuck? Bury your hand as a graveyard, draw as many, and dig it up "
    "again before you can win.",
    "cut_the_rope": "Build rows that everybody shares, from one to ten or ten to one. Scissors stand for any number; "
    "first through their own deck wins.",
}


def _level_names(name: str) -> tuple[str, ...]:
    return (*PLAYERS, *(LEVEL_NAMES if name in LEVELS and name in SETTINGS else ()))


def _in_book_order(spec: GameSpec) -> list[Option]:
    return [option for clause in read_book(spec.name).clauses for option in options_of(spec.name, clause.id)]


def _changes(spec: GameSpec, rules: object) -> tuple[str, dict[str, object]]:
    """Tell the rule set that was chosen, and the options that were given other values."""
    default = next(iter(spec.rule_sets))
    if isinstance(rules, str):
        return rules or default, {}
    members = _members(rules)
    rule_set = _text(members.get("set")) or default
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
    return rule_set, changes


def _typed(spec: GameSpec, rule_set: str, changes: Mapping[str, object]) -> dict[str, str]:
    """Write every option's value as the form shows it, right or wrong."""
    base = spec.rule_sets.get(rule_set) or next(iter(spec.rule_sets.values()))
    values = base | {name: value for name, value in changes.items() if name in base}
    return {name: written(cast("Value", value)) for name, value in values.items()}


def _opponents(spec: GameSpec, given: Mapping[str, object]) -> tuple[str, ...]:
    named = given.get("opponents")
    if isinstance(named, list | tuple):
        return tuple(_text(name)[:NAME_LENGTH] for name in cast("Sequence[object]", named) if name)[:NAME_LENGTH]
    return (QUICK,) * (spec.seats[0] - 1)


def _no_seat(seat: str, seats: int, *, typed: bool) -> str:
    """Say that there is no such seat, which forms count from 1 and programs from 0."""
    if typed and seat.isascii() and seat.isdigit():
        return f"seat: {int(seat[:3]) + 1} is not one of the {seats} seats"
    return f"seat: {seat[:20]!r} is not one of the {seats} seats, which count from 0"


def _option_faults(spec: GameSpec, faults: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for fault in faults:
        place, _, text = fault.partition(": ")
        name = place.removeprefix("rules.")
        if name in spec.rule_sets[next(iter(spec.rule_sets))]:
            found[name] = text
    return found


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
