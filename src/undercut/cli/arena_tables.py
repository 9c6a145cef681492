"""Results of an arena as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isinf

from undercut.arena.contest import Contest
from undercut.arena.match import quantile
from undercut.arena.ratings import cross_table, games_of, rate
from undercut.arena.report import LineUpReport, PlayerReport, report_on
from undercut.arena.scores import Estimate, elo
from undercut.games.base.words import GameWords, value_text
from undercut.play.game import Game, game


def lines_of(contest: Contest, *, pool: bool = False) -> Iterator[str]:
    """Yield the lines that report a contest."""
    plan = contest.plan
    chosen = game(plan.game, rules=plan.rules, seats=plan.seats)  # type: ignore[arg-type]  JSON of rules
    yield (
        f"{chosen.spec.title}, rules: {_rules(chosen)}, {plan.seats} seats. {contest.played:,} deals, "
        f"{len(contest.results):,} games, seed {plan.seed}."
    )
    if not contest.results:
        return
    if pool:
        yield from _pool_lines(contest)
    for report in report_on(contest):
        yield ""
        yield from _match_lines(report, chosen.spec.words, brief=pool)
    if contest.sprt:
        yield _sprt_line(contest)


def _rules(chosen: Game) -> str:
    changes = [f"{name}={value_text(value)}" for name, value in chosen.changes.items()]
    return chosen.rule_set + (" with " + ", ".join(changes) if changes else "")


def _match_lines(report: LineUpReport, words: GameWords, *, brief: bool) -> Iterator[str]:
    seats = [f"seat {seat}" for seat in range(len(report.seats))]
    rows = [["player", "share", "95 %", "par", "Elo", *seats, "median", "p95"]]
    rows += [_player_row(player) for player in report.players]
    rows.append(["all", "", "", "", "", *map(percent, report.seats), "", ""])
    yield from aligned(rows)
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


def _player_row(player: PlayerReport) -> list[str]:
    seen = player.share
    return [
        player.name,
        percent(seen.mean),
        _interval(seen),
        percent(player.par),
        f"{elo_text(seen.mean, player.par)} ({elo_text(seen.low, player.par)} to {elo_text(seen.high, player.par)})",
        *map(percent, player.by_seat),
        duration(quantile(player.times, 0.5)),
        duration(quantile(player.times, 0.95)),
    ]


def _sprt_line(contest: Contest) -> str:
    assert contest.sprt is not None  # noqa: S101  the caller checked
    low, high = contest.sprt.bounds
    found = {
        None: "undecided",
        "elo0": f"accepted {contest.sprt.elo0:g} or less",
        "elo1": f"accepted {contest.sprt.elo1:g} or more",
    }[contest.verdict]
    return (
        f"Test of {contest.sprt.elo0:g} against {contest.sprt.elo1:g} Elo: {found}, after {contest.played:,} deals "
        f"(log likelihood ratio {contest.ratio:.2f}, bounds {low:.2f} and {high:.2f})."
    )


def _pool_lines(contest: Contest) -> Iterator[str]:
    table = cross_table(contest)
    ratings = rate(games_of(contest))
    names = [rating.name for rating in ratings]
    rows = [["player", "rating", "sigma", *[f"against {name}" for name in names]]]
    for rating in ratings:
        seen = [table.get((rating.name, other)) for other in names]
        against = [f"{percent(cell.mean)} ({_interval(cell)})" if cell else "-" for cell in seen]
        rows.append([rating.name, f"{rating.mu:.2f}", f"{rating.sigma:.2f}", *against])
    yield ""
    yield from aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Align a table in columns: the first to the left, the others to the right.

    Example:
        >>> list(aligned([["player", "share"], ["greedy", "96.0 %"]]))
        ['player   share', 'greedy  96.0 %']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first = row[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([first, *rest]).rstrip()


def percent(share: float) -> str:
    """Format a share as a percentage.

    Example:
        >>> percent(0.6125)
        '61.3 %'
    """
    return f"{100 * share:.1f} %"


def _interval(seen: Estimate) -> str:
    return f"{100 * seen.low:.1f} to {100 * seen.high:.1f}"


def elo_text(share: float, par: float) -> str:
    """Format an Elo difference.

    Example:
        >>> elo_text(0.75, 0.5), elo_text(1.0, 0.5)
        ('+191', '+∞')
    """
    difference = elo(share, par)
    if isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{round(difference):+d}"


def duration(seconds: float | None) -> str:
    """Format a duration.

    Example:
        >>> duration(0.0000012), duration(0.00234), duration(1.5)
        ('1 µs', '2.3 ms', '1.5 s')
    """
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{1e6 * seconds:.0f} µs"
