"""The progress of an arena: games to play, results that count, a sequential test, the file to resume from; matches."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from typing import Self, cast

from undercut.arena.entrants import make_entrant
from undercut.arena.playing import (
    LONGEST_GAME,
    Fault,
    Games,
    Job,
    LineUp,
    Make,
    Plan,
    Result,
    labels_of,
    line_up_of,
    rotated,
)
from undercut.arena.scores import Sprt, count_shares, estimate
from undercut.bots.external.client import Programs
from undercut.bots.players import Guest, Player
from undercut.decoding import JSON, decode, differences
from undercut.errors import UndercutError, file_errors
from undercut.games.base.game_types import shares
from undercut.play.arguments import read_whole
from undercut.play.game import Game
from undercut.workers import InProcess, Runner, lock


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
    labels = labels_of(contest.plan.line_ups[line_up])
    games = len(contest.plan.line_ups) * seats
    first = line_up * seats + since * games
    for start in range(first, len(contest.results), games):
        yield [share_of(result, labels, label) for result in contest.results[start : start + seats]]


def share_of(result: Result, labels: LineUp, label: str) -> float:
    """Return a player's share of the win in one game, summed over its seats."""
    won = zip(rotated(labels, result.job.rotation), shares(result.winners, len(labels)), strict=True)
    return sum(share for seated, share in won if seated == label)


# --- The results file: append-only, one line per game, so that a killed arena can resume ---

FORMAT = 1  # version of the file format, written in the header

_MOST_FAULTS = 5


class ResultsFile:
    """A results file open for appending; use it in a ``with`` statement."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.results: dict[Job, Result] = {}
        self._plan = plan
        # Two arenas appending to one file would play games twice.
        held = lock(path.with_name(f"{path.name}.lock"), name=path, in_use="in use by another arena")
        with ExitStack() as stack:
            stack.callback(held.release)
            with file_errors(path):
                self._file = stack.enter_context(path.open("a+b"))
            self._read()
            self._open = stack.pop_all()

    def add(self, result: Result) -> None:
        """Append a result and flush it; its game must not be in the file yet."""
        self._write(_result_json(result))

    def close(self) -> None:
        """Sync the file to disk and close it."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        header = _line(_header(self._plan))
        self._file.seek(0)
        data = self._file.read()
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if not lines:
            # Truncate only a partly written header; any other content is not ours.
            if not header.startswith(data):
                raise self._damaged(1, "not a results file")
            self._file.truncate(0)
            self._write(_header(self._plan))
            return
        self._check_header(lines[0])
        for number, line in enumerate(lines[1:], start=2):
            self._add_line(number, line)
        if rest:
            self._file.truncate(len(data) - len(rest))

    def _check_header(self, line: bytes) -> None:
        try:
            header = cast("object", json.loads(line))
        except ValueError:
            header = None
        if not isinstance(header, dict) or "arena" not in header:
            raise self._damaged(1, "not a results file")
        if differing := differences(cast("dict[str, JSON]", header), _header(self._plan), "in the file"):
            raise UndercutError(f"{self.path}: this file holds results of other games: {differing}")

    def _add_line(self, number: int, line: bytes) -> None:
        try:
            result = _read_result(json.loads(line))
        except ValueError as error:
            raise self._damaged(number, f"not a result ({error})") from None
        job = result.job
        fits = job.deal >= 0 and 0 <= job.line_up < len(self._plan.line_ups) and 0 <= job.rotation < self._plan.seats
        if not fits or any(not 0 <= seat < self._plan.seats for seat in result.winners):
            raise self._damaged(number, "no such game or seat")
        if job in self.results:
            raise self._damaged(number, "duplicate result for this game")
        self.results[job] = result

    def _damaged(self, number: int, text: str) -> UndercutError:
        return UndercutError(f"{self.path}: line {number}: {text}")

    def _write(self, data: dict[str, JSON]) -> None:
        with file_errors(self.path):
            # One write and flush per line: a kill loses the last line at most.
            self._file.write(_line(data))
            self._file.flush()


def _header(plan: Plan) -> dict[str, JSON]:
    # Another version may play differently, so its results do not mix.
    return {"arena": FORMAT, "version": version("undercut"), **plan.as_json()}


def _line(data: dict[str, JSON]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class _Line:
    deal: int
    line_up: int
    rotation: int
    winners: tuple[int, ...]
    reason: str
    moves: int
    times: tuple[Mapping[str, int], ...]
    fault: Fault | None = None


def _result_json(result: Result) -> dict[str, JSON]:
    job = result.job
    times = tuple({str(number): seen for number, seen in sorted(times.items())} for times in result.times)
    line = _Line(job.deal, job.line_up, job.rotation, result.winners, result.reason, result.moves, times, result.fault)
    return {name: value for name, value in asdict(line).items() if value is not None}


def _read_result(data: object) -> Result:
    line, faults = decode(data, _Line)
    if faults:
        raise ValueError("; ".join(faults[:_MOST_FAULTS]))
    times = tuple({int(number): seen for number, seen in times.items()} for times in line.times)
    return Result(Job(line.deal, line.line_up, line.rotation), line.winners, line.reason, line.moves, line.fault, times)


def write_record(folder: Path, plan: Plan, result: Result) -> Path:
    """Write a game's record to a file named after the game."""
    job = result.job
    players = f"-line-up-{job.line_up:03d}" if len(plan.line_ups) > 1 else ""
    path = folder / f"deal-{job.deal:06d}{players}-rotation-{job.rotation}.json"
    part = path.with_suffix(".part")
    with file_errors(path):
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(result.record, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(path)
    return path


# --- Playing ---


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
    entered = _entered(players, game)
    line_up = line_up_of([name for name, _ in entered], game.seats)
    plan = Plan(game.name, game.rules, game.seats, (line_up,), seed, read_whole("limit", limit, 1, _MOST))
    contest = Contest(plan, read_whole("deals", deals, 1, _MOST))
    own = {name: player for name, player in entered if player is not None}

    with closing(Programs()) as programs:

        def maker(name: str, game: str, seed: int | None) -> Player:
            return own[name] if name in own else make_entrant(name, game, seed, programs=programs)

        games = Games(plan, records, maker, strict=faults == "raise")
        for result in InProcess().run(games, plan.jobs(contest.deals)):
            contest.add(result)
    label, shares = labels_of(line_up)[0], estimate(contest.values)
    return Match(
        players=line_up,
        share=shares.mean,
        interval=(shares.low, shares.high),
        par=plan.par(0, label),
        games=len(contest.results),
        faults=tuple(result.fault for result in contest.results if result.fault),
        records=tuple(result.record for result in contest.results if result.record),
    )


def _entered(players: Sequence[object], game: Game) -> list[tuple[str, Player | None]]:
    """Check the players; return the name of each, and the player itself if it is an object."""
    if isinstance(players, str) or not isinstance(players, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UndercutError(f"players: {players!r:.40} is not a list of names or players")
    entered: list[tuple[str, Player | None]] = []
    for place, player in enumerate(players):
        if isinstance(player, str):
            trial = make_entrant(player, game.name, 0)  # reject an unknown name now, instead of counting lost games
            if isinstance(trial, Guest):
                trial.close()
            entered.append((player, None))
        elif callable(getattr(player, "choose", None)):
            entered.append((_own_name(player, entered), cast("Player", player)))
        else:
            message = f"players[{place}]: {player!r:.40} is neither a name nor an object with choose(view, moves)"
            raise UndercutError(message)
    return entered


def _own_name(player: object, before: list[tuple[str, Player | None]]) -> str:
    """Return a name for a player that differs from those of other players."""
    base = str(getattr(player, "name", type(player).__name__))
    name, number = base, 2
    while any(name == other and player is not known for other, known in before):
        name, number = f"{base} ({number})", number + 1
    return name
