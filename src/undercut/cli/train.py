"""The command ``undercut train``, which trains networks and policies by games against themselves."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from importlib import import_module
from typing import Annotated

from cyclopts import Parameter

from undercut.baselines.running import CURVE, POLICY, Algorithm, Training
from undercut.baselines.running import run as run_baseline
from undercut.cli import terminal
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game
from undercut.errors import BadSettings, UndercutError, with_extra
from undercut.play.input import read_seed

NEEDED = ("jax", "optax")
OF_SEARCHES = ("hours", "processes")
OF_POLICIES = ("rules", "set", "players", "rounds", "points", "against", "cap", "share")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    folder: Annotated[terminal.Place, Parameter(help="Where games, networks and the learning curve are kept.")]
    hours: Annotated[float, Parameter(help="Start no new generation after this time; resumed runs are added up.")] = 4.0
    processes: terminal.Processes = 1
    deals: Annotated[int, Parameter(help="Deals of each match that measures a generation; 0: no matches.")] = 100
    seed: Annotated[int, Parameter(help="Seed of all games and fits.")] = 0
    algorithm: Annotated[
        Algorithm | None, Parameter(help="Train a policy without a search; by default, the networks of the search.")
    ] = None
    rounds: Annotated[int, Parameter(help="With --algorithm: how often it plays and learns.")] = 100
    points: Annotated[int, Parameter(help="With --algorithm: points of the learning curve.")] = 5
    against: Annotated[
        str | None, Parameter(help="With --algorithm ppo: learn to beat this opponent, which does not learn.")
    ] = None
    cap: Annotated[
        int | None, Parameter(help="With --algorithm ppo: divide inputs by this at most, and not by what they can be.")
    ] = None
    share: Annotated[float, Parameter(help="With --against: share of rounds against it; the others are self-play.")] = (
        1.0
    )
    players: Annotated[int | None, Parameter(help="With --algorithm: number of seats.")] = None


def train(
    game: GameName,
    *,
    options: Annotated[TrainOptions, Parameter(name="*")],
    rules: RuleSet = None,
    changes: Changes = (),
    json: terminal.Json = False,
) -> int:
    own = {each.name: getattr(options, each.name) != each.default for each in fields(options)}
    own |= {"rules": bool(rules), "set": bool(changes)}
    others = OF_SEARCHES if options.algorithm else OF_POLICIES
    if wrong := [f"--{name}" for name in others if own[name]]:
        raise UndercutError(f"{', '.join(wrong)}: only {'without' if options.algorithm else 'with'} --algorithm")
    if options.algorithm:
        return _train_baseline(game, options, rules, changes, json=json)
    _check_packages("train")
    faults = [*terminal.too_small(1, processes=options.processes), *terminal.too_small(0, deals=options.deals)]
    if not options.hours > 0:  # also if it is not a number
        faults.append(f"--hours: {options.hours} is not greater than 0")
    if faults:
        raise BadSettings(faults)
    # Only this command needs the packages of the extra.
    from undercut.train import run  # noqa: PLC0415  as said

    screen = terminal.this_terminal()
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
        terminal.print_json([*curve])
    else:
        screen.copyable(f"The learning curve: {options.folder / run.CURVE}")
    return terminal.DONE


def _train_baseline(game: str, options: TrainOptions, rules: str | None, changes: Sequence[str], *, json: bool) -> int:
    _check_packages("baselines")
    cap = {} if options.cap is None else {"cap": options.cap}
    faults = terminal.too_small(1, rounds=options.rounds, points=options.points, deals=options.deals, **cap)
    if not 0 < options.share <= 1:
        faults.append(f"--share: {options.share} is not greater than 0, and 1 at most")
    elif options.share < 1 and options.against is None:
        faults.append("--share: only with --against")
    chosen = choose_game(game, rules, changes, options.players, faults)
    assert options.algorithm is not None, "asked for"  # noqa: S101  the caller looked
    training = Training(
        chosen,
        options.algorithm,
        options.rounds,
        seed=read_seed(options.seed) or 0,
        against=options.against,
        share=options.share,
        cap=options.cap,
        points=min(options.points, options.rounds),
        deals=options.deals,
    )
    screen = terminal.this_terminal()
    curve = run_baseline(training, options.folder, screen.line)
    if json:
        terminal.print_json([*map(asdict, curve)])
    else:
        screen.copyable(f"The policy: {options.folder / POLICY}; its learning curve: {options.folder / CURVE}")
    return terminal.DONE


def _check_packages(extra: str) -> None:
    with with_extra(extra):
        for name in NEEDED:
            import_module(name)
