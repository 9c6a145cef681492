"""The errors of this library: every one says what is wrong and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused, or what is to say for or against it.

    Args:
        clause: The id of the clause that this rests on, such as ``"CU-31"``.
        text: One sentence for a player.
    """

    clause: str
    text: str

    def __str__(self) -> str:
        """Write the clause and the sentence.

        Example:
            >>> str(Reason("CU-31", "a queen guards it"))
            'CU-31 a queen guards it'
        """
        return f"{self.clause} {self.text}"


class UndercutError(ValueError):
    """The base of all errors that this library raises on bad input."""


class BadNotation(UndercutError):  # noqa: N818  named as players say it; the public API fixes it
    """A text is no move in the game's notation at all."""


class IllegalMove(UndercutError):  # noqa: N818  as above
    """A move is not legal now; ``reason`` says why.

    Args:
        move: The move as text.
        reason: The clause that forbids it, and a sentence.
    """

    def __init__(self, move: str, reason: Reason) -> None:
        """Keep the reason beside the message."""
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


class _Faulty(UndercutError):  # noqa: N818  as above
    """Some input has faults; all of them are listed.

    Args:
        faults: One text each, beginning with the place, such as ``"hands[0]: Kh is in scrap too"``.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        """Keep the faults beside the message."""
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class BadRules(_Faulty):
    """A game, rule set, option or number of seats does not exist or does not fit."""


class BadPosition(_Faulty):
    """A position is impossible."""


class BadRecord(_Faulty):
    """A game record cannot be replayed."""
