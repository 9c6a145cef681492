"""The command ``undercut arena``: matches and pools."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import isinf
from typing import Annotated

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn

from undercut.arena import report as reports
from undercut.arena.contest import Contest, ResultsFile, play
from undercut.arena.playing import LONGEST_GAME, Plan, labels_of, line_up_of, make_entrant, pool_line_ups
from undercut.arena.report import cross_table, games_of, rate
from undercut.arena.scores import Estimate, Sprt, elo, estimate, quantile
from undercut.bots.players import try_out
from undercut.cli import terminal
from undercut.cli.bots import PLAYERS_HELP, complete_players
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game, rules_text
from undercut.files import file_errors
from undercut.games.base.words import GameWords
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.workers import runner_for

_PAIR = 2  # with two players named, the second takes all other seats


@dataclass(frozen=True, slots=True)
class ArenaOptions:
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
    processes: terminal.Processes = 1
    cluster: terminal.Cluster = None
    out: Annotated[
        terminal.OptionalPlace,
        Parameter(help="Append results to this file; after an interruption the same command resumes from it."),
    ] = None
    records: Annotated[terminal.OptionalPlace, Parameter(help="Save the record of each game in this folder.")] = None
    csv: Annotated[terminal.OptionalPlace, Parameter(help="Write one row per game to this file.")] = None

    def faults(self) -> Iterator[str]:
        yield from terminal.too_small(1, games=self.games, limit=self.limit, processes=self.processes)
        yield from terminal.too_small(0, seed=self.seed)
        if self.pool and self.sprt:
            yield "--sprt: not possible with --pool; a test compares two players"


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
    options = options or ArenaOptions()
    named = None if options.pool or len(names) <= _PAIR else len(names)
    seats = named if players is None else players
    chosen = choose_game(game, rules, changes, seats, [*options.faults()])
    contest = _contest(chosen, names, options)
    finished = _played(contest, options)
    if json:
        terminal.print_json(reports.as_json(contest, pool=options.pool))
    else:
        screen = terminal.this_terminal(plain=plain)
        for line in lines_of(contest, pool=options.pool):
            screen.line(line)
    if not finished:
        terminal.tell("Interrupted." + (" Run the same command to resume." if options.out else ""))
    return terminal.DONE if finished else terminal.INTERRUPTED


def _played(contest: Contest, options: ArenaOptions) -> bool:
    """Play to the end or until Ctrl-C, and write the table; tell whether it was the end."""
    finished = True
    if options.csv:
        with file_errors(options.csv):  # fail now, not after an hour of play
            options.csv.open("a").close()
    with ExitStack() as stack:
        store = stack.enter_context(ResultsFile(options.out, contest.plan)) if options.out else None
        total = contest.deals * contest.plan.seats * len(contest.plan.line_ups)
        bar = terminal.progress_bar(total, _progress, MofNCompleteColumn())
        watch, runner = stack.enter_context(bar), runner_for(options.processes, options.cluster)
        try:
            play(contest, runner, store=store, records=options.records, watch=watch)
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
        try_out(make_entrant(name, game.name, 0), game)
    return Contest(plan, -(-options.games // game.seats), Sprt(*options.sprt) if options.sprt else None)


def _progress(contest: Contest) -> tuple[int, str]:
    plan = contest.plan
    labels = labels_of(plan.line_ups[0])
    if len(plan.line_ups) > 1:
        return contest.games, f"{len(plan.names)} players"
    seen = estimate(contest.values)
    text = f"{labels[0]} {terminal.percent(seen.mean)} ({terminal.percent(seen.low)} to {terminal.percent(seen.high)})"
    text += f", Elo {elo_text(seen.mean, labels.count(labels[0]) / plan.seats)}"
    if contest.sprt:
        low, high = contest.sprt.bounds
        text += f", ratio {contest.ratio:.2f} ({low:.2f} to {high:.2f})"
    return contest.games, text


def lines_of(contest: Contest, *, pool: bool = False) -> Iterator[str]:
    plan = contest.plan
    chosen = make_game(plan.game, rules=plan.rules, seats=plan.seats)  # type: ignore[arg-type]  JSON of rules
    yield (
        f"{chosen.spec.title}, rules: {rules_text(chosen)}, {plan.seats} seats. {contest.played:,} deals, "
        f"{len(contest.results):,} games, seed {plan.seed}."
    )
    if not contest.results:
        return
    if pool:
        yield from _pool_lines(contest)
    for report in reports.report_on(contest):
        yield ""
        yield from _match_lines(report, chosen.spec.words, brief=pool)
    if contest.sprt:
        yield _sprt_line(contest)


def _match_lines(report: reports.LineUpReport, words: GameWords, *, brief: bool) -> Iterator[str]:
    seats = [f"seat {seat}" for seat in range(len(report.seats))]
    rows = [["player", "share", "95 %", "par", "Elo", *seats, "median", "p95"]]
    rows += [_player_row(player) for player in report.players]
    rows.append(["all", "", "", "", "", *map(terminal.percent, report.seats), "", ""])
    yield from terminal.aligned(rows)
    if not brief:
        ends = ", ".join(f"{seen:,} {words.end_text(reason)}" for reason, seen in report.ends.most_common())
        yield f"Ends: {ends}; {report.draws:,} draws. {report.moves:.1f} moves per game."
        if report.pairing and report.pairing.factor:
            yield (
                f"Without paired deals the same precision would take {report.pairing.factor:.2f} times as many games."
            )
    for player in report.players:
        if player.faults:
            counts = ", ".join(f"{seen:,} by {reason}" for reason, seen in player.faults.items())
            yield f"{player.name} lost {counts}; first: {player.first_fault}"


def _player_row(player: reports.PlayerReport) -> list[str]:
    seen = player.share
    return [
        player.name,
        terminal.percent(seen.mean),
        _interval(seen),
        terminal.percent(player.par),
        f"{elo_text(seen.mean, player.par)} ({elo_text(seen.low, player.par)} to {elo_text(seen.high, player.par)})",
        *map(terminal.percent, player.by_seat),
        time_text(quantile(player.times, 0.5)),
        time_text(quantile(player.times, 0.95)),
    ]


def _sprt_line(contest: Contest) -> str:
    assert contest.sprt is not None  # noqa: S101  the caller checked
    low, high = contest.sprt.bounds
    verdict = {
        None: "undecided",
        "elo0": f"accepted {contest.sprt.elo0:g} or less",
        "elo1": f"accepted {contest.sprt.elo1:g} or more",
    }[contest.verdict]
    return (
        f"Test of {contest.sprt.elo0:g} against {contest.sprt.elo1:g} Elo: {verdict}, after {contest.played:,} deals "
        f"(log likelihood ratio {contest.ratio:.2f}, bounds {low:.2f} and {high:.2f})."
    )


def _pool_lines(contest: Contest) -> Iterator[str]:
    table = cross_table(contest)
    ratings = rate(games_of(contest))
    rows = [["player", "rating", "sigma", *[f"against {name}" for name in ratings]]]
    for name, rating in ratings.items():
        seen = [table.get((name, other)) for other in ratings]
        against = [f"{terminal.percent(cell.mean)} ({_interval(cell)})" if cell else "-" for cell in seen]
        rows.append([name, f"{rating.mu:.2f}", f"{rating.sigma:.2f}", *against])
    yield ""
    yield from terminal.aligned(rows)


def _interval(seen: Estimate) -> str:
    return f"{100 * seen.low:.1f} to {100 * seen.high:.1f}"


def elo_text(share: float, par: float) -> str:
    difference = elo(share, par)
    if isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{round(difference):+d}"


def time_text(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{1e6 * seconds:.0f} µs"
