"""The ``undercut arena`` command: matches and pools."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn

from undercut.arena.contest import Contest, play
from undercut.arena.jobs import LONGEST_GAME, Plan, labels_of, line_up_of, make, pool_line_ups
from undercut.arena.report import as_json, check_writable, write_csv
from undercut.arena.runners import Cluster, InProcess, Processes, Runner
from undercut.arena.scores import Sprt, estimate
from undercut.arena.store import Store
from undercut.bots.players.player import Guest
from undercut.cli.arena_tables import elo_text, lines_of, percent
from undercut.cli.exits import DONE, INTERRUPTED
from undercut.cli.guests import start_guest
from undercut.cli.progress import progress_bar
from undercut.cli.screen import Screen, print_json
from undercut.errors import UndercutError
from undercut.play.game import Game

PAIR = 2


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
        total = contest.deals * contest.plan.seats * len(contest.plan.line_ups)
        watch = stack.enter_context(progress_bar(total, _progress, MofNCompleteColumn()))
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


def _progress(contest: Contest) -> tuple[int, str]:
    """Return the number of games that were played, and the running score."""
    return contest.games, _score(contest)


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
