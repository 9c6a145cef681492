"""The commands ``undercut export`` and ``dataset``, which write Parquet tables."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter

from undercut.bots.registry import make
from undercut.cli.opponents import PLAYERS_HELP
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game
from undercut.cli.screen import DONE, INTERRUPTED, Json, Plain, print_json, this_terminal
from undercut.errors import UndercutError
from undercut.frames.rows import records_in
from undercut.play.arguments import read_seed
from undercut.play.game import Rules
from undercut.workers import runner_for


def export(
    *records: Annotated[
        Path,
        Parameter(
            help="Files with records (.json: one or a list of them; .jsonl: one on each line), or folders of them."
        ),
    ],
    out: Annotated[Path, Parameter(help="The folder for games.parquet and decisions.parquet.")],
    skip_bad: Annotated[
        bool, Parameter(negative="", help="Leave out records that cannot be replayed, and print their faults.")
    ] = False,
    columns: Annotated[
        str | None,
        Parameter(help="Columns of decisions.parquet, with commas; without view, compiled code replays the games."),
    ] = None,
    json: Json = False,
) -> int:
    """Write records as two Parquet tables: a row for every game, and a row for every decision."""
    if not records:
        raise UndercutError("export: name at least one file or folder with records")
    with _extra("export"):
        # Tables are an extra that people who only play need not install.
        from undercut.frames import tables  # noqa: PLC0415  as said
    chosen = columns.split(",") if columns else None
    written = tables.export(records_in(records), out, skip_bad=skip_bad, columns=chosen)
    for fault in written.faults:
        print(f"undercut: {fault}", file=sys.stderr)  # noqa: T201  faults go to stderr, whatever the screen is
    if json:
        print_json({"games": written.games, "decisions": written.decisions, "faults": [*written.faults]})
    else:
        this_terminal().line(f"{written.games} games, {written.decisions} decisions: {out}")
    return DONE


@contextmanager
def _extra(command: str) -> Generator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{command} needs more packages, such as {error.name}: pip install 'undercut[frames]'"
        raise UndercutError(message) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetOptions:
    """The options of ``undercut dataset``; each field is an option, with its help text."""

    out: Annotated[Path, Parameter(help="The folder of the dataset; what it holds already is not made again.")]
    games: Annotated[int, Parameter(help="Number of games.")] = 100_000
    level: Annotated[str, Parameter(help=f"Who plays all seats: {PLAYERS_HELP}.")] = "hard"
    players: Annotated[int | None, Parameter(help="Number of seats.")] = None
    seed: Annotated[int, Parameter(help="Seed of the first game; the others follow.")] = 0
    processes: Annotated[int, Parameter(help="Number of processes that play.")] = 1
    cluster: Annotated[str | None, Parameter(help="Address of a Ray cluster that plays, such as auto.")] = None


def dataset(
    game: GameName,
    *,
    options: Annotated[DatasetOptions, Parameter(name="*")],
    rules: RuleSet = None,
    changes: Changes = (),
    plain: Plain = False,
) -> int:
    """Make a dataset of games that a level plays against itself, with a data card; a second run continues the first."""
    chosen = choose_game(game, rules, changes, options.players)
    if options.games < 1 or options.processes < 1:
        raise UndercutError("--games and --processes must be greater than 0")
    with _extra("dataset"):
        from undercut.frames.dataset import Plan, make_dataset  # noqa: PLC0415  as above
    seed = read_seed(options.seed) or 0
    plan = Plan(game, cast("Rules", chosen.rules), chosen.seats, options.level, options.games, seed)
    make(options.level, game, seed)
    screen = this_terminal(plain=plain)
    try:
        for done in make_dataset(plan, options.out, runner_for(options.processes, options.cluster)):
            screen.line(f"{done:,} of {plan.games:,} games")
    except KeyboardInterrupt:
        print("Interrupted. Run the same command to continue.", file=sys.stderr)  # noqa: T201  like other faults
        return INTERRUPTED
    screen.line(f"{options.out}: its README.md describes the data.")
    return DONE
