"""The page of a guest's own games: unfinished and finished ones with their filters, results in numbers, ladders."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from undercut.draw.chart import ChartSize, Curve, chart_svg
from undercut.estimates import mean
from undercut.pages.game_cards import Choice
from undercut.pages.lobby.duplicates import WaitingDuplicate, in_order
from undercut.pages.lobby.progress import Ladder, ladders
from undercut.pages.lobby.rows import OUTCOME_TEXTS, Outcome, PlayedGame, Row, ending_of, rows
from undercut.table.listing import LobbyTable
from undercut.translation import _

PAGE = 50  # number of games on a page
_AT_FIRST = 6  # of them, the number that the first page shows at once
_WINDOW = 10  # number of games that the course averages over

_TREND, _CHANGED = 4, 0.01
"""The fewest analysed games that have a trend, and the least change that is told."""


class Tally(Struct, frozen=True):
    name: str
    games: int
    won: int
    shared: int
    drawn: int
    lost: int
    share: float  # the share of these games that the guest got, 0 to 1


class Tallies(Struct, frozen=True):
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
        if abs(self.change) < _CHANGED:
            return _("about the same as before") if self.games >= _TREND else ""
        return _("better than before") if self.change > 0 else _("worse than before")


def _tallies(games: Sequence[PlayedGame]) -> list[Tallies]:
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


def _accuracies(games: Sequence[PlayedGame], reviewed: Mapping[str, float]) -> list[Accuracy]:
    by_title: dict[str, list[float]] = {}
    for game in games:
        if game.table.table in reviewed:
            by_title.setdefault(game.table.title, []).append(reviewed[game.table.table])
    return [_accuracy(title, shares) for title, shares in sorted(by_title.items())]


def _accuracy(title: str, shares: Sequence[float]) -> Accuracy:
    half = len(shares) // 2
    change = mean(shares[:half]) - mean(shares[half:]) if len(shares) >= _TREND else 0.0
    return Accuracy(title, len(shares), round(mean(shares), 4), round(change, 4))


def _running_average(games: Sequence[PlayedGame]) -> list[float]:
    shares = [game.share for game in reversed(games) if game.share is not None]
    sums = [0.0, *accumulate(shares)]
    ends = range(1, len(sums))
    return [round((sums[end] - sums[max(0, end - _WINDOW)]) / min(end, _WINDOW), 4) for end in ends]


class ChosenFilters(Struct, frozen=True):
    game: str = ""
    rules: str = ""
    opponent: str = ""
    result: str = ""

    def fits(self, game: PlayedGame) -> bool:
        return (
            self.game in ("", game.table.game)
            and self.rules in ("", game.rules)
            and (not self.opponent or self.opponent in game.opponents)
            and self.result in ("", game.outcome)
        )

    def address(self, page: int) -> str:
        query = {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}
        return f"/games?{urlencode(query | {'page': page})}"


class Filter(Struct, frozen=True):
    name: str
    label: str
    choices: list[Choice]


def _filters(games: Sequence[PlayedGame], chosen: ChosenFilters) -> list[Filter]:
    titles = {game.table.game: game.table.title for game in games}
    rules = {game.rules: game.rules for game in games}
    opponents = {name: name for game in games for name in game.opponents}
    results = {game.outcome: _(OUTCOME_TEXTS[game.outcome]) for game in games if game.outcome in OUTCOME_TEXTS}
    named: list[tuple[str, str, Mapping[str, str]]] = [
        ("game", _("Game"), titles),
        ("rules", _("Rules"), rules),
        ("opponent", _("Opponent"), opponents),
        ("result", _("Result"), results),
    ]
    return [
        Filter(
            name,
            label,
            [Choice("", _("all"), not getattr(chosen, name))]
            + [Choice(value, text, value == getattr(chosen, name)) for value, text in sorted(values.items())],
        )
        for name, label, values in named
    ]


class OverRows(NamedTuple):
    first: tuple[Row, ...]
    more: tuple[Row, ...]


class GamesPage(Struct, frozen=True):
    yours: list[LobbyTable]
    over: list[LobbyTable]
    outcomes: dict[str, Outcome]  # by table
    found: int  # number of finished games that pass the filters
    total: int
    page: int
    chosen: ChosenFilters
    filters: list[Filter]
    tallies: list[Tallies]
    curve: list[float]  # the average result of the last games, after each game
    accuracies: dict[str, float]  # of the analysed games among those shown
    accuracy: list[Accuracy]
    ladders: list[Ladder]
    duplicates: Sequence[WaitingDuplicate]  # those that wait or have news

    @property
    def waiting(self) -> Sequence[WaitingDuplicate | Row]:
        return in_order(self.duplicates, rows(self.yours, mine=True))

    @property
    def over_rows(self) -> OverRows:
        endings = {table.table: ending_of(table, self.outcomes.get(table.table, "open")) for table in self.over}
        for table, share in self.accuracies.items():
            message = _("{result}, {percent}\N{NO-BREAK SPACE}% of chances kept")
            endings[table] = message.format(result=endings[table] or _("over"), percent=round(100 * share))
        listed, at_first = rows(self.over, endings=endings), _AT_FIRST if self.page == 1 else PAGE
        return OverRows(listed[:at_first], listed[at_first:])

    @property
    def is_filtered(self) -> bool:
        return self.chosen != ChosenFilters()

    @property
    def has_shared(self) -> bool:
        return any(row.shared for tally in self.tallies for row in tally.rows)

    @property
    def earlier(self) -> str:
        return self.chosen.address(self.page + 1) if self.page * PAGE < self.found else ""

    @property
    def later(self) -> str:
        return self.chosen.address(self.page - 1) if self.page > 1 else ""

    @property
    def chart(self) -> Markup | None:
        if len(self.curve) < 2:  # noqa: PLR2004  a line has two ends
            return None
        points = [(number, share) for number, share in enumerate(self.curve, 1)]
        label = _("Your average result over the last ten games, after each of {count} games").format(count=len(points))
        drawn = chart_svg([Curve(0, points, own=True)], [], len(points) - 1, label=label, size=ChartSize(480))
        return Markup(drawn)  # noqa: S704  drawn by us, with all texts escaped


def games_page(
    yours: Sequence[LobbyTable],
    games: Sequence[PlayedGame],
    chosen: ChosenFilters,
    page: int,
    reviewed: Mapping[str, float],
    duplicates: Sequence[WaitingDuplicate] = (),
) -> GamesPage:
    passing = [game for game in games if chosen.fits(game)]
    # An analysis that found next to no loss in a lost game could not tell its moves apart.
    lost = {game.table.table for game in passing if game.outcome == "lost"}
    reviewed = {table: share for table, share in reviewed.items() if table not in lost or share < 1 - _CHANGED}
    shown = passing[(page - 1) * PAGE : page * PAGE]
    return GamesPage(
        yours=list(yours),
        over=[game.table for game in shown],
        outcomes={game.table.table: game.outcome for game in shown},
        found=len(passing),
        total=len(games),
        page=page,
        chosen=chosen,
        filters=_filters(games, chosen),
        tallies=_tallies(passing),
        curve=_running_average(passing),
        accuracies={game.table.table: reviewed[game.table.table] for game in shown if game.table.table in reviewed},
        accuracy=_accuracies(passing, reviewed),
        ladders=ladders(games, yours),
        duplicates=duplicates,
    )
