"""The command ``undercut arena``: matches and pools."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn

from undercut.arena import report as reports
from undercut.arena.contest import Contest, play
from undercut.arena.entrants import make
from undercut.arena.plan import LONGEST_GAME, Plan, line_up_of, pool_line_ups
from undercut.arena.scores import Sprt
from undercut.arena.store import ResultsFile
from undercut.bots.players import Guest
from undercut.cli import screen as terminal
from undercut.cli.opponents import PLAYERS_HELP, complete_players, start_guest
from undercut.cli.research.arena_lines import lines_of, running_score
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game
from undercut.errors import UndercutError
from undercut.play.game import Game
from undercut.workers import runner_for

_PAIR = 2  # with two players named, the second takes all other seats


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """The options of ``undercut arena``, apart from the game and the players, with their help texts."""

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
        return None if self.pool or len(names) <= _PAIR else len(names)


def arena(
    game: GameName,
    *names: Annotated[
        str,
        Parameter(
            completer=complete_players,
            help="The opponents: one for each seat, or two; in games of more than two the first then plays one seat "
            f"against copies of the second. Choose from {PLAYERS_HELP}; or, for comparison, cheating:5000 and peeking, "
            "which see all cards.",
        ),
    ],
    rules: RuleSet = None,
    changes: Changes = (),
    players: Annotated[int | None, Parameter(help="Number of players; from the opponents by default.")] = None,
    options: Annotated[ArenaOptions | None, Parameter(name="*")] = None,
    json: terminal.Json = False,
    plain: terminal.Plain = False,
) -> int:
    """Let opponents play each other on the same deals, in all rotations."""
    options = options or ArenaOptions()
    chosen = choose_game(game, rules, changes, players or options.seats_for(names))
    for fault in options.faults():
        raise UndercutError(fault)
    contest = _contest(chosen, names, options)
    finished = _played(contest, options)
    if json:
        terminal.print_json(reports.as_json(contest, pool=options.pool))
    else:
        screen = terminal.this_terminal(plain=plain)
        for line in lines_of(contest, pool=options.pool):
            screen.line(line)
    if not finished:
        print("Interrupted." + (" Run the same command to resume." if options.out else ""), file=sys.stderr)  # noqa: T201
    return terminal.DONE if finished else terminal.INTERRUPTED


def _played(contest: Contest, options: ArenaOptions) -> bool:
    """Play to the end or until Ctrl-C, and write the table; tell whether it was the end."""
    finished = True
    if options.csv:
        # Fail now, not after an hour of play.
        reports.check_writable(options.csv)
    with ExitStack() as stack:
        store = stack.enter_context(ResultsFile(options.out, contest.plan)) if options.out else None
        total = contest.deals * contest.plan.seats * len(contest.plan.line_ups)
        watch = stack.enter_context(terminal.progress_bar(total, _progress, MofNCompleteColumn()))
        try:
            play(
                contest,
                runner_for(options.processes, options.cluster),
                store=store,
                records=options.records,
                watch=watch,
            )
        except KeyboardInterrupt:
            finished = False
    if options.csv:
        reports.write_csv(options.csv, contest)
    return finished


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
    return contest.games, running_score(contest)
