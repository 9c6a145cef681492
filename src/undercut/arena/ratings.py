"""Ratings of a pool of players, from all games between two of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from undercut.arena.contest import Contest, by_deal
from undercut.arena.jobs import entry_at
from undercut.arena.match import Result
from undercut.arena.scores import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is believed to be.

    Args:
        name: The player.
        mu: The belief.
        sigma: How unsure it is.
    """

    name: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the player is almost surely at least: to sort by."""
        return self.mu - 3 * self.sigma


def rate(games: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """Rate players by games between two of them, in the order in which they were played.

    Args:
        games: For each game the two players, and the part of a win that the first got.

    Returns:
        The ratings, the best first.

    Example:
        >>> [rating.name for rating in rate([("greedy", "random", 1.0)] * 3)]
        ['greedy', 'random']
    """
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for first, second, share in games:
        ratings = [known.setdefault(name, model.rating(name=name)) for name in (first, second)]
        ranks = [float(share < 0.5), float(share > 0.5)]  # noqa: PLR2004  half a win is a draw
        (known[first],), (known[second],) = model.rate([[rating] for rating in ratings], ranks=ranks)
    found = [Rating(name, rating.mu, rating.sigma) for name, rating in known.items()]
    return sorted(found, key=lambda rating: -rating.ordinal)


def games_of(contest: Contest) -> Iterable[tuple[str, str, float]]:
    """List a pool's games as `rate` takes them.

    Args:
        contest: A contest whose line-ups have two players each.
    """
    for result in contest.results:
        line_up = contest.plan.line_ups[result.job.line_up]
        yield line_up[0], line_up[1], _share(result, line_up)


def _share(result: Result, line_up: tuple[str, ...]) -> float:
    seats = len(line_up)
    won = [line_up[entry_at(seat, result.job.rotation, seats)] == line_up[0] for seat in result.winners]
    return fmean(won) if won else 0.5


def cross_table(contest: Contest) -> dict[tuple[str, str], Estimate]:
    """Estimate what each player gets against each other one.

    Args:
        contest: A contest whose line-ups have two players each.

    Returns:
        The share of the first player, for each two of them in both orders.
    """
    plan = contest.plan
    table: dict[tuple[str, str], Estimate] = {}
    for first, second in combinations(plan.names, 2):
        line_ups = [place for place, line_up in enumerate(plan.line_ups) if {*line_up} == {first, second}]
        # Where the seats are odd, the two line-ups on a deal make one trial.
        columns = [[fmean(deal) for deal in by_deal(contest, place, first)] for place in line_ups]
        values = [fmean(deal) for deal in zip(*columns, strict=True)]
        table[first, second] = estimate(values)
        table[second, first] = estimate([1 - value for value in values])
    return table
