"""Designs of studies: which rules, seats and policies are played, and which cells are compared."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod

from undercut.decoding import JSON
from undercut.engine.contract import Value
from undercut.errors import BadRules, UndercutError
from undercut.games.base.words import value_text
from undercut.lab.cells import Cell
from undercut.play.game import Game, game
from undercut.play.sources import derive
from undercut.studies.results import Contrast

ONE, GRID, PAIRS = "one", "grid", "pairs"
DESIGNS = (ONE, GRID, PAIRS)
"""How options are varied: one at a time, all combinations, or two at a time to see how they interact."""

ALL = "all"  # stands for all rule sets, or all options

MOST_CELLS = 256  # the most cells of a study: the covariances of all their measures are kept


Changes = dict[str, Value]  # values of options that differ from the base rules

LineUp = tuple[str, ...]  # a policy, or one for each seat


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
        """Tell whether the cells of a contrast play the same deals."""
        return len({_shape(self.cells[cell]) for cell in contrast.numbers}) == 1

    @property
    def paired(self) -> bool:
        return all(map(self.pairs, self.contrasts))


def _shape(cell: Cell) -> tuple[int, tuple[int, ...]]:
    return cell.game.seats, tuple(cell.game.pack)


# --- From a question to its cells ------------------------------------------------------------------------------------


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
        yield from _rule_sets(question)
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


def _rule_sets(question: Question) -> Iterator[Changes]:
    sets = question.base.spec.rule_sets
    for name in question.rule_sets[1:]:
        yield _changes(question.base, sets[name])


def _changes(base: Game, options: Mapping[str, Value]) -> Changes:
    return {name: value for name, value in options.items() if value != value_of(base, name)}


class _Layout:
    """The cells found so far, without duplicates."""

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
        """Return the number of a cell; add it if it is new."""
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
        """Add the changes that make options valid together."""
        base = self.question.base
        return changes | _changes(base, base.spec.fit({**base.options, **changes}, seats))


def _label(changes: Changes, base: Game | None) -> str:
    if not changes:
        return "base" if base is None or base.changes else base.rule_set
    return " ".join(f"{name}={value_text(value)}" for name, value in changes.items())


def _plain(value: Value) -> JSON:
    return list(value) if isinstance(value, tuple) else value


def value_of(base: Game, name: str) -> Value:
    """Return the value of an option, also of one of the deal."""
    return {**base.spec.usual_deal, **base.options}[name]
