"""The lab: many games between simple players, to measure what a rule does.

Begin with `study`, then `study_run`, which plays chunks of games until the intervals are narrow enough. The results are
an `undercut.studies.results.Study`.

- `design`: from what was asked for to cells of games, and which of them are compared
- `cells`, `chunks`: the games of a cell; those of all cells in processes; `kernels`: the compiled loops
- `sums`: counts that measures need of each deal, added up; `intervals`: estimates for all measures together
- `skill`: the parts of the variance of results
- `folder`, `parquet`, `report`, `charts`: what is written
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from undercut.errors import UndercutError, more_packages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from undercut.lab.design import Vary
    from undercut.play.game import Game, Rules
    from undercut.studies.results import Study

__all__ = ["load", "study"]


def study(  # noqa: PLR0913  each is a choice of its own
    game: str | Game,
    *,
    rules: Rules | None = None,
    vary: Vary = (),
    design: str = "one",
    rule_sets: Sequence[str] = (),
    seats: int | Sequence[int] | None = None,
    players: Sequence[str] = ("greedy", "random"),
    games: int = 20_000,
    precision: float | None = None,
    measure: str = "share_0",
    anytime: bool = False,
    seed: int = 0,
    processes: int = 1,
    cluster: str | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    keep_games: bool = False,
    interest: bool = True,
    skill: bool = True,
    worth: bool = False,
) -> Study:
    """Measure what rules do: play many games under each, and compare them.

    Args:
        game: The game's name, or a `Game`.
        rules: The base rules, as for `undercut.game`; not with a `Game`.
        vary: Options to vary: their names, each alone or with values (``"seven=1:2"``), or values by name, or
            ``"all"``.
        design: ``"one"`` at a time, ``"grid"`` for all combinations, ``"pairs"`` for how two options interact.
        rule_sets: Rule sets to compare with the first, or ``["all"]``.
        seats: A number of players, or several, which are compared.
        players: Each a policy for all seats, or one for each seat, joined by ``+``. The design is played with each.
        games: Number of games of each cell, at most.
        precision: The study ends when all intervals of the measure are within this of their estimates: percentage
            points for a share, else the measure's unit.
        measure: The name of this measure.
        anytime: Widen the intervals, so that they hold if you watch the results and stop when you like.
        seed: 0 to 2**63 - 1; the same seed gives the same results.
        processes: Number of processes; the results do not depend on it.
        cluster: The address of a Ray cluster to play on.
        out: The folder for the study's files.
        resume: Continue the study in this folder.
        keep_games: Also write a row for each game to this folder.
        interest: Also count wins that could be taken at once and uses of cards, in one deal of eight.
        skill: Also find how much the players matter, if there are two or more, from games between them on the first
            2,000 deals.
        worth: Also find what each kind of card and a turn are worth; this takes several times as long.

    Raises:
        UndercutError: An argument is invalid, or a file cannot be written.

    Examples:
        >>> found = study("cuttle", vary="four", players=["random"], games=20)
        >>> [cell.label for cell in found.cells], found.cells[0].games
        (['sipie, random', 'four=random, random'], 20)
    """
    if find_spec("scipy") is None:
        raise UndercutError(more_packages("a study needs", "scipy", "lab"))
    from undercut.lab import design as designs  # noqa: PLC0415  programs without studies need not load all this
    from undercut.lab.study_run import open_run, read_plan, run_study  # noqa: PLC0415  as said
    from undercut.play.input import read_path, read_whole  # noqa: PLC0415  as said

    plan = read_plan(
        designs.ask(game, rules=rules, vary=vary, design=design, rule_sets=rule_sets, seats=seats, players=players),
        games=games,
        precision=precision,
        measure=measure,
        anytime=anytime,
        seed=seed,
        keep_games=keep_games,
        interest=interest,
        skill=skill,
        worth=worth,
    )
    folder = None if out is None else read_path("out", out)
    with open_run(plan, folder, resume=resume) as running:
        return run_study(running, processes=read_whole("processes", processes, 1, 1024), cluster=cluster)


def load(path: str | PathLike[str]) -> Study:
    """Read the results of a study.

    Args:
        path: Its folder, or the file ``study.json``.

    Raises:
        UndercutError: The file cannot be read, or is not a study; the message says where.
    """
    from undercut.play.input import read_path  # noqa: PLC0415  as above
    from undercut.studies import results  # noqa: PLC0415  as above

    return results.load(read_path("path", path))
