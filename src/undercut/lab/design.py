"""Designs of studies: the question, with every argument checked, and the cells of games that answer it."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import combinations, product
from math import prod
from typing import cast

from undercut.bots.registry import check_repeatable
from undercut.decoding import JSON
from undercut.engine.contract import Option, OptionKind, Value
from undercut.errors import BadRules, UndercutError
from undercut.games.base.book import read_value
from undercut.games.base.words import value_text
from undercut.lab.cells import POLICY_CODES, Cell
from undercut.play.game import Game, Rules, game
from undercut.play.input import read_whole, split_names, unquoted
from undercut.play.sources import derive
from undercut.studies.results import Contrast

ONE, GRID, PAIRS = "one", "grid", "pairs"
DESIGNS = (ONE, GRID, PAIRS)
"""How options are varied: one at a time, all combinations, or two at a time to see how they interact."""

ALL = "all"  # stands for all rule sets, or all options

CONFIDENCE = 0.95  # of all intervals of a study together

MOST_CELLS = 256  # the most cells of a study: the covariances of all their measures are kept
_MOST_SEATS = 999
_NEAR = 2  # distance from the base of a number's values if the rule sets have no other

Changes = dict[str, Value]  # values of options that differ from the base rules
LineUp = tuple[str, ...]  # a policy, or one for each seat
Vary = str | Sequence[str] | Mapping[str, Sequence[object]]
"""Names of options, each alone or with values (``"seven=1:2"``); or the values by name; or ``"all"``."""


@dataclass(frozen=True, slots=True)
class ExtraMeasures:
    """Measures to take besides the rows of the games."""

    interest: bool = True  # wins that could be taken at once, and uses of cards
    skill: bool = True  # skill shares
    worth: bool = False  # what cards and turns are worth

    @property
    def flags(self) -> dict[str, bool]:
        chosen = {"no_interest": not self.interest, "no_skill": not self.skill, "worth": self.worth}
        return {name: True for name, given in chosen.items() if given}


@dataclass(frozen=True, slots=True)
class Question:
    base: Game  # the rules that the others are compared with
    vary: Mapping[str, tuple[Value, ...]] = field(default_factory=dict[str, tuple[Value, ...]])
    design: str = ONE
    rule_sets: tuple[str, ...] = ()  # rule sets to compare with the first; no options are varied then
    seats: tuple[int, ...] = ()  # the numbers of players; each is played with all rules
    # Each one name for all seats, or a name for each seat.
    line_ups: tuple[LineUp, ...] = (("greedy",), ("random",))

    def as_json(self) -> dict[str, JSON]:
        return {
            "rules": self.base.rules,
            "vary": {name: [_plain(value) for value in values] for name, values in self.vary.items()},
            "design": self.design,
            "rule_sets": [*self.rule_sets],
            "seats": [*(self.seats or (self.base.seats,))],
            "players": ["+".join(line_up) for line_up in self.line_ups],
        }


def _plain(value: Value) -> JSON:
    return list(value) if isinstance(value, tuple) else value


def value_of(base: Game, name: str) -> Value:
    return {**base.spec.research.deal, **base.options}[name]


# --- What was asked ---


def ask(
    chosen: str | Game,
    *,
    rules: Rules | None = None,
    vary: Vary = (),
    design: str = ONE,
    rule_sets: str | Sequence[str] = (),
    seats: int | Sequence[int] | None = None,
    players: str | Sequence[str] = ("greedy", "random"),
) -> Question:
    """Check what a study was asked for; names may be in one text, between commas."""
    numbers, rule_sets = read_seats(seats), read_names("rule_sets", rule_sets)
    base, players = _base(chosen, rules, rule_sets, numbers), read_names("players", players)
    if design not in DESIGNS:
        raise UndercutError(f"design: {design!r:.40} is not one of: {', '.join(DESIGNS)}")
    if design != ONE and not vary:
        raise UndercutError(f"design: {design} needs options to vary")
    if vary and rule_sets:
        raise UndercutError("vary: not possible with rule sets; compare options of one rule set, or rule sets")
    if rule_sets and base.changes:
        raise UndercutError(f"rule sets: not possible with changed options ({', '.join(base.changes)})")
    names = rule_sets_of(base, rule_sets) if rule_sets else ()
    line_ups = tuple(dict.fromkeys(tuple(map(unquoted, split_names(each, "+"))) for each in players))
    if not line_ups:
        raise UndercutError("players: name at least one policy, such as greedy")
    for name in dict.fromkeys(name for line_up in line_ups for name in line_up if name not in POLICY_CODES):
        try:
            check_repeatable(name, base)
        except UndercutError as error:
            raise UndercutError(f"players: {error}") from None
    return Question(base, _varied(base, vary), design, names, tuple(dict.fromkeys(numbers)), line_ups)


def read_names(argument: str, value: object) -> tuple[str, ...]:
    """Read a list of texts or a single one, each with one name or several between commas."""
    found: list[str] = []
    for each in _listed([value] if isinstance(value, str) else value, argument, "a text or a list of texts"):
        if not isinstance(each, str):
            raise UndercutError(f"{argument}: {each!r:.40} is not a text")
        found += split_names(each)
    return tuple(found)


def read_seats(value: object) -> tuple[int, ...]:
    """Read a number of players, a list of them, or None for no number."""
    if value is None or (isinstance(value, Sequence) and not isinstance(value, str)):
        return tuple(read_whole("seats", each, 1, _MOST_SEATS) for each in cast("Sequence[object]", value or ()))
    return (read_whole("seats", value, 1, _MOST_SEATS),)


def _listed(value: object, argument: str, wanted: str) -> Sequence[object]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise UndercutError(f"{argument}: {value!r:.40} is not {wanted}")
    return cast("Sequence[object]", value)


def _varied(base: Game, vary: Vary) -> dict[str, tuple[Value, ...]]:
    if isinstance(vary, Mapping):
        return {
            name: values_of(base, name, _listed(values, f"vary: {name}", "a list of values"))
            for name, values in vary.items()
            if read_names("vary", name)
        }
    names = [*read_names("vary", vary)]
    if names == [ALL]:
        return {option.name: values_of(base, option.name) for option in base.spec.options}
    found: dict[str, tuple[Value, ...]] = {}
    faults: list[str] = []
    for each in filter(None, names):
        name, _, values = each.partition("=")
        try:
            option = option_of(base, name)
            own = values_of(base, name, [read_value(option, value) for value in values.split(":") if value])
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *own)))
        except BadRules as error:
            faults += error.faults
    if faults:
        raise BadRules(faults)
    return found


def _base(chosen: str | Game, rules: Rules | None, rule_sets: Sequence[str], seats: Sequence[int]) -> Game:
    if isinstance(chosen, Game):
        if rules is not None:
            raise UndercutError("rules: not allowed with a Game, which already has them")
        chosen, rules, seats = chosen.name, {"set": chosen.rule_set, **chosen.changes}, seats or (chosen.seats,)
    if rules is None and rule_sets and rule_sets[0] != ALL:
        rules = rule_sets[0]
    return game(chosen, rules=rules, seats=seats[0] if seats else None)


def command_of(question: Question, **options: object) -> str:
    base = question.base
    words = ["undercut", "lab", base.name, *base.command_options]
    for name, values in question.vary.items():
        words += ["--vary", f"{name}={':'.join(map(value_text, values))}"]
    if question.vary and question.design != ONE:
        words += ["--design", question.design]
    if question.rule_sets:
        words += ["--rule-sets", ",".join(question.rule_sets)]
    if seats := question.seats or ((base.seats,) if base.seats != base.spec.seats[0] else ()):
        words += ["--seats", ",".join(map(str, seats))]
    words += ["--players", ",".join("+".join(map(_quoted, line_up)) for line_up in question.line_ups)]
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        words += [] if value is None else [flag] if value is True else [flag, str(value)]
    return shlex.join(words)


def _quoted(name: str) -> str:
    quote = "'" if '"' in name else '"'
    return name if split_names(name, ",+") == [name] else f"{quote}{name}{quote}"


# --- The values of options ---


def values_of(base: Game, name: str, given: Sequence[object] = ()) -> tuple[Value, ...]:
    option = option_of(base, name)
    values = _checked(option, given) if given else _usual(option, base)
    found = tuple(dict.fromkeys(value for value in values if value != value_of(base, name)))
    if not found:
        example = f"--vary {name}=VALUE:VALUE"
        raise BadRules([f"vary: {name}: every value equals the base's; name others: {example}"])
    return found


def option_of(base: Game, name: str) -> Option:
    known = {option.name: option for option in (*base.spec.options, *base.spec.research.options)}
    if name not in known:
        raise BadRules([f"vary: {name[:40]!r} is not an option of {base.spec.title}; {_hint(base, name, known)}"])
    return known[name]


def _checked(option: Option, given: Iterable[object]) -> list[Value]:
    faults = [f"vary: {option.name}: {fault}" for value in given if (fault := option.fault(value))]
    if faults:
        raise BadRules(faults)
    return [cast("Value", tuple(cast("list[int]", value)) if isinstance(value, list) else value) for value in given]


def _usual(option: Option, base: Game) -> list[Value]:
    if option.kind is OptionKind.CHOICE:
        return [*option.values]
    usual = base.spec.research.deal
    found = [*option.named, *({**usual, **values}[option.name] for values in base.spec.rule_sets.values())]
    now = value_of(base, option.name)
    if option.kind is OptionKind.NUMBER and set(found) <= {now} and isinstance(now, int):
        return [number for number in (now - _NEAR, now + _NEAR) if not option.fault(number)]
    return found


def rule_sets_of(base: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Return the rule sets to compare, the base's first; ``["all"]`` stands for all."""
    known = base.spec.rule_sets
    chosen = tuple(dict.fromkeys([base.rule_set, *(known if [*names] == [ALL] else names)]))
    faults = [
        f"rule sets: {name[:40]!r} is not one of {base.spec.title}; {_hint(base, name, known)}"
        for name in chosen
        if name not in known
    ]
    if not faults and len(chosen) < 2:  # noqa: PLR2004  two to compare
        faults.append(f"rule sets: {', '.join(chosen)} alone cannot be compared; name two or more, or all")
    if faults:
        raise BadRules(faults)
    return chosen


def _hint(base: Game, name: str, known: Iterable[str]) -> str:
    names = [*known]
    near = get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else f"{base.spec.title} has {', '.join(names)}"


# --- The cells of a design ---


@dataclass(frozen=True, slots=True)
class Design:
    question: Question
    cells: tuple[Cell, ...]
    labels: tuple[str, ...]
    changes: tuple[Changes, ...]  # what differs from the base rules in each cell
    contrasts: tuple[Contrast, ...]

    def seeds(self, seed: int) -> tuple[int, ...]:
        """Return the seed of each cell: the study's own where the pack and the seats are those of the first cell."""
        shapes = list(dict.fromkeys(map(_shape, self.cells)))
        places = [shapes.index(_shape(cell)) for cell in self.cells]
        return tuple(derive(seed, "shape", place) if place else seed for place in places)

    def pairs(self, contrast: Contrast) -> bool:
        return len({_shape(self.cells[cell]) for cell in contrast.numbers}) == 1

    @property
    def paired(self) -> bool:
        return all(map(self.pairs, self.contrasts))


def _shape(cell: Cell) -> tuple[int, tuple[int, ...]]:
    return cell.game.seats, tuple(cell.game.pack)


def lay_out(question: Question) -> Design:
    _refuse_many(question)
    made = _Layout(question)
    seats = question.seats or (question.base.seats,)
    for line_up in question.line_ups:
        firsts: list[int] = []
        for number in seats:
            firsts.append(made.number({}, number, line_up))
            for combination in _combinations(question):
                made.compare(combination, number, line_up)
        if not made.varied:
            made.contrasts += [Contrast(cell, firsts[0]) for cell in firsts[1:]]
    return made.design()


def _refuse_many(question: Question) -> None:
    rules = len(question.rule_sets) or 1 + sum(map(len, question.vary.values()))
    if question.design == GRID:
        rules = prod(1 + len(values) for values in question.vary.values())
    elif question.design == PAIRS:
        values = [*question.vary.values()]
        rules += sum(len(one) * len(other) for one, other in combinations(values, 2))
    cells = rules * max(1, len(question.seats)) * len(question.line_ups)
    if cells > MOST_CELLS:
        message = f"design: {cells:,} cells; a study has at most {MOST_CELLS}"
        message += ": vary fewer options or values, or one at a time (--design one)"
        raise UndercutError(message)


def _combinations(question: Question) -> Iterator[Changes]:
    if question.rule_sets:
        sets = question.base.spec.rule_sets
        yield from (_changes(question.base, sets[name]) for name in question.rule_sets[1:])
        return
    singles = [[(name, value) for value in values] for name, values in question.vary.items()]
    if question.design == GRID:
        grid = product(
            *([(name, value_of(question.base, name)), *values] for values in singles for name, _ in values[:1])
        )
        yield from (_changes(question.base, dict(each)) for each in list(grid)[1:])
        return
    for each in (pair for values in singles for pair in values):
        yield dict([each])
    if question.design == PAIRS:
        for one, other in combinations(singles, 2):
            yield from (dict(pair) for pair in product(one, other))


def _changes(base: Game, options: Mapping[str, Value]) -> Changes:
    return {name: value for name, value in options.items() if value != value_of(base, name)}


class _Layout:
    def __init__(self, question: Question) -> None:
        self.question = question
        self.varied = bool(question.vary or question.rule_sets)
        self.contrasts: list[Contrast] = []
        self._cells: dict[Cell, tuple[str, Changes]] = {}
        self._sets = {
            tuple(_changes(question.base, question.base.spec.rule_sets[name]).items()): name
            for name in question.rule_sets
        }

    def design(self) -> Design:
        labels, changes = zip(*self._cells.values(), strict=True)
        return Design(self.question, tuple(self._cells), labels, changes, tuple(dict.fromkeys(self.contrasts)))

    def compare(self, changes: Changes, seats: int, line_up: LineUp) -> None:
        """Add a cell, and its comparison with the cell without these changes."""
        cell = self.number(changes, seats, line_up)
        # The base needs what makes the changes possible, too: open scissors require equal numbers in both.
        needed = {name: value for name, value in self._fitting(changes, seats).items() if name not in changes}
        base = self.number(needed, seats, line_up)
        if self.question.design == PAIRS and len(changes) > 1:
            one, other = (self.number({name: value} | needed, seats, line_up) for name, value in changes.items())
            self.contrasts.append(Contrast(cell, one, (other, base)))
        elif cell != base:
            self.contrasts.append(Contrast(cell, base))

    def number(self, changes: Changes, seats: int, line_up: LineUp) -> int:
        question = self.question
        fitting = self._fitting(changes, seats)
        rules = {"set": question.base.rule_set, **question.base.changes, **fitting}
        name = self._sets.get(tuple(changes.items()))
        if name and fitting == changes:
            rules = {"set": name}
        try:
            played = game(question.base.name, rules=rules, seats=seats)
        except BadRules as error:
            raise BadRules([f"{_label(fitting, None)}: {fault}" for fault in error.faults]) from None
        cell = Cell(played, line_up * seats if len(line_up) == 1 else line_up)
        found = list(self._cells)
        if cell in self._cells:
            return found.index(cell)
        label = name or _label(fitting, question.base)
        label += f", {seats} seats" if len(question.seats) > 1 else ""
        self._cells[cell] = f"{label}, {'+'.join(line_up)}", fitting
        return len(found)

    def _fitting(self, changes: Changes, seats: int) -> Changes:
        base = self.question.base
        return changes | _changes(base, base.spec.fit({**base.options, **changes}, seats))


def _label(changes: Changes, base: Game | None) -> str:
    if not changes:
        return "base" if base is None or base.changes else base.rule_set
    return " ".join(f"{name}={value_text(value)}" for name, value in changes.items())
