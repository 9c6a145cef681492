"""The progress of an arena: games to play, results that count, and a sequential test."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from undercut.arena.plan import Job, Plan, all_jobs, entry_at, jobs_of, labels_of, par
from undercut.arena.playing import Games, Make, Result
from undercut.arena.scores import Sprt, count_shares
from undercut.arena.store import ResultsFile, write_record
from undercut.games.base.game_types import shares
from undercut.workers import Runner


@dataclass(slots=True)
class Contest:
    """The state of a running match or pool; a deal counts once all its games and all earlier deals are complete."""

    plan: Plan
    deals: int  # to play
    sprt: Sprt | None = None  # may end the contest early
    played: int = 0  # deals that count so far
    results: list[Result] = field(default_factory=list[Result])  # of these deals, in their order
    verdict: str | None = None  # of the test
    # The mean share of the first line-up's first player on each deal, and how often each share occurred.
    values: list[float] = field(default_factory=list[float])
    _counts: Counter[float] = field(default_factory=Counter[float])
    _waiting: dict[Job, Result] = field(default_factory=dict[Job, Result])  # results that do not count yet

    @property
    def games(self) -> int:
        """Number of games played, including those that do not count yet."""
        return len(self.results) + len(self._waiting)

    @property
    def over(self) -> bool:
        """Whether the test has a verdict or all deals are played."""
        return self.verdict is not None or self.played >= self.deals

    @property
    def ratio(self) -> float:
        """Log-likelihood ratio in favour of the test's second hypothesis; 0 without a test."""
        return self.sprt.ratio(self._counts, self._par) if self.sprt else 0.0

    @property
    def _first(self) -> str:
        """The label of the first line-up's first player."""
        return labels_of(self.plan.line_ups[0])[0]

    @property
    def _par(self) -> float:
        return par(self.plan, 0, self._first)

    def add(self, result: Result) -> None:
        """Add a result; its deal counts once it and all earlier deals are complete."""
        self._waiting[result.job] = result
        while not self.over:
            jobs = jobs_of(self.plan, self.played)
            if any(job not in self._waiting for job in jobs):
                return
            self.results += [self._waiting.pop(job) for job in jobs]
            self.played += 1
            self.values.append(fmean(next(by_deal(self, 0, self._first, self.played - 1))))
            if self.sprt:
                self._counts += count_shares(self.values[-1:])
                self.verdict = self.sprt.verdict(self._counts, self._par)


def by_deal(contest: Contest, line_up: int, label: str, since: int = 0) -> Iterator[list[float]]:
    """Yield a player's shares deal by deal: for each deal, its share in each rotation."""
    seats = contest.plan.seats
    labels = labels_of(contest.plan.line_ups[line_up])
    games = len(contest.plan.line_ups) * seats
    first = line_up * seats + since * games
    for start in range(first, len(contest.results), games):
        yield [share_of(result, labels, label, seats) for result in contest.results[start : start + seats]]


def share_of(result: Result, labels: tuple[str, ...], label: str, seats: int) -> float:
    """Return a player's share of the win in one game, summed over its seats."""
    return sum(
        share
        for seat, share in enumerate(shares(result.winners, seats))
        if labels[entry_at(seat, result.job.rotation, seats)] == label
    )


def play(
    contest: Contest,
    runner: Runner,
    *,
    maker: Make | None = None,
    store: ResultsFile | None = None,
    records: Path | None = None,
    watch: Callable[[Contest], None] | None = None,
) -> None:
    """Play the games of a contest that are missing in the store, until it is over; ``watch`` sees each result."""
    known = frozenset(store.results) if store else frozenset[Job]()
    for result in store.results.values() if store else ():
        contest.add(result)
    if contest.over:
        return
    missing = (job for job in all_jobs(contest.plan, contest.deals) if job not in known)
    with closing(runner.run(Games(contest.plan, records is not None, maker), missing)) as results:
        for result in results:
            if records:
                write_record(records, contest.plan, result)
            if store:
                store.add(result)
            contest.add(result)
            if watch:
                watch(contest)
            if contest.over:
                return
