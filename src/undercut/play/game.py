"""A game with its rules and number of seats, ready to deal."""

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Self, cast

from undercut.decoding import JSON
from undercut.engine.contract import Fields, Option, OptionKind, Value
from undercut.engine.engine import Engine, copy_of
from undercut.engine.host import Host
from undercut.errors import BadRules, Fault, IllegalMove, UndercutError
from undercut.games.base import registry
from undercut.games.base.definition import GameSpec
from undercut.games.base.game_types import Move
from undercut.games.base.layout import Observations
from undercut.games.base.words import value_text
from undercut.play.input import integer
from undercut.play.sources import source
from undercut.play.state import State

Rules = str | Mapping[str, object]  # a rule set's name, or ``{"set": name, option: value, ...}``


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its rules and number of seats, already checked; `game` makes one.

    Args:
        rule_set: The name of the rule set that the options start from.
        options: The value of every option, and of those of the deal that are not the usual ones; read-only.

    Attributes:
        changes: The options that differ from the rule set; read-only.
    """

    name: str
    seats: int
    rule_set: str
    options: Mapping[str, Value] = field(hash=False)
    changes: Mapping[str, Value] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the options read-only, so that they cannot change during a game."""
        base = (self.spec.rule_sets | self.spec.research.rule_sets)[self.rule_set]
        usual = {**self.spec.research.deal, **base}
        changes = {name: value for name, value in self.options.items() if value != usual[name]}
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "changes", MappingProxyType(changes))

    def __reduce__(self) -> "tuple[type[Game], tuple[str, int, str, dict[str, Value]]]":
        """Support copying and pickling, which a read-only mapping does not."""
        return Game, (self.name, self.seats, self.rule_set, dict(self.options))

    @property
    def spec(self) -> GameSpec:
        """The game's definition."""
        return registry.spec(self.name)

    @property
    def engine(self) -> Engine:
        """The rules as plain Python, so that no table waits for a compiler."""
        return registry.engine(self.name, Host.PLAIN)

    @property
    def command_options(self) -> list[str]:
        """The options with which commands choose these rules."""
        changes = [f"{name}={value_text(value)}" for name, value in self.changes.items()]
        return ["--rules", self.rule_set, *(word for change in changes for word in ("--set", change))]

    def refuse_research(self) -> Self:
        """Return this game if its rules are meant for players.

        Raises:
            BadRules: The rule set is one for research, or the deal is.

        Examples:
            >>> game("cuttle", rules="toy").refuse_research()
            Traceback (most recent call last):
                ...
            undercut.errors.BadRules: rules: 'toy' is a rule set for research, which cannot be played here
        """
        if self.rule_set in self.spec.research.rule_sets:
            text = f"{self.rule_set!r} is a rule set for research, which cannot be played here"
            raise BadRules([Fault.of("rules", text)])
        if changed := sorted(self.changes.keys() & self.spec.research.deal.keys()):
            text = "an option for research, which cannot be played here"
            raise BadRules([Fault.of(f"rules.{name}", text) for name in changed])
        return self

    @property
    def pack(self) -> list[int]:
        """The code of every card that is dealt."""
        return self.spec.full_pack(self.options)

    @property
    def actions(self) -> tuple[str, ...]:
        """The notation of every move by its fixed number, the same under all rule sets.

        Raises:
            UndercutError: The game has no fixed numbers.

        Examples:
            >>> cuttle = game("cuttle")
            >>> len(cuttle.actions), cuttle.actions[:5]
            (1415, ('draw', 'pass', 'ok', 'Ac', 'Ad'))
        """
        if self.spec.actions is None:
            raise UndercutError(f"{self.spec.title} has no fixed numbers of moves: its definition has no `actions`")
        return self.spec.actions.notations

    @property
    def observations(self) -> Observations:
        """The layout of observations and histories: its version, length and columns; the same under all rule sets.

        Raises:
            UndercutError: The game has no observations.

        Examples:
            >>> columns = game("cuttle").observations.columns
            >>> columns[19].name, columns[19].meaning
            ('hand Ac', 'the card is in your hand')
        """
        if self.spec.observations is None:
            raise UndercutError(f"{self.spec.title} has no observations: its definition has no `observations`")
        return self.spec.observations

    def move(self, action: int, state: State) -> Move:
        """Return the legal move of a number.

        Args:
            action: A number of `actions`.
            state: A state of this game.

        Raises:
            UndercutError: The number is not one of this game's, or the state is another game's.
            IllegalMove: The move is not legal now; the error names the clause.

        Examples:
            >>> cuttle = game("cuttle")
            >>> state = cuttle.deal(seed=7)
            >>> cuttle.move(0, state).text
            'Draw a card from the stock.'
        """
        if state.game.name != self.name:
            raise UndercutError(f"state: it is one of {state.game.name}, not of {self.name}")
        number, numbers = integer(action), self.actions
        if number is None or not 0 <= number < len(numbers):
            raise UndercutError(f"action: {action!r:.40} is not a number from 0 to {len(numbers) - 1}")
        found = next((move for move in state.legal_moves() if move.action == number), None)
        if found is None:
            reason = state.why_not(numbers[number])
            assert reason is not None  # noqa: S101  every legal move is listed
            raise IllegalMove(numbers[number], reason)
        return found

    @property
    def rules(self) -> str | dict[str, JSON]:
        """The rules as JSON: the rule set's name, or an object with the name and the changed options.

        Examples:
            >>> game("cuttle", rules={"set": "denexa", "seven": 2}).rules
            {'set': 'denexa', 'seven': 2}
        """
        if not self.changes:
            return self.rule_set
        changes = {name: list(value) if isinstance(value, tuple) else value for name, value in self.changes.items()}
        return cast("dict[str, JSON]", {"set": self.rule_set} | changes)

    def fresh_table(self) -> Fields:
        """Make an empty table with the options set."""
        return copy_of(_fresh_table(self, self.engine.table))

    def deal(self, seed: int | None = None) -> State:
        """Deal a new game.

        Args:
            seed: 0 to 2**63 - 1 for a deal that is repeatable on every machine; None: the system's secure source.

        Returns:
            The state after the deal, with seat 0 to move.

        Raises:
            UndercutError: The seed is invalid.

        Examples:
            >>> game("cuttle").deal(seed=7).to_move
            0
        """
        chance = source(seed)
        table = self.fresh_table()
        pack = self.pack
        self.engine.functions.deal(table, chance.order(pack, len(pack)))
        return State(self, table, chance)


@lru_cache(maxsize=256)
def _fresh_table(chosen: Game, kind: type[Fields]) -> Fields:
    table = kind()
    values = {**chosen.spec.research.deal, **chosen.options}
    for option in (*chosen.spec.options, *chosen.spec.research.options):
        setattr(table, option.name, option.code(values[option.name]))
    if "seats" in table.lengths:
        table.seats = chosen.seats  # type: ignore[attr-defined]
    return table


def game(name: str, *, rules: Rules | None = None, seats: int | None = None) -> Game:
    """Choose a game, its rules and its number of seats.

    Args:
        name: The game's name, such as ``"cuttle"``, ``"cups"`` or ``"cut_the_rope"``.
        rules: A rule set's name, or ``{"set": name, option: value, ...}`` to change options; None: the default.
        seats: Number of seats; None: the fewest that the game allows.

    Raises:
        BadRules: A name or value is unknown, or the choices do not fit together; every fault is listed.

    Examples:
        >>> game("cuttle", rules="denexa").options["queen_stops"]
        'effects'
    """
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
        raise BadRules([f"game: {name!r:.40} is not a str"])
    spec = registry.spec(name)
    faults: list[Fault] = []
    number = spec.seats[0] if seats is None else integer(seats)
    if number is None or number not in spec.seats:
        number = spec.seats[0]
        least, greatest = spec.seats[0], spec.seats[-1]
        how_many = f"{least}" if least == greatest else f"{least} to {greatest}"
        faults.append(Fault.of("seats", f"{seats!r:.40}; {spec.title} is for {how_many} players"))
    rule_set, chosen = _chosen(spec, next(iter(spec.rule_sets)) if rules is None else rules, faults)
    if not faults:
        faults += [Fault.of(f"rules.{name}", text) for name, text in spec.clash(chosen, number).items()]
    if faults:
        raise BadRules(faults)
    return Game(name, number, rule_set, chosen)


def published(name: str, rules: str | None = None, seats: int | None = None) -> Iterator[Game]:
    """Yield the games of a rule set, or of all, with a number of seats, or with every one that fits."""
    spec = registry.spec(name)
    if rules:
        # Raises for an unknown rule set; the loop below skips only numbers of seats that do not fit.
        game(name, rules=rules)
    for rule_set in [rules] if rules else spec.rule_sets:
        for number in [seats] if seats else spec.seats:
            with suppress(BadRules):
                yield game(name, rules=rule_set, seats=number)


def _chosen(spec: GameSpec, rules: object, faults: list[Fault]) -> tuple[str, dict[str, Value]]:
    default = next(iter(spec.rule_sets))
    if isinstance(rules, str):
        rules = {"set": rules}
    if not isinstance(rules, Mapping):
        faults.append(Fault.of("rules", f"{str(rules)[:40]!r} is not a name or an object"))
        return default, spec.rule_sets[default]
    given = dict(cast("Mapping[str, object]", rules))
    name, sets = given.pop("set", default), spec.rule_sets | spec.research.rule_sets
    if isinstance(name, str) and name in spec.refused:
        faults.append(Fault.of("rules", spec.refused[name]))
    elif not isinstance(name, str) or name not in sets:
        faults.append(Fault.of("rules", f"{str(name)[:40]!r} is not one of: {', '.join(spec.rule_sets)}"))
    rule_set = name if isinstance(name, str) and name in sets else default
    options = {**spec.research.deal, **sets[rule_set]}
    known = {option.name: option for option in (*spec.options, *spec.research.options)}
    for key, written in given.items():
        value = _plain(written)
        if key not in known:
            text = f"no such option; {spec.title} has {', '.join(known)}"
            faults.append(Fault.of(f"rules.{str(key)[:40]}", text))
        elif fault := known[key].fault(value):
            faults.append(Fault.of(f"rules.{key}", fault))
        else:
            options[key] = cast("Value", tuple(cast("list[int]", value)) if isinstance(value, list) else value)
    usual = spec.research.deal.keys() - sets[rule_set].keys()
    chosen = {key: value for key, value in options.items() if key not in usual or value != spec.research.deal[key]}
    return rule_set, chosen


def _plain(value: object) -> object:
    """Convert integers of other types, such as NumPy's, to int, also in a list."""
    if isinstance(value, list | tuple):
        return [_whole(one) for one in cast("list[object]", value)]
    return _whole(value)


def _whole(value: object) -> object:
    number = integer(value)
    return value if number is None else number


# --- Random rules, for checks of bots and tests under any options ---

_MOST_AT_RANDOM = 10
_MOST_CARDS = 24


def random_rules(name: str, chance: random.Random) -> dict[str, object]:
    """Choose a rule set and change none, a fifth or all of its options; the result may be inconsistent."""
    spec = registry.spec(name)
    share = chance.choice((0.0, 0.2, 1.0))
    changed = {option.name: _random_value(option, chance) for option in spec.options if chance.random() < share}
    return {"set": chance.choice(list(spec.rule_sets)), **changed}


def random_game(name: str, chance: random.Random) -> Game:
    """Choose consistent rules and a number of seats."""
    while True:
        try:
            return game(name, rules=random_rules(name, chance), seats=chance.choice(registry.spec(name).seats))
        except BadRules:
            # Inconsistent choice; try again. This ends, because unchanged rule sets are among the choices.
            continue


def _random_value(option: Option, chance: random.Random) -> Value:
    """Choose a value of an option; numbers stay in a plausible range."""
    if option.kind is OptionKind.CHOICE:
        return chance.choice(option.values)
    least, greatest = (int(value) for value in option.values if isinstance(value, int))
    if option.kind is OptionKind.NUMBERS:
        most = min(greatest, _MOST_CARDS)
        return tuple(sorted((chance.randint(least, most) for _ in range(option.length)), reverse=True))
    return chance.choice([*option.named, chance.randint(least, min(greatest, _MOST_AT_RANDOM))])
