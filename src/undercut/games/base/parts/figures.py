"""Measures of a game in the lab, and the columns of a result row: one row of whole numbers for each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

from undercut.engine.contract import Cells, Contract

NAMES = (
    "deal", "rotation", "seed", "policies", "winners", "reason", "decisions",
    "turns", "choices", "singles", "lead_changes", "open", "deficit", "shuffles",
)  # fmt: skip
"""Names of the columns before `FACTS`; `docs/lab.md` says what they hold."""

COLUMNS = 18
(
    DEAL, ROTATION, SEED, POLICIES, WINNERS, REASON, DECISIONS,
    TURNS, CHOICES, SINGLES, LEAD_CHANGES, OPEN, DEFICIT, SHUFFLES,
) = range(len(NAMES))  # fmt: skip
FACTS = len(NAMES)
MOST_FACTS = COLUMNS - FACTS
"""The most figures of its own that a game may have, in the columns from `FACTS` on."""

POLICY_BITS = 4  # width of each seat's policy in the column `POLICIES`, seat 0 lowest
POLICY_MASK = (1 << POLICY_BITS) - 1


@dataclass(frozen=True, slots=True)
class Figures:
    """Measures of one game besides those of every game."""

    modules: tuple[ModuleType, ...] = ()  # modules with the functions of `undercut.games.base.parts.figures`
    # Titles of the game's own figures by name, at most `MOST_FACTS`.
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    # Titles of the figures that hold the number of a turn, 0 if nothing happened.
    when: Mapping[str, str] = field(default_factory=dict[str, str])
    kinds: tuple[str, ...] = ()  # the kinds of cards whose worth and use are measured
    ways: tuple[str, ...] = ()  # the ways to use a card that are counted
    behind: int = 1  # how far behind a seat must have been for its win to count as a comeback


# --- Functions that a game may define for the lab, in its module `lab`, and their defaults ----------------------------


def starts_turn(s: object) -> bool:
    """Tell whether a decision is the first one of a turn; by default every one is."""
    return True


def score(s: object, seat: int) -> int:
    """Measure how near a seat is to winning, higher is better; by default all are alike, so no seat leads."""
    return 0


def note(s: object, move: int, row: Cells, facts: int) -> None:
    """Update the figures of a game's own after a move, in a row from column `facts` on; by default there are none."""


def note_turn(s: object, row: Cells, facts: int) -> None:
    """Update the figures at the start of a turn, after all random choices; by default there is nothing to count."""


def end_reason(s: object) -> int:
    """Return why a game ended: the place of the reason among the game's ends, counted from 1."""
    return s.reason  # type: ignore[attr-defined]  every game's state has this field


LAB = Contract(required=(), optional=(starts_turn, score, note, note_turn, end_reason))  # the functions for the lab


def count_kind(s: object, seat: int, kind: int) -> int:
    """Count the cards of a kind in a hand; by default there are none, and no card has a worth."""
    return 0


def stock_size(s: object) -> int:
    """Count the cards of the stock, with which cards of a hand may be exchanged."""
    return 0


def exchange(s: object, seat: int, kind: int, which: int, depth: int) -> None:
    """Exchange card `which` of a kind in a hand for card `depth` of the stock (0: its top), with what is known."""


def skip_turn(s: object) -> bool:
    """Give the turn to the next seat, as if the mover's turn were over; by default return False and do nothing."""
    return False


def may_win(s: object) -> bool:
    """Tell whether a move of the seat to move might win at once; by default it might, and every move is tried."""
    return True


def use_of(s: object, move: int) -> int:
    """Tell what a move uses: a kind of card, times the number of `Figures.ways`, plus the way; -1: no card."""
    return -1


WORTH = Contract(required=(), optional=(count_kind, stock_size, exchange, skip_turn, may_win, use_of))
"""The functions for what cards and turns are worth, and how cards are used."""
