"""Moves in short words, for buttons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from undercut.games.base.sentences import Text


class Tone(StrEnum):
    """What a move does to the game; pages show it by a colour."""

    GAIN = "gain"
    """It scores, or costs something."""
    STRIKE = "strike"
    """It attacks a card or a player."""
    SPELL = "spell"
    """It has an effect of its own."""
    SAFE = "safe"
    """It protects, or costs nothing."""
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Brief:
    """A move of a card in short words.

    Example:
        >>> Brief(Text("Scuttle"), Tone.STRIKE).verb.say()
        'Scuttle'
    """

    verb: Text
    tone: Tone = Tone.PLAIN
    more: Text | None = None
    meaning: Text | None = None
