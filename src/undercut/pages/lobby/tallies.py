"""A guest's results in numbers: by game, rules and opponent, the accuracy, and the course over time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct

from undercut.estimates import mean
from undercut.pages.lobby.played import PlayedGame
from undercut.translation import _

_WINDOW = 10  # number of games that the course averages over

_TREND, _CHANGED = 4, 0.01
"""The fewest analysed games that have a trend, and the least change that is told."""


class Tally(Struct, frozen=True):
    """The results of some games."""

    name: str
    games: int
    won: int
    shared: int
    drawn: int
    lost: int
    share: float  # the share of these games that the guest got, 0 to 1


class Tallies(Struct, frozen=True):
    """The results by one property of the games."""

    title: str
    rows: list[Tally]


class Accuracy(Struct, frozen=True):
    """How accurate you were in the analysed games of one kind: your moves kept so much of your chances on average."""

    title: str
    games: int
    average: float
    change: float  # of the latest half of these games against the half before; 0 for few games

    @property
    def trend(self) -> str:
        """The change in words."""
        if abs(self.change) < _CHANGED:
            return _("about the same as before") if self.games >= _TREND else ""
        return _("better than before") if self.change > 0 else _("worse than before")


def tallies(games: Sequence[PlayedGame]) -> list[Tallies]:
    """Count the games with a result, in three ways; empty without such games."""
    counted = [game for game in games if game.share is not None]
    kinds: list[tuple[str, Callable[[PlayedGame], list[str]]]] = [
        (_("By game"), lambda game: [game.table.title]),
        (_("By rules"), lambda game: [f"{game.table.title}: {game.rules}"]),
        (_("By opponent"), lambda game: game.opponents),
    ]
    return [Tallies(title, _tally(counted, names)) for title, names in kinds] if counted else []


def _tally(games: Sequence[PlayedGame], names: Callable[[PlayedGame], list[str]]) -> list[Tally]:
    by_name: dict[str, list[PlayedGame]] = {}
    for game in games:
        for name in names(game):
            by_name.setdefault(name, []).append(game)
    counts: list[Tally] = []
    for name, of_name in by_name.items():
        won, shared, drawn, lost = (
            sum(game.outcome == outcome for game in of_name) for outcome in ("won", "shared", "drawn", "lost")
        )
        share = sum(game.share or 0.0 for game in of_name) / len(of_name)
        counts.append(Tally(name, len(of_name), won, shared, drawn, lost, round(share, 4)))
    return sorted(counts, key=lambda tally: (-tally.games, tally.name))


def accuracies(games: Sequence[PlayedGame], reviewed: Mapping[str, float]) -> list[Accuracy]:
    """Average the accuracy by game; the games are the latest first, ``reviewed`` is by table."""
    by_title: dict[str, list[float]] = {}
    for game in games:
        if game.table.table in reviewed:
            by_title.setdefault(game.table.title, []).append(reviewed[game.table.table])
    return [_accuracy(title, shares) for title, shares in sorted(by_title.items())]


def _accuracy(title: str, shares: Sequence[float]) -> Accuracy:
    half = len(shares) // 2
    change = mean(shares[:half]) - mean(shares[half:]) if len(shares) >= _TREND else 0.0
    return Accuracy(title, len(shares), round(mean(shares), 4), round(change, 4))


def running_average(games: Sequence[PlayedGame]) -> list[float]:
    """Return the average result of the last games after each one, in the order they were played."""
    shares = [game.share for game in reversed(games) if game.share is not None]
    sums = [0.0, *accumulate(shares)]
    ends = range(1, len(sums))
    return [round((sums[end] - sums[max(0, end - _WINDOW)]) / min(end, _WINDOW), 4) for end in ends]
