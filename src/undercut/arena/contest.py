"""Contests: the games of a plan, the results that count, a test that may end them; and matches of a few players."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import cast

from undercut.arena import playing
from undercut.arena.playing import LONGEST_GAME, Fault, Games, Job, LineUp, Make, Plan, Result
from undercut.arena.results_file import ResultsFile, write_record
from undercut.arena.scores import Sprt, count_shares, estimate
from undercut.bots.external.client import Programs
from undercut.bots.players import Player, close_guests
from undercut.bots.registry import unwrapped
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base.game_types import shares
from undercut.play.game import Game
from undercut.play.input import read_whole
from undercut.workers import InProcess, Runner


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
    _counts: Counter[float] = field(default_factory=Counter[float], init=False)
    _waiting: dict[Job, Result] = field(default_factory=dict[Job, Result], init=False)  # results that do not count yet

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
        return playing.labels_of(self.plan.line_ups[0])[0]

    @property
    def _par(self) -> float:
        return self.plan.par(0, self._first)

    def add(self, result: Result) -> None:
        """Add a result; its deal counts once it and all earlier deals are complete."""
        self._waiting[result.job] = result
        while not self.over:
            jobs = self.plan.jobs_on(self.played)
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
    labels = playing.labels_of(contest.plan.line_ups[line_up])
    games = len(contest.plan.line_ups) * seats
    first = line_up * seats + since * games
    for start in range(first, len(contest.results), games):
        yield [share_of(result, labels, label) for result in contest.results[start : start + seats]]


def share_of(result: Result, labels: LineUp, label: str) -> float:
    """Return a player's share of the win in one game, summed over its seats."""
    won = zip(playing.rotated(labels, result.job.rotation), shares(result.winners, len(labels)), strict=True)
    return sum(share for seated, share in won if seated == label)


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
    known = {**store.results} if store else {}
    for result in known.values():
        contest.add(result)
    if contest.over:
        return
    missing = (job for job in contest.plan.jobs(contest.deals) if job not in known)
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


# --- Matches of a few players in this process, as `undercut.match` plays them -----------------------------------------


FAULTS = ("raise", "loss")  # what a player's error or illegal move leads to

_MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match; all shares are those of the first player."""

    players: tuple[str, ...]
    share: float  # the first player's share of the wins, 0 to 1; a draw is divided equally
    interval: tuple[float, float]  # the 95 % confidence interval of the share, by deals
    par: float  # the share of an equally strong player
    games: int
    faults: tuple[Fault, ...] = ()  # the players' faults; each of them lost a game. A program that fails always loses
    records: tuple[dict[str, JSON], ...] = field(default=(), repr=False)


def play_match(
    game: Game,
    players: Sequence[object],
    *,
    deals: int,
    seed: int,
    limit: int = LONGEST_GAME,
    records: bool = True,
    faults: str = "raise",
) -> Match:
    """Play a match, as `undercut.match` describes; the same players, seed and deals give the same games."""
    if faults not in FAULTS:
        raise UndercutError(f"faults: {faults!r:.40} is not one of: {', '.join(FAULTS)}")
    names, own = _entered(players, game)
    line_up = playing.line_up_of(names, game.seats)
    plan = Plan(game.name, game.rules, game.seats, (line_up,), seed, read_whole("limit", limit, 1, _MOST))
    contest = Contest(plan, read_whole("deals", deals, 1, _MOST))

    with closing(Programs()) as programs:

        def maker(name: str, game: str, seed: int | None) -> Player:
            player = own[name]
            return playing.make_entrant(name, game, seed, programs=programs) if player is None else player

        games = Games(plan, records, maker, strict=faults == "raise")
        for result in InProcess().run(games, plan.jobs(contest.deals)):
            contest.add(result)
    label, shares = playing.labels_of(line_up)[0], estimate(contest.values)
    return Match(
        players=line_up,
        share=shares.mean,
        interval=(shares.low, shares.high),
        par=plan.par(0, label),
        games=len(contest.results),
        faults=tuple(result.fault for result in contest.results if result.fault),
        records=tuple(result.record for result in contest.results if result.record),
    )


def _entered(players: Sequence[object], game: Game) -> tuple[list[str], dict[str, Player | None]]:
    """Check the players; return their names, and by name those that are objects."""
    if isinstance(players, str) or not isinstance(players, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UndercutError(f"players: {players!r:.40} is not a list of names or players")
    own = dict[str, Player | None].fromkeys(player for player in players if isinstance(player, str))
    names: list[str] = []
    for place, player in enumerate(players):
        if isinstance(player, str):
            # Reject an unknown name now, instead of counting lost games.
            close_guests([playing.make_entrant(player, game.name, 0)], None)
            names.append(player)
        elif callable(getattr(player, "choose", None)):
            names.append(_add_own(unwrapped(cast("Player", player), game.name), own))
        else:
            message = f"players[{place}]: {player!r:.40} is neither a name nor an object with choose(view, moves)"
            raise UndercutError(message)
    return names, own


def _add_own(player: Player, known: dict[str, Player | None]) -> str:
    base = str(getattr(player, "name", type(player).__name__))
    name, number = base, 2
    while known.setdefault(name, player) is not player:
        name, number = f"{base} ({number})", number + 1
    return name
