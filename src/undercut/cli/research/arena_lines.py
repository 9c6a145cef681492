"""The results of an arena as lines of text."""

from collections.abc import Iterator
from math import isinf

from undercut.arena import report as reports
from undercut.arena.contest import Contest
from undercut.arena.plan import labels_of
from undercut.arena.playing import quantile
from undercut.arena.ratings import cross_table, games_of, rate
from undercut.arena.scores import Estimate, elo, estimate
from undercut.cli import screen as terminal
from undercut.cli.rules import rules_text
from undercut.games.base.words import GameWords
from undercut.play.game import game as make_game


def running_score(contest: Contest) -> str:
    """Return the score so far, on one line."""
    plan = contest.plan
    labels = labels_of(plan.line_ups[0])
    if len(plan.line_ups) > 1:
        return f"{len(plan.names)} players"
    seen = estimate(contest.values)
    text = f"{labels[0]} {terminal.percent(seen.mean)} ({terminal.percent(seen.low)} to {terminal.percent(seen.high)})"
    text += f", Elo {elo_text(seen.mean, labels.count(labels[0]) / plan.seats)}"
    if contest.sprt:
        low, high = contest.sprt.bounds
        text += f", ratio {contest.ratio:.2f} ({low:.2f} to {high:.2f})"
    return text


def lines_of(contest: Contest, *, pool: bool = False) -> Iterator[str]:
    """Yield the lines that report a contest."""
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
        duration(quantile(player.times, 0.5)),
        duration(quantile(player.times, 0.95)),
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
    names = [rating.name for rating in ratings]
    rows = [["player", "rating", "sigma", *[f"against {name}" for name in names]]]
    for rating in ratings:
        seen = [table.get((rating.name, other)) for other in names]
        against = [f"{terminal.percent(cell.mean)} ({_interval(cell)})" if cell else "-" for cell in seen]
        rows.append([rating.name, f"{rating.mu:.2f}", f"{rating.sigma:.2f}", *against])
    yield ""
    yield from terminal.aligned(rows)


def _interval(seen: Estimate) -> str:
    return f"{100 * seen.low:.1f} to {100 * seen.high:.1f}"


def elo_text(share: float, par: float) -> str:
    difference = elo(share, par)
    if isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{round(difference):+d}"


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{1e6 * seconds:.0f} µs"
