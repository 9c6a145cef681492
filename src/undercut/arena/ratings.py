"""Ratings of a pool of players from their pairwise games, and each player's share against each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from undercut.arena.contest import Contest, by_deal
from undercut.arena.plan import entry_at
from undercut.arena.playing import Result
from undercut.arena.scores import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player: a normal distribution of its strength."""

    name: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Conservative estimate, three sigmas below ``mu``; ratings are sorted by it."""
        return self.mu - 3 * self.sigma


def rate(games: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """Rate players by their pairwise games, in the order played."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for first, second, share in games:
        ratings = [known.setdefault(name, model.rating(name=name)) for name in (first, second)]
        ranks = [float(share < 0.5), float(share > 0.5)]  # noqa: PLR2004  half a win is a draw
        (known[first],), (known[second],) = model.rate([[rating] for rating in ratings], ranks=ranks)
    rated = [Rating(name, rating.mu, rating.sigma) for name, rating in known.items()]
    return sorted(rated, key=lambda rating: -rating.ordinal)


def games_of(contest: Contest) -> Iterable[tuple[str, str, float]]:
    """Yield a pool's games in the form that `rate` takes."""
    for result in contest.results:
        line_up = contest.plan.line_ups[result.job.line_up]
        yield line_up[0], line_up[1], _share(result, line_up)


def _share(result: Result, line_up: tuple[str, ...]) -> float:
    seats = len(line_up)
    won = [line_up[entry_at(seat, result.job.rotation, seats)] == line_up[0] for seat in result.winners]
    return fmean(won) if won else 0.5


def cross_table(contest: Contest) -> dict[tuple[str, str], Estimate]:
    """Estimate each player's share against each other player."""
    plan = contest.plan
    table: dict[tuple[str, str], Estimate] = {}
    for first, second in combinations(plan.names, 2):
        line_ups = [place for place, line_up in enumerate(plan.line_ups) if {*line_up} == {first, second}]
        # With an odd number of seats, a pair's two line-ups on one deal count as one trial.
        columns = [[fmean(deal) for deal in by_deal(contest, place, first)] for place in line_ups]
        values = [fmean(deal) for deal in zip(*columns, strict=True)]
        table[first, second] = estimate(values)
        table[second, first] = estimate([1 - value for value in values])
    return table
