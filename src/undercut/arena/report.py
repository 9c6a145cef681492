"""Results of a contest: figures by line-up, ratings of a pool; as objects, JSON and CSV."""

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from pathlib import Path
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from undercut.arena.contest import Contest, by_deal
from undercut.arena.playing import Result, labels_of, rotated
from undercut.arena.scores import Estimate, Pairing, Times, elo, estimate, pairing, quantile
from undercut.decoding import JSON
from undercut.files import file_errors
from undercut.games.base.game_types import shares


def rate(games: Iterable[tuple[str, str, float]]) -> dict[str, PlackettLuceRating]:
    """Rate players by their games; the first has the highest conservative estimate, three sigmas below ``mu``."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for first, second, share in games:
        ratings = [known.setdefault(name, model.rating(name=name)) for name in (first, second)]
        ranks = [float(share < 0.5), float(share > 0.5)]  # noqa: PLR2004  half a win is a draw
        (known[first],), (known[second],) = model.rate([[rating] for rating in ratings], ranks=ranks)
    return dict(sorted(known.items(), key=lambda rated: -rated[1].ordinal()))


def games_of(contest: Contest) -> Iterable[tuple[str, str, float]]:
    """Yield two players and the first one's share of each game; half of a draw, even if one has more seats."""
    for result in contest.results:
        first, second, *_ = contest.plan.line_ups[result.job.line_up]
        seated = contest.plan.seated(result.job)
        won = [seated[seat] == first for seat in result.winners]
        yield first, second, fmean(won) if won else 0.5


def cross_table(contest: Contest) -> dict[tuple[str, str], Estimate]:
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


@dataclass(frozen=True, slots=True)
class PlayerReport:
    name: str
    par: float
    share: Estimate
    by_seat: tuple[float, ...]  # the mean share in each seat
    faults: Counter[str]  # by reason
    first_fault: str | None
    times: Times

    def as_json(self) -> dict[str, JSON]:
        """Return the figures as JSON-ready data; infinite values become null."""
        ends = (elo(share, self.par) for share in (self.share.mean, self.share.low, self.share.high))
        difference, low, high = (round(value, 1) if isfinite(value) else None for value in ends)
        faults: dict[str, JSON] = dict(self.faults)
        return {
            "name": self.name,
            "par": _rounded(self.par),
            "share": _rounded(self.share.mean),
            "interval": _interval(self.share),
            "elo": difference,
            "elo_interval": [low, high],
            "by_seat": [_rounded(share) for share in self.by_seat],
            "faults": faults,
            "first_fault": self.first_fault,
            "decisions": sum(self.times.values()),
            "seconds": {"median": quantile(self.times, 0.5), "p95": quantile(self.times, 0.95)},
        }


@dataclass(frozen=True, slots=True)
class LineUpReport:
    line_up: tuple[str, ...]
    deals: int
    games: int
    players: tuple[PlayerReport, ...]
    seats: tuple[float, ...]  # the mean share of each seat, of all players
    ends: Counter[str]
    draws: int
    moves: float  # mean number of moves per game
    pairing: Pairing | None

    def as_json(self) -> dict[str, JSON]:
        ends: dict[str, JSON] = dict(sorted(self.ends.items()))
        gain = self.pairing
        return {
            "line_up": [*self.line_up],
            "deals": self.deals,
            "games": self.games,
            "players": [player.as_json() for player in self.players],
            "seats": [_rounded(share) for share in self.seats],
            "ends": ends,
            "draws": self.draws,
            "moves": round(self.moves, 2),
            "pairing": gain
            and {"variance": gain.paired, "variance_unpaired": gain.unpaired, "factor": _rounded(gain.factor)},
        }


def report_on(contest: Contest) -> list[LineUpReport]:
    return [_line_up_report(contest, place) for place in range(len(contest.plan.line_ups))]


def _line_up_report(contest: Contest, place: int) -> LineUpReport:
    plan = contest.plan
    labels = labels_of(plan.line_ups[place])
    results = [result for result in contest.results if result.job.line_up == place]
    names = list(dict.fromkeys(labels))
    by_seat = [[shares(result.winners, plan.seats)[seat] for result in results] for seat in range(plan.seats)]
    return LineUpReport(
        line_up=plan.line_ups[place],
        deals=contest.played,
        games=len(results),
        players=tuple(_player_report(contest, place, results, name) for name in names),
        seats=tuple(_mean(values) for values in by_seat),
        ends=Counter(result.reason for result in results),
        draws=sum(not result.winners for result in results),
        moves=_mean([float(result.moves) for result in results]),
        pairing=pairing(list(by_deal(contest, place, names[0]))),
    )


def _player_report(contest: Contest, place: int, results: list[Result], name: str) -> PlayerReport:
    seats = contest.plan.seats
    labels = labels_of(contest.plan.line_ups[place])
    by_seat: list[list[float]] = [[] for _ in range(seats)]
    times: list[Times] = []
    faults: list[tuple[str, str]] = []
    for result in results:
        won, seated = shares(result.winners, seats), rotated(labels, result.job.rotation)
        for seat in range(seats):
            if seated[seat] != name:
                continue
            by_seat[seat].append(won[seat])
            times += result.times[seat : seat + 1]
            if result.fault and result.fault.seat == seat:
                faults.append((result.reason, result.fault.text))
    return PlayerReport(
        name=name,
        par=contest.plan.par(place, name),
        share=estimate([fmean(deal) for deal in by_deal(contest, place, name)]),
        by_seat=tuple(_mean(values) for values in by_seat),
        faults=Counter(reason for reason, _ in faults),
        first_fault=faults[0][1] if faults else None,
        times=sum(map(Counter[int], times), Counter[int]()),
    )


def as_json(contest: Contest, *, pool: bool = False) -> dict[str, JSON]:
    data: dict[str, JSON] = contest.plan.as_json()
    data["deals"] = contest.played
    data["games"] = len(contest.results)
    data["matches"] = [report.as_json() for report in report_on(contest)]
    data["sprt"] = _sprt_json(contest)
    if pool:
        data["ratings"] = [
            {"name": name, "mu": round(rating.mu, 3), "sigma": round(rating.sigma, 3)}
            for name, rating in rate(games_of(contest)).items()
        ]
        data["cross_table"] = [
            {"player": first, "against": second, "share": _rounded(seen.mean), "interval": _interval(seen)}
            for (first, second), seen in cross_table(contest).items()
        ]
    return data


def _sprt_json(contest: Contest) -> JSON:
    if not contest.sprt:
        return None
    low, high = contest.sprt.bounds
    return {
        "elo0": contest.sprt.elo0,
        "elo1": contest.sprt.elo1,
        "ratio": round(contest.ratio, 4),
        "bounds": [round(low, 4), round(high, 4)],
        "verdict": contest.verdict,
    }


def write_csv(path: Path, contest: Contest) -> None:
    plan = contest.plan
    seats = range(plan.seats)
    with file_errors(path), path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        players, columns = [f"player_{seat}" for seat in seats], [f"share_{seat}" for seat in seats]
        rows.writerow(["deal", "line_up", "rotation", *players, *columns, "reason", "moves", "fault_seat", "fault"])
        for result in contest.results:
            job = result.job
            fault = [result.fault.seat, result.fault.text] if result.fault else ["", ""]
            won = [_rounded(share) for share in shares(result.winners, plan.seats)]
            place = [job.deal, job.line_up, job.rotation]
            rows.writerow([*place, *plan.seated(job), *won, result.reason, result.moves, *fault])


def _mean(values: list[float]) -> float:
    return fmean(values) if values else 0.0


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _interval(seen: Estimate) -> list[JSON]:
    return [_rounded(seen.low), _rounded(seen.high)]
