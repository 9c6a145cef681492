"""The columns of a result row: one row of whole numbers for each game."""

from __future__ import annotations

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
