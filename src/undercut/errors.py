"""Exceptions raised on bad input; each message says what is wrong and where."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

_MOST_LISTED = 56

Steps = tuple[str | int, ...]
"""The way to a place in data: names of fields, and numbers from 0."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for or against a move, with the clause it rests on."""

    clause: str
    text: str

    def __str__(self) -> str:
        """Return the clause and the sentence.

        Examples:
            >>> str(Reason("CU-31", "a queen guards it"))
            'CU-31 a queen guards it'
        """
        return f"{self.clause} {self.text}"


class UndercutError(ValueError):
    """Base class of the errors raised on bad input."""


class BadNotation(UndercutError):  # noqa: N818  the public API fixes the name
    """A text is not a move in the game's notation."""


class IllegalMove(UndercutError):  # noqa: N818  as above
    """A move is not legal in the current state; ``reason`` says why."""

    def __init__(self, move: str, reason: Reason) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


class PlayerError(UndercutError):
    """A player failed to choose a legal move; the cause is what went wrong.

    Args:
        deal: The number of the deal in a match; None outside of one.
        record: The game until then, as `State.record` writes it; None if there was none.
    """

    def __init__(
        self,
        text: str,
        *,
        player: str = "",
        seat: int | None = None,
        deal: int | None = None,
        record: dict[str, object] | None = None,
    ) -> None:
        super().__init__(text)
        self.player, self.seat, self.deal, self.record = player, seat, deal, record


class _Faulty(UndercutError):  # noqa: N818  as above
    """Input with one or more faults, all of them listed.

    Args:
        faults: One message per fault, starting with its location, such as ``"hands[0]: Kh is in scrap too"``.
    """

    def __init__(self, faults: "Sequence[Fault | str]") -> None:
        self.found = tuple(faults)
        self.faults = tuple(map(str, faults))
        super().__init__("; ".join(self.faults))


class BadRules(_Faulty):
    """A game, rule set, option or number of seats is unknown, or they do not fit together."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in data: its place, such as ``hands[0][1].card``, and a message with the values of its placeholders.

    The names of the values say what they are: ``card`` and ``cards`` in notation, a ``place`` of the position, a
    ``seat``, and a ``value`` from the position; pages show these in other words.
    """

    where: str
    message: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, where: str, text: str) -> Self:
        """Return a fault whose message is a text as it stands."""
        return cls(where, "{text}", {"text": text})

    @property
    def steps(self) -> Steps:
        """The steps of its place."""
        return steps(self.where)

    @property
    def text(self) -> str:
        """The message without the place."""
        return self.say({"cards": _listed, "seat": "seat {}".format, "value": _short})

    def say(self, words: Mapping[str, Callable[[Any], str]]) -> str:
        """Fill in the message, with words for the values of some names."""
        return self.message.format_map(
            {name: words[name](value) if name in words else value for name, value in self.values.items()}
        )

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


def steps(path: str) -> Steps:
    """Split a place in data.

    Examples:
        >>> steps("hands[0][1].card")
        ('hands', 0, 1, 'card')
    """
    parts = path.replace("]", "").replace(".", "[").split("[")
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def _listed(cards: Sequence[str]) -> str:
    return " ".join([*cards[:_MOST_LISTED], *["..."] * (len(cards) > _MOST_LISTED)])


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  enough to recognize it in one line


class BadPosition(_Faulty):
    """A position is impossible."""


class BadRecord(_Faulty):
    """A game record cannot be replayed."""


class BadSettings(_Faulty):
    """Environment variables are unknown, or they or options of a command have malformed values."""


def more_packages(what: str, package: str, extra: str) -> str:
    """Say which extra has a package that is missing."""
    return f"{what} more packages, such as {package}: pip install 'undercut[{extra}]'"


@contextmanager
def with_extra(extra: str, what: str = "this command needs") -> Generator[None]:
    """Import what not every installation has; a missing package is refused with the extra that has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UndercutError(more_packages(what, str(error.name), extra)) from None
