"""The commands undercut export and dataset, which write Parquet tables, and train, which learns from games."""

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter

from undercut.baselines.running import CURVE, POLICY, Algorithm, Plan
from undercut.baselines.running import run as run_baseline
from undercut.bots.registry import make
from undercut.cli.bots import PLAYERS_HELP
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
    found = tables.export(records_in(records), out, skip_bad=skip_bad, columns=chosen)
    for fault in found.faults:
        print(f"undercut: {fault}", file=sys.stderr)  # noqa: T201  faults go to stderr, whatever the screen is
    if json:
        print_json({"games": found.games, "decisions": found.decisions, "faults": [*found.faults]})
    else:
        this_terminal().line(f"{found.games} games, {found.decisions} decisions: {out}")
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


# --- The command undercut train --------------------------------------------------------------------------------------


NEEDED = ("pyarrow", "jax", "optax")
NEEDED_BY_BASELINES = ("jax", "optax")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    """The options of ``undercut train``; each field is an option, with its help text."""

    folder: Annotated[Path, Parameter(help="Where games, networks and the learning curve are kept.")]
    hours: Annotated[float, Parameter(help="No generation begins after this time; resumed runs count together.")] = 4.0
    processes: Annotated[int, Parameter(help="Number of processes that play.")] = 1
    deals: Annotated[int, Parameter(help="Deals of each match that measures a generation; 0: no matches.")] = 100
    seed: Annotated[int, Parameter(help="Seed of all games and fits.")] = 0
    algorithm: Annotated[
        Algorithm | None, Parameter(help="A policy without a search; without this: the networks of the search.")
    ] = None
    rounds: Annotated[int, Parameter(help="With --algorithm: how often it plays and learns.")] = 100
    points: Annotated[int, Parameter(help="With --algorithm: points of the learning curve.")] = 5
    against: Annotated[
        str | None, Parameter(help="With --algorithm ppo: learn to beat this opponent, which does not learn.")
    ] = None
    cap: Annotated[
        int | None, Parameter(help="With --algorithm ppo: divide inputs by this at most, and not by what they can be.")
    ] = None
    share: Annotated[float, Parameter(help="With --against: share of the rounds; in the others it plays itself.")] = 1.0
    players: Annotated[int | None, Parameter(help="With --algorithm: number of seats.")] = None


def train(
    game: GameName,
    *,
    options: Annotated[TrainOptions, Parameter(name="*")],
    rules: RuleSet = None,
    changes: Changes = (),
    json: Json = False,
) -> int:
    """Train the networks of a game's search by games against itself; the same command continues after a stop.

    With --algorithm, train a policy that plays without a search: by proximal policy optimization, neural fictitious
    self-play or deep counterfactual regret minimization.
    """
    if options.algorithm:
        return _train_baseline(game, options, rules, changes, json=json)
    if rules or changes or options.players or options.against:
        message = "--rules, --set, --players, --against: only with --algorithm; the search's networks know all rules"
        raise UndercutError(message)
    _refuse_missing(NEEDED, "train")
    if options.hours <= 0 or options.processes < 1 or options.deals < 0:
        raise UndercutError("--hours and --processes must be greater than 0, --deals must not be less")
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


def _train_baseline(game: str, options: TrainOptions, rules: str | None, changes: Sequence[str], *, json: bool) -> int:
    _refuse_missing(NEEDED_BY_BASELINES, "baselines")
    if options.rounds < 1 or options.points < 1 or options.deals < 1:
        raise UndercutError("--rounds, --points and --deals must be greater than 0")
    if not 0 < options.share <= 1 or (options.cap is not None and options.cap < 1):
        raise UndercutError("--share must be greater than 0, and 1 at most; --cap must be at least 1")
    assert options.algorithm is not None, "asked for"  # noqa: S101  the caller looked
    plan = Plan(
        choose_game(game, rules, changes, options.players), options.algorithm, options.rounds,
        read_seed(options.seed) or 0, options.against, options.share, options.cap,
        points=min(options.points, options.rounds), deals=options.deals,
    )  # fmt: skip
    screen = this_terminal()
    curve = run_baseline(plan, options.folder, screen.line)
    if json:
        print_json([point.as_json() for point in curve])
    else:
        screen.copyable(f"The policy: {options.folder / POLICY}; its learning curve: {options.folder / CURVE}")
    return DONE


def _refuse_missing(needed: Sequence[str], extra: str) -> None:
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise UndercutError(f"training needs more packages, such as {missing[0]}: pip install 'undercut[{extra}]'")
