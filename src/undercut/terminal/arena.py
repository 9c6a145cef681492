"""The command that has opponents play each other."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from undercut.arena.contest import Contest, hold
from undercut.arena.jobs import LONGEST_GAME, Plan, labels_of, line_up_of, pool_line_ups
from undercut.arena.players import make
from undercut.arena.report import as_json, check_writable, write_csv
from undercut.arena.runners import Cluster, Here, Processes, Runner
from undercut.arena.scores import Sprt, estimate
from undercut.arena.store import Store
from undercut.bots.players.player import Guest
from undercut.errors import UndercutError
from undercut.play.game import Game
from undercut.terminal.arena_tables import elo_text, lines_of, percent
from undercut.terminal.exits import DONE, INTERRUPTED
from undercut.terminal.guests import sit_down
from undercut.terminal.screen import Screen, print_json

PAIR = 2

_PAUSE = 0.2  # seconds between two looks at the running score, which has to be worked out anew


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says of an arena, beside the game and the players.

    Every field is an option of the command, with the help that stands beside it.
    """

    games: Annotated[
        int,
        Parameter(
            help="How many games of each line-up at most; rounded up, for every deal is played in all rotations."
        ),
    ] = 1000
    pool: Annotated[
        bool, Parameter(negative="", help="Have every two of the players play each other, and rate them all.")
    ] = False
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(
            allow_leading_hyphen=True,
            negative="",
            help="Two Elo differences of the first player, such as 0 30: stop as soon as one of them is settled on, "
            "wrongly once in twenty times.",
        ),
    ] = None
    seed: Annotated[int, Parameter(help="Where all deals and choices come from.")] = 0
    limit: Annotated[int, Parameter(help="After so many moves a game is a draw.")] = LONGEST_GAME
    processes: Annotated[
        int,
        Parameter(
            help="How many processes play; any number gives the same results, unless a player thinks by the clock."
        ),
    ] = 1
    cluster: Annotated[
        str | None, Parameter(help="The address of a Ray cluster to play on, such as auto or host:6379.")
    ] = None
    out: Annotated[
        Path | None,
        Parameter(help="A file to add each result to; after a kill the same command goes on from there."),
    ] = None
    records: Annotated[Path | None, Parameter(help="A folder to keep the record of each game in.")] = None
    csv: Annotated[Path | None, Parameter(help="A file to write a line for each game to.")] = None

    def faults(self) -> Iterator[str]:
        """List what cannot be."""
        for name, value in (("games", self.games), ("limit", self.limit), ("processes", self.processes)):
            if value < 1:
                yield f"--{name}: {value} is less than 1"
        if self.seed < 0:
            yield f"--seed: {self.seed} is less than 0"
        if self.pool and self.sprt:
            yield "--sprt: a test is between two players, not in a pool"
        if self.cluster and self.processes > 1:
            yield "--processes: the cluster decides how many there are"

    def seats_for(self, names: Sequence[str]) -> int | None:
        """Say how many seats so many players take, if nobody says otherwise; None: as few as the game can have.

        Args:
            names: The opponents.
        """
        return None if self.pool or len(names) <= PAIR else len(names)

    def runner(self) -> Runner:
        """Give what plays the games."""
        if self.cluster:
            return Cluster(self.cluster)
        return Processes(self.processes) if self.processes > 1 else Here()


def arena(screen: Screen, game: Game, names: Sequence[str], wishes: Wishes, *, as_json_only: bool) -> int:
    """Have opponents play each other, and print what came of it.

    Args:
        screen: Where to print.
        game: The game with its rules.
        names: The opponents.
        wishes: The rest of the command line.
        as_json_only: Whether to print JSON.

    Raises:
        UndercutError: Something of this cannot be; a file cannot be used.
    """
    for fault in wishes.faults():
        raise UndercutError(fault)
    contest = _contest(game, names, wishes)
    if wishes.csv:
        # Nobody plays for an hour to hear then that there is no such folder.
        check_writable(wishes.csv)
    interrupted = False
    with ExitStack() as stack:
        store = stack.enter_context(Store(wishes.out, contest.plan)) if wishes.out else None
        watch = stack.enter_context(_progress(contest))
        try:
            hold(contest, wishes.runner(), store=store, records=wishes.records, watch=watch)
        except KeyboardInterrupt:
            interrupted = True
    if wishes.csv:
        write_csv(wishes.csv, contest)
    if as_json_only:
        print_json(as_json(contest, pool=wishes.pool))
    else:
        for line in lines_of(contest, pool=wishes.pool):
            screen.line(line)
    if interrupted:
        print("Interrupted." + (" The same command goes on." if wishes.out else ""), file=sys.stderr)  # noqa: T201
    return INTERRUPTED if interrupted else DONE


def _contest(game: Game, names: Sequence[str], wishes: Wishes) -> Contest:
    line_ups = pool_line_ups(names, game.seats) if wishes.pool else (line_up_of(names, game.seats),)
    plan = Plan(game.name, game.rules, game.seats, line_ups, wishes.seed, wishes.limit)
    for name in plan.names:
        # A name that nobody has is refused now, not counted as a lost game a thousand times.
        player = make(name, game.name, 0)
        if isinstance(player, Guest):
            with closing(player):
                sit_down(player, game, 0)
    return Contest(plan, -(-wishes.games // game.seats), Sprt(*wishes.sprt) if wishes.sprt else None)


@contextmanager
def _progress(contest: Contest) -> Generator[Callable[[Contest], None]]:
    """Show how far a contest is, on stderr, if somebody can see it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[score]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        total = contest.deals * contest.plan.seats * len(contest.plan.line_ups)
        bar = progress.add_task("", total=total, score="")
        looked = 0.0

        def watch(contest: Contest) -> None:
            nonlocal looked
            if (now := time.monotonic()) - looked >= _PAUSE:
                looked = now
                progress.update(bar, completed=contest.games, score=_score(contest))

        yield watch


def _score(contest: Contest) -> str:
    """Say how the first player of a match stands."""
    plan = contest.plan
    labels = labels_of(plan.line_ups[0])
    if len(plan.line_ups) > 1:
        return f"{len(plan.names)} players"
    seen = estimate(contest.values)
    text = f"{labels[0]} {percent(seen.mean)} ({percent(seen.low)} to {percent(seen.high)})"
    text += f", Elo {elo_text(seen.mean, labels.count(labels[0]) / plan.seats)}"
    if contest.sprt:
        low, high = contest.sprt.bounds
        text += f", ratio {contest.ratio:.2f} ({low:.2f} to {high:.2f})"
    return text
