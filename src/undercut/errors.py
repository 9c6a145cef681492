"""Exceptions raised on bad input; each message says what is wrong and where."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


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
        """Store the move and the reason."""
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
        """Store who failed, and where."""
        super().__init__(text)
        self.player, self.seat, self.deal, self.record = player, seat, deal, record


class _Faulty(UndercutError):  # noqa: N818  as above
    """Input with one or more faults, all of them listed.

    Args:
        faults: One message per fault, starting with its location, such as ``"hands[0]: Kh is in scrap too"``.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        """Store the faults."""
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class BadRules(_Faulty):
    """A game, rule set, option or number of seats is unknown, or they do not fit together."""


class BadPosition(_Faulty):
    """A position is impossible."""


class BadRecord(_Faulty):
    """A game record cannot be replayed."""


class BadSettings(_Faulty):
    """Environment variables are unknown or have malformed values."""


@contextmanager
def file_errors(path: Path) -> Generator[None]:
    """Turn errors of the system about files into errors that name the file."""
    try:
        yield
    except OSError as error:
        message = f"{error.filename or path}: {error.strerror or error}"
        raise UndercutError(message) from None
