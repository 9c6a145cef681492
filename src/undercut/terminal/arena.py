"""The ``undercut arena`` command: matches and pools."""

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

from undercut.arena.contest import Contest, play
from undercut.arena.jobs import LONGEST_GAME, Plan, labels_of, line_up_of, pool_line_ups
from undercut.arena.players import make
from undercut.arena.report import as_json, check_writable, write_csv
from undercut.arena.runners import Cluster, InProcess, Processes, Runner
from undercut.arena.scores import Sprt, estimate
from undercut.arena.store import Store
from undercut.bots.players.player import Guest
from undercut.errors import UndercutError
from undercut.play.game import Game
from undercut.terminal.arena_tables import elo_text, lines_of, percent
from undercut.terminal.exits import DONE, INTERRUPTED
from undercut.terminal.guests import start_guest
from undercut.terminal.screen import Screen, print_json

PAIR = 2

_REFRESH = 0.2  # seconds between updates of the running score


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """The options of ``undercut arena``, apart from the game and the players.

    Each field is an option of the command, with its help text.
    """

    games: Annotated[
        int,
        Parameter(
            help="Maximum number of games per line-up, rounded up so that every deal is played in all rotations."
        ),
    ] = 1000
    pool: Annotated[bool, Parameter(negative="", help="Play every pair of the players and rate them all.")] = False
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(
            allow_leading_hyphen=True,
            negative="",
            help="Run a sequential test between two Elo differences of the first player, such as 0 30, and stop once "
            "one is accepted (error rates 5 %).",
        ),
    ] = None
    seed: Annotated[int, Parameter(help="Seed of all deals and choices.")] = 0
    limit: Annotated[int, Parameter(help="Maximum number of moves; longer games are draws.")] = LONGEST_GAME
    processes: Annotated[
        int,
        Parameter(
            help="Number of worker processes; results do not depend on it, except for players with a time budget."
        ),
    ] = 1
    cluster: Annotated[
        str | None, Parameter(help="Address of a Ray cluster to play on, such as auto or host:6379.")
    ] = None
    out: Annotated[
        Path | None,
        Parameter(help="Append results to this file; after an interruption the same command resumes from it."),
    ] = None
    records: Annotated[Path | None, Parameter(help="Save the record of each game in this folder.")] = None
    csv: Annotated[Path | None, Parameter(help="Write one row per game to this file.")] = None

    def faults(self) -> Iterator[str]:
        """Yield a message for each invalid combination or value."""
        for name, value in (("games", self.games), ("limit", self.limit), ("processes", self.processes)):
            if value < 1:
                yield f"--{name}: {value} is less than 1"
        if self.seed < 0:
            yield f"--seed: {self.seed} is less than 0"
        if self.pool and self.sprt:
            yield "--sprt: not possible with --pool; a test compares two players"
        if self.cluster and self.processes > 1:
            yield "--processes: not possible with --cluster, which sets the number of workers"

    def seats_for(self, names: Sequence[str]) -> int | None:
        """Return the default number of seats for these players; None: the game's minimum."""
        return None if self.pool or len(names) <= PAIR else len(names)

    def runner(self) -> Runner:
        """Create the runner that these options ask for."""
        if self.cluster:
            return Cluster(self.cluster)
        return Processes(self.processes) if self.processes > 1 else InProcess()


def arena(screen: Screen, game: Game, names: Sequence[str], options: ArenaOptions, *, as_json_only: bool) -> int:
    """Play a match or a pool and print the results.

    Raises:
        UndercutError: An option is invalid, or a file cannot be used.
    """
    for fault in options.faults():
        raise UndercutError(fault)
    contest = _contest(game, names, options)
    if options.csv:
        # Fail now, not after an hour of play.
        check_writable(options.csv)
    interrupted = False
    with ExitStack() as stack:
        store = stack.enter_context(Store(options.out, contest.plan)) if options.out else None
        watch = stack.enter_context(_progress(contest))
        try:
            play(contest, options.runner(), store=store, records=options.records, watch=watch)
        except KeyboardInterrupt:
            interrupted = True
    if options.csv:
        write_csv(options.csv, contest)
    if as_json_only:
        print_json(as_json(contest, pool=options.pool))
    else:
        for line in lines_of(contest, pool=options.pool):
            screen.line(line)
    if interrupted:
        print("Interrupted." + (" Run the same command to resume." if options.out else ""), file=sys.stderr)  # noqa: T201
    return INTERRUPTED if interrupted else DONE


def _contest(game: Game, names: Sequence[str], options: ArenaOptions) -> Contest:
    line_ups = pool_line_ups(names, game.seats) if options.pool else (line_up_of(names, game.seats),)
    plan = Plan(game.name, game.rules, game.seats, line_ups, options.seed, options.limit)
    for name in plan.names:
        # Refuse an unknown name now; otherwise each game would count as a loss.
        player = make(name, game.name, 0)
        if isinstance(player, Guest):
            with closing(player):
                start_guest(player, game, 0)
    return Contest(plan, -(-options.games // game.seats), Sprt(*options.sprt) if options.sprt else None)


@contextmanager
def _progress(contest: Contest) -> Generator[Callable[[Contest], None]]:
    """Show a progress bar on stderr if it is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[score]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        total = contest.deals * contest.plan.seats * len(contest.plan.line_ups)
        bar = progress.add_task("", total=total, score="")
        updated = 0.0

        def watch(contest: Contest) -> None:
            nonlocal updated
            if (now := time.monotonic()) - updated >= _REFRESH:
                updated = now
                progress.update(bar, completed=contest.games, score=_score(contest))

        yield watch


def _score(contest: Contest) -> str:
    """Format the running score of a match's first player."""
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
