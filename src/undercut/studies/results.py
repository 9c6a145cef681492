"""Results of a study: its cells, their measures with intervals, and what the report draws; JSON-ready."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from undercut.engine.contract import Value
from undercut.games.base.reader import JSON

FORMAT = 1
"""Version of the JSON form, in its field `lab`."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A comparison of cells.

    Args:
        cell: The number of the cell.
        base: The number of the cell that is subtracted.
        minus: For an interaction, two more cells, whose difference is also subtracted. The first two cells are with and
            without a change at one value of another option; these two are the same at the other value.
    """

    cell: int
    base: int
    minus: tuple[int, int] | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all its cells; the first one and the last of four count positively."""
        return (self.cell, self.base, *(self.minus or ()))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure of a cell, or its difference between two cells, with a simultaneous interval.

    Args:
        measure: The name of the measure, from `undercut.lab.statistics.measures`.
        cell: The number of the cell.
        base: The number of the cell that is subtracted; None if the value is the cell's own.
        value: The estimate.
        error: Its standard error.
        low: Lower end of the interval; all intervals of a study hold together with its confidence.
        high: Upper end of the interval.
        gain: How many times fewer deals the pairing needs than independent deals would: the variance without pairing,
            divided by that with it. None without pairing.
        minus: For an interaction, as in `Contrast`: the value is (cell - base) - (minus[0] - minus[1]).
    """

    measure: str
    cell: int
    base: int | None
    value: float
    error: float
    low: float
    high: float
    gain: float | None = None
    minus: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CardWorth:
    """The mean gain in a seat's share from a card in its hand, compared with a random card of the stock.

    Args:
        cell: The number of the cell.
        card: The kind of card, as the game's notation writes it without its suit.
        held: How many exchanges were played.
        value: The difference in the share, from -1 to 1.
    """

    cell: int
    card: str
    held: int
    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TurnWorth:
    """The mean gain in a seat's share from having its turn instead of being skipped.

    Args:
        cell: The number of the cell.
        first: Whether it is the first turn of the game; else any turn.
        compared: How many games were played on without the turn.
        value: The difference in the share, from -1 to 1.
    """

    cell: int
    first: bool
    compared: int
    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SkillShare:
    """The parts of the variance of a result: the deal, the seat, the player and the rest, which sum to 1.

    Args:
        cell: The number of the cell whose rules were played.
        players: The players that met.
        parts: By name of the part: its share, and the ends of its interval.
    """

    cell: int
    players: tuple[str, ...]
    parts: Mapping[str, tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class CellResult:
    """A cell and its plain counts.

    Args:
        label: Its name within the study, such as ``"queen_guards_queens=yes, greedy"``.
        rules: The rules as JSON: a name, or a set with changes.
        changes: The options that differ from the base's.
        policies: The policy of each seat in rotation 0.
        deals: Number of deals that were played.
        games: Number of games: deals times rotations.
        reasons: Number of games by the reason for their end, with ``"stopped"`` for those without one.
        turns: Number of games by the number of turns; the last place also holds all longer games.
        leads: For turn t, from 0: in how many games one seat led alone at its start, and in how many of these it won.
        decisions: Number of decisions in all games.
        seed: Of its deals: the study's own if pack and seats are those of the first cell.
        watched: Number of games in which the uses of cards were counted.
        uses: By kind of card and way to use it: how often it was used in these games; ways without uses are left out.
    """

    label: str
    rules: JSON
    changes: Mapping[str, Value]
    seats: int
    policies: tuple[str, ...]
    deals: int
    games: int
    reasons: Mapping[str, int]
    turns: tuple[int, ...]
    leads: tuple[tuple[int, int], ...]
    decisions: int
    seed: int = 0
    watched: int = 0
    uses: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])


@dataclass(frozen=True, slots=True)
class Study:
    """Results of a study.

    Args:
        game: The game's name.
        command: The command that repeats the study.
        design: What was asked, as JSON: see `undercut.lab.designs`.
        paired: Whether the cells of a contrast played the same deals.
        confidence: Of all intervals together, such as 0.95.
        factor: Number of standard errors from an estimate to the ends of its interval.
        finished: Why it stopped: ``"games"`` (all were played), ``"precision"`` (reached), ``"stopped"`` (by hand).
        seconds: Wall-clock time of the games.
        worths: What cards are worth at the start of any turn.
        openings: What cards are worth at the start of the first turn.
        turn_worths: What a turn is worth.
    """

    game: str
    command: str
    design: Mapping[str, JSON]
    seed: int
    paired: bool
    confidence: float
    factor: float
    finished: str
    version: str
    date: str
    seconds: float
    cells: tuple[CellResult, ...]
    estimates: tuple[Estimate, ...]
    worths: tuple[CardWorth, ...] = ()
    skills: tuple[SkillShare, ...] = ()
    openings: tuple[CardWorth, ...] = ()
    turn_worths: tuple[TurnWorth, ...] = ()
