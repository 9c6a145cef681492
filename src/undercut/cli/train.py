"""The ``undercut train`` command: train the networks of a game's search."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from undercut.cli.rules import GameName
from undercut.cli.screen import DONE, Json, print_json, this_terminal
from undercut.errors import UndercutError
from undercut.play.arguments import read_seed

NEEDED = ("pyarrow", "torch")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    """The options of ``undercut train``; each field is an option, with its help text."""

    folder: Annotated[Path, Parameter(help="Where games, networks and the learning curve are kept.")]
    hours: Annotated[float, Parameter(help="No generation begins after this time; resumed runs count together.")] = 4.0
    processes: Annotated[int, Parameter(help="Number of processes that play.")] = 1
    deals: Annotated[int, Parameter(help="Deals of each match that measures a generation; 0: no matches.")] = 100
    seed: Annotated[int, Parameter(help="Seed of all games and fits.")] = 0


def train(game: GameName, *, options: Annotated[TrainOptions, Parameter(name="*")], json: Json = False) -> int:
    """Train the networks of a game's search by games against itself; the same command continues after a stop."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        message = f"training needs more packages, such as {missing[0]}: pip install 'undercut[train]'"
        raise UndercutError(message)
    if options.hours <= 0 or options.processes < 1 or options.deals < 0:
        message = "--hours and --processes must be greater than 0, --deals must not be less"
        raise UndercutError(message)
    # Only this command needs the packages of the extra.
    from undercut.train import run  # noqa: PLC0415  as said

    screen = this_terminal()
    curve = run.train(
        game,
        options.folder,
        hours=options.hours,
        processes=options.processes,
        deals=options.deals,
        seed=read_seed(options.seed) or 0,
        say=screen.line,
    )
    if json:
        print_json([*curve])
    else:
        screen.copyable(f"The learning curve: {options.folder / run.CURVE}")
    return DONE
