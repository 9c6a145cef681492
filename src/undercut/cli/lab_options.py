"""The options of the ``undercut lab`` command; apart from the command, so that others need not load the lab."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from undercut.errors import UndercutError
from undercut.play.arguments import read_whole

_MOST_PROCESSES = 1024
_SEATS = re.compile(r"\s*(?P<first>\d{1,3})\s*(-\s*(?P<last>\d{1,3})\s*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class LabOptions:
    """The options of ``undercut lab``, apart from the game and its rules.

    Each field is an option of the command, with its help text.
    """

    vary: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            help="The options to vary, separated by commas, each with every value or with those given: "
            "four,seven=1:2; or all.",
        ),
    ] = ()
    design: Annotated[
        Literal["one", "grid", "pairs"],
        Parameter(help="One option at a time, all combinations, or how pairs of options interact."),
    ] = "one"
    rule_sets: Annotated[
        str | None,
        Parameter(help="Compare rule sets with the first, or with --rules: names separated by commas, or all."),
    ] = None
    seats: Annotated[
        str | None, Parameter(help="The number of players, or several to compare, such as 2-8 or 2,4.")
    ] = None
    players: Annotated[
        str,
        Parameter(
            help="Policies, separated by commas; each plays the whole design. A name stands for all seats, or name "
            "one for each, joined by +: greedy+random."
        ),
    ] = "greedy,random"
    games: Annotated[int, Parameter(help="Number of games of each cell.")] = 20_000
    precision: Annotated[
        float | None,
        Parameter(
            help="Stop once every interval of --measure reaches at most this far: percentage points for a share, else "
            "in the measure's unit. --games is then the maximum."
        ),
    ] = None
    measure: Annotated[str, Parameter(help="The measure for --precision.")] = "share_0"
    seed: Annotated[int, Parameter(help="Seed of all deals and choices.")] = 0
    processes: Annotated[int, Parameter(help="Number of worker processes; results do not depend on it.")] = 1
    cluster: Annotated[
        str | None, Parameter(help="Address of a Ray cluster to play on, such as auto or host:6379.")
    ] = None
    out: Annotated[Path | None, Parameter(help="Write the study's files to this folder.")] = None
    resume: Annotated[bool, Parameter(negative="", help="Continue the study in the folder.")] = False
    keep_games: Annotated[
        bool, Parameter(negative="", help="Also write a row for every game to the folder, as Parquet.")
    ] = False
    interest: Annotated[
        bool, Parameter(help="Also count wins that could be taken at once and uses of cards, in one deal of eight.")
    ] = True
    skill: Annotated[
        bool,
        Parameter(help="Also find how much two or more players matter, on the first 2,000 deals."),
    ] = True
    worth: Annotated[
        bool,
        Parameter(negative="", help="Also find what cards and a turn are worth; takes several times as long."),
    ] = False
    yes: Annotated[bool, Parameter(negative="", help="Start without asking, however long it takes.")] = False

    def refuse_faults(self) -> None:
        """Raise an error for an option that does not fit the others."""
        if self.resume and not self.out:
            message = "--resume: name the study's folder with --out"
        elif self.keep_games and not self.out:
            message = "--keep-games: name a folder with --out"
        elif self.cluster and self.processes > 1:
            message = "--processes: not possible with --cluster, which sets the number of workers"
        else:
            read_whole("processes", self.processes, 1, _MOST_PROCESSES)
            return
        raise UndercutError(message)


def seat_numbers(text: str | None) -> tuple[int, ...]:
    """Read numbers of players.

    Raises:
        UndercutError: The text is not a list of numbers and ranges.

    Example:
        >>> seat_numbers("2-4,6")
        (2, 3, 4, 6)
    """
    found: list[int] = []
    for part in text.split(",") if text else ():
        matched = _SEATS.fullmatch(part)
        numbers = range(int(matched["first"]), int(matched["last"] or matched["first"]) + 1) if matched else range(0)
        if not numbers:
            message = f"--seats: {text!r:.40} is not a list of numbers or rising ranges, such as 2-8 or 2,4"
            raise UndercutError(message)
        found += numbers
    return tuple(found)
