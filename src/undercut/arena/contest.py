"""An arena from its first deal to its last: what is still to play, what counts, and when a test has decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from undercut.arena.jobs import Job, Plan, all_jobs, entry_at, jobs_of, labels_of
from undercut.arena.match import Result
from undercut.arena.runners import Runner
from undercut.arena.scores import Sprt, counted, shares
from undercut.arena.store import Store, write_record


@dataclass(slots=True)
class Contest:
    """The games that count: those of all deals up to the last one of which every game has been played.

    Deals count in their order, however the games came in, so that a contest is the same on any number of processes.

    Args:
        plan: What is played.
        deals: How many deals at most.
        sprt: The test that may end it sooner.
        results: The games that count.
        verdict: What the test has settled on.
        values: What the first player of the first line-up got on each deal, on average.
    """

    plan: Plan
    deals: int
    sprt: Sprt | None = None
    results: list[Result] = field(default_factory=list[Result])
    verdict: str | None = None
    values: list[float] = field(default_factory=list[float])
    _seen: Counter[float] = field(default_factory=Counter[float])
    _waiting: dict[Job, Result] = field(default_factory=dict[Job, Result])
    _played: int = 0

    @property
    def played(self) -> int:
        """How many deals count so far."""
        return self._played

    @property
    def games(self) -> int:
        """How many games have been played, even if they do not count yet."""
        return len(self.results) + len(self._waiting)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.verdict is not None or self._played >= self.deals

    @property
    def ratio(self) -> float:
        """How much the deals speak for the test's second hypothesis; 0 without a test."""
        return self.sprt.ratio(self._seen, self._par) if self.sprt else 0.0

    @property
    def _par(self) -> float:
        return par(self.plan, 0, labels_of(self.plan.line_ups[0])[0])

    def add(self, result: Result) -> None:
        """Take a result, and count its deal as soon as that is complete and those before it are.

        Args:
            result: The result.
        """
        self._waiting[result.job] = result
        while not self.over:
            jobs = jobs_of(self.plan, self._played)
            if any(job not in self._waiting for job in jobs):
                return
            self.results += [self._waiting.pop(job) for job in jobs]
            self._played += 1
            label = labels_of(self.plan.line_ups[0])[0]
            self.values.append(fmean(next(by_deal(self, 0, label, self._played - 1))))
            if self.sprt:
                self._seen += counted(self.values[-1:])
                self.verdict = self.sprt.verdict(self._seen, self._par)


def par(plan: Plan, line_up: int, label: str) -> float:
    """Say what an equal player would get: its seats' part of all seats.

    Args:
        plan: The plan.
        line_up: Which of its line-ups.
        label: Under which name the player is counted.
    """
    return labels_of(plan.line_ups[line_up]).count(label) / plan.seats


def by_deal(contest: Contest, line_up: int, label: str, since: int = 0) -> Iterator[list[float]]:
    """List what a player got: for each deal, its share in each rotation.

    Args:
        contest: The contest.
        line_up: Which of the plan's line-ups.
        label: Under which name the player is counted.
        since: The first deal to list.
    """
    seats = contest.plan.seats
    labels = labels_of(contest.plan.line_ups[line_up])
    games = len(contest.plan.line_ups) * seats
    first = line_up * seats + since * games
    for start in range(first, len(contest.results), games):
        yield [got(result, labels, label, seats) for result in contest.results[start : start + seats]]


def got(result: Result, labels: tuple[str, ...], label: str, seats: int) -> float:
    """Say what part of a win a player got in a game, over all its seats.

    Args:
        result: The game.
        labels: The names under which the places of the line-up are counted.
        label: The player's.
        seats: How many seats there are.
    """
    return sum(
        share
        for seat, share in enumerate(shares(result.winners, seats))
        if labels[entry_at(seat, result.job.rotation, seats)] == label
    )


def hold(
    contest: Contest,
    runner: Runner,
    *,
    store: Store | None = None,
    records: Path | None = None,
    watch: Callable[[Contest], None] | None = None,
) -> None:
    """Play what is still to play of a contest.

    Args:
        contest: The contest; results are added to it.
        runner: Where games are played.
        store: Where results are kept; games that are there already are not played again.
        records: The folder for the records of the games that are played now.
        watch: Called after each game.

    Example:
        >>> from undercut.arena.runners import Here
        >>> contest = Contest(Plan("cuttle", "sipie", 2, (("greedy", "random"),)), deals=3)
        >>> hold(contest, Here())
        >>> len(contest.results)
        6
    """
    known = frozenset(store.results) if store else frozenset[Job]()
    for result in store.results.values() if store else ():
        contest.add(result)
    if contest.over:
        return
    missing = (job for job in all_jobs(contest.plan, contest.deals) if job not in known)
    with closing(runner.run(contest.plan, missing, keep=records is not None)) as results:
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
