"""What the lab measures of a game, and the columns of a result row: one row of whole numbers for each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

COLUMNS = 18
(
    DEAL,
    ROTATION,
    SEED,
    POLICIES,
    WINNERS,
    REASON,
    DECISIONS,
    TURNS,
    CHOICES,
    SINGLES,
    LEAD_CHANGES,
    OPEN,
    DEFICIT,
    SHUFFLES,
    FACTS,
) = range(15)

MOST_FACTS = COLUMNS - FACTS
"""The most figures of its own that a game may have, in the columns from `FACTS` on."""

NAMES = (
    "deal",
    "rotation",
    "seed",
    "policies",
    "winners",
    "reason",
    "decisions",
    "turns",
    "choices",
    "singles",
    "lead_changes",
    "open",
    "deficit",
    "shuffles",
)
"""Names of the columns before `FACTS`; `docs/lab.md` says what they hold."""

POLICY_BITS = 4
"""Width of each seat's policy in the column `POLICIES`, seat 0 lowest."""
POLICY_MASK = (1 << POLICY_BITS) - 1

WHOLE = 840
"""A whole win in shares that are whole numbers: it divides among up to eight seats."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the lab measures of one game besides what it measures of every game."""

    modules: tuple[ModuleType, ...] = ()  # modules with the functions of `undercut.lab.kernels.contract`
    # Titles of the game's own figures by name, at most `MOST_FACTS`.
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    # Titles of the figures that hold the number of a turn, 0 if nothing happened.
    when: Mapping[str, str] = field(default_factory=dict[str, str])
    kinds: tuple[str, ...] = ()  # the kinds of cards whose worth and use are measured
    ways: tuple[str, ...] = ()  # the ways to use a card that are counted
    behind: int = 1  # how far behind a seat must have been for its win to count as a comeback
