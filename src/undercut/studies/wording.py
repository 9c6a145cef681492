"""Words of a study: its cells, players and changes of the rules, and numbers with their intervals."""

# ruff: noqa: RUF001  intervals are written with a dash, negative numbers with a minus sign

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import cast

from undercut.engine.contract import Value
from undercut.games.base import registry
from undercut.games.base.book import question_of, rules_title
from undercut.games.base.words import Question, value_text
from undercut.play.game import Game, Rules, game
from undercut.studies.results import CardWorth, CellResult, Estimate, Study, TurnWorth
from undercut.translation import N_, _

_PLAYERS = {"random": N_("random players"), "greedy": N_("greedy players")}
_PARTS = {"deal": N_("the deal"), "seat": N_("the seat"), "player": N_("the player"), "rest": N_("the rest")}


@dataclass(frozen=True, slots=True)
class OptionChange:
    game: str
    option: str
    value: Value
    base: Value

    @property
    def text(self) -> str:
        return f"{_(self._question.text)} {self.answers}"

    @property
    def answers(self) -> str:
        answers = {"answer": self._question.answer(self.value), "base": self._question.answer(self.base)}
        return _("“{answer}” instead of “{base}”").format(**answers)

    def by_answer(self) -> str:
        """Name the change by the option's question and the new answer."""
        question = self._question
        return _("“{question} {answer}”").format(question=_(question.text), answer=question.answer(self.value))

    def by_code(self) -> str:
        return f"{self.option} = {value_text(self.value)}"

    @property
    def _question(self) -> Question:
        option = next(option for option in registry.spec(self.game).options if option.name == self.option)
        return question_of(registry.spec(self.game), option)


Naming = Callable[[OptionChange], str]  # names the change of an option where several are listed


def game_of(study: Study, cell: CellResult) -> Game:
    return game(study.game, rules=cast("Rules", cell.rules), seats=cell.seats)


def option_changes(study: Study, cell: CellResult, base: CellResult) -> tuple[OptionChange, ...]:
    options, others = game_of(study, cell).options, game_of(study, base).options
    return tuple(
        OptionChange(study.game, name, value, base=others[name])
        for name, value in options.items()
        if value != others[name]
    )


def difference(study: Study, cell: CellResult, base: CellResult, naming: Naming = OptionChange.by_code) -> str:
    if cell.seats != base.seats:
        return _("{seats} players instead of {base}").format(seats=cell.seats, base=base.seats)
    if by_name(cell) and by_name(base):
        rules, others = (rules_name(study, named, naming) for named in (cell, base))
        return _("{rules} instead of {base}").format(rules=rules, base=others)
    changes = option_changes(study, cell, base)
    return changes[0].text if len(changes) == 1 else ", ".join(map(naming, changes))


def short(study: Study, cell: CellResult, base: CellResult, naming: Naming = OptionChange.by_code) -> str:
    if cell.seats != base.seats:
        return _("{seats} players").format(seats=cell.seats)
    if by_name(cell) and by_name(base):
        return rules_name(study, cell, naming)
    return ", ".join(map(naming, option_changes(study, cell, base))) or rules_name(study, cell, naming)


def by_name(cell: CellResult) -> bool:
    return isinstance(cell.rules, str)


def rules_name(study: Study, cell: CellResult, naming: Naming = OptionChange.by_code) -> str:
    chosen = game_of(study, cell)
    title = rules_title(study.game, chosen.rule_set)
    changes = (OptionChange(study.game, name, value, base=value) for name, value in chosen.changes.items())
    changed = ", ".join(map(naming, changes))
    return _("{rules} with {changes}").format(rules=title, changes=changed) if changed else title


def players(policies: Sequence[str]) -> str:
    if len(set(policies)) > 1:
        return linked(N_("{one} against {others}"), dict.fromkeys(policies))
    name = policies[0]
    return _(_PLAYERS[name]) if name in _PLAYERS else _("players “{name}”").format(name=name)


def linked(message: str, names: Iterable[str]) -> str:
    return reduce(lambda one, others: _(message).format(one=one, others=others), names)


def players_code(policies: Sequence[str]) -> str:
    return policies[0] if len(set(policies)) == 1 else " + ".join(policies)


def part_name(part: str) -> str:
    return _(_PARTS[part]) if part in _PARTS else part


_MOST_DIGITS = 5
_PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and its interval, in the unit in which a sentence gives it."""

    value: float
    low: float
    high: float
    # Whether zero means no effect, so that digits are added until the interval excludes it.
    difference: bool = field(default=True, kw_only=True)

    def __str__(self) -> str:
        return _written(self.value, self.digits)

    @property
    def interval(self) -> str:
        ends = _rounded_down(self.low, self.digits), -_rounded_down(-self.high, self.digits)
        low, high = (_written(end, self.digits) for end in ends)
        return f"{low}–{high}" if self.low >= 0 else _("{low} to {high}").format(low=low, high=high)

    @property
    def signed(self) -> str:
        return f"+{self}" if round(self.value, self.digits) > 0 else str(self)

    @property
    def size(self) -> "Amount":
        return self if self.value >= 0 else Amount(-self.value, -self.high, -self.low, difference=self.difference)

    @property
    def factor(self) -> "Amount":
        """A number in percent more, as a factor."""
        value, low, high = (1 + number / _PERCENT for number in (self.value, self.low, self.high))
        return Amount(value, low, high)

    @property
    def clear(self) -> bool:
        return self.low > 0 or self.high < 0

    @property
    def none(self) -> bool:
        return self.low == self.high == 0

    @property
    def bound(self) -> str:
        """The largest size within the interval, rounded up."""
        largest = max(abs(self.low), abs(self.high))
        digits = _digits(largest)
        return _written(-_rounded_down(-largest, digits), digits)

    @property
    def digits(self) -> int:
        digits = _digits((self.high - self.low) / 2)
        near = min(abs(self.low), abs(self.high))
        while self.difference and self.clear and digits < _MOST_DIGITS and near < 10.0**-digits:
            digits += 1
        return digits

    def within(self, text: str) -> str:
        return _("{text} ({interval})").format(text=text, interval=self.interval)


def percent(value: float, low: float, high: float, *, difference: bool = True) -> Amount:
    return Amount(_PERCENT * value, _PERCENT * low, _PERCENT * high, difference=difference)


def in_unit(estimate: Estimate, unit: str) -> Amount:
    numbers, difference = (estimate.value, estimate.low, estimate.high), estimate.base is not None
    return percent(*numbers, difference=difference) if unit == "share" else Amount(*numbers, difference=difference)


def worth_of(worth: CardWorth | TurnWorth) -> Amount:
    return percent(worth.value, worth.low, worth.high)


def relative(difference: Estimate, base: Estimate) -> Amount | None:
    """Give a difference in percent of the base's value, for all numbers in both intervals; None if that may be 0."""
    if base.low <= 0:
        return None
    low = difference.low / (base.high if difference.low > 0 else base.low)
    high = difference.high / (base.low if difference.high > 0 else base.high)
    return Amount(_PERCENT * difference.value / base.value, _PERCENT * low, _PERCENT * high)


def _written(value: float, digits: int) -> str:
    # Adding zero turns a negative zero into zero.
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def _digits(size: float) -> int:
    """Return the digits after the point that show one significant digit of a number."""
    return min(_MOST_DIGITS, max(0, -math.floor(math.log10(size)))) if size > 0 else 0


def _rounded_down(value: float, digits: int) -> float:
    # A ten-millionth of the last digit forgives that 0.3 * 10 is not quite 3.
    return math.floor(value * 10**digits + 1e-7) / 10**digits
