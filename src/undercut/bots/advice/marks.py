"""Marks of bad moves, and when a mark is doubtful."""

from __future__ import annotations

from enum import Enum

_SURE = 2.5
"""Standard errors; one looks up to twelve times whether a mark is certain, so two would be passed by luck too often."""


class Mark(Enum):
    """How bad a move was, by the least share of the game that it loses beyond chance.

    Example:
        >>> [mark.name.lower() for mark in Mark if mark.least <= 0.12]
        ['none', 'inaccuracy', 'mistake']
    """

    NONE = ("", 0.0)
    INACCURACY = ("?!", 0.05)
    MISTAKE = ("?", 0.10)
    BLUNDER = ("??", 0.20)

    @property
    def sign(self) -> str:
        """The mark as written after a move."""
        return self.value[0]

    @property
    def least(self) -> float:
        """The smallest loss that earns the mark, in shares of the game."""
        return self.value[1]


def mark_of(loss: float, error: float) -> Mark:
    """Return the mark for a loss.

    Example:
        >>> mark_of(0.25, 0.05).sign, mark_of(0.25, 0.2).sign
        ('??', '')
    """
    return Mark.NONE if loss <= 2 * error else _by_size(loss)


def is_doubtful(loss: float, error: float) -> bool:
    """Return whether two and a half standard errors more or less would change the mark.

    Example:
        >>> is_doubtful(0.12, 0.005), is_doubtful(0.12, 0.02), is_doubtful(0.01, 0.03)
        (False, True, True)
    """
    return _by_size(loss - _SURE * error) is not _by_size(loss + _SURE * error)


def _by_size(loss: float) -> Mark:
    return max((mark for mark in Mark if mark.least <= max(loss, 0.0)), key=lambda mark: mark.least)
