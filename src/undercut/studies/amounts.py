"""Numbers with their intervals, rounded for sentences so that the printed interval covers the real one."""

# ruff: noqa: RUF001  intervals are written with a dash, negative numbers with a minus sign

from __future__ import annotations

import math
from dataclasses import dataclass

from undercut.studies.results import CardWorth, Estimate, TurnWorth
from undercut.translation import _

_MOST_DIGITS = 5
_PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and its interval, in the unit in which a sentence gives it."""

    value: float
    low: float
    high: float
    difference: bool = True  # whether zero means no effect, so that digits are added until the interval excludes it

    def __str__(self) -> str:
        return _written(self.value, self.digits)

    @property
    def interval(self) -> str:
        """The interval, rounded outwards."""
        ends = _rounded_down(self.low, self.digits), -_rounded_down(-self.high, self.digits)
        low, high = (_written(end, self.digits) for end in ends)
        return f"{low}–{high}" if self.low >= 0 else _("{low} to {high}").format(low=low, high=high)

    @property
    def signed(self) -> str:
        """The number, with a plus sign if it is positive."""
        return f"+{self}" if round(self.value, self.digits) > 0 else str(self)

    @property
    def size(self) -> Amount:
        """The number without its sign."""
        return self if self.value >= 0 else Amount(-self.value, -self.high, -self.low, self.difference)

    @property
    def factor(self) -> Amount:
        """A number in percent more, as a factor."""
        value, low, high = (1 + number / _PERCENT for number in (self.value, self.low, self.high))
        return Amount(value, low, high)

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
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
        """The number of decimals that the interval justifies."""
        digits = _digits((self.high - self.low) / 2)
        near = min(abs(self.low), abs(self.high))
        while self.difference and self.clear and digits < _MOST_DIGITS and near < 10.0**-digits:
            digits += 1
        return digits

    def within(self, text: str) -> str:
        """Append the interval to a sentence about the number."""
        return _("{text} ({interval})").format(text=text, interval=self.interval)


def percent(value: float, low: float, high: float, *, difference: bool = True) -> Amount:
    return Amount(_PERCENT * value, _PERCENT * low, _PERCENT * high, difference)


def in_unit(estimate: Estimate, unit: str) -> Amount:
    """Give an estimate in its own unit, shares in percent."""
    numbers, difference = (estimate.value, estimate.low, estimate.high), estimate.base is not None
    return percent(*numbers, difference=difference) if unit == "share" else Amount(*numbers, difference)


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
