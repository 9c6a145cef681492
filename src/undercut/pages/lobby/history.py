"""The page of a guest's own games: those in progress, the finished ones, results and ladders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from undercut.draw.chart import Curve, chart_svg
from undercut.pages.lobby.filters import ChosenFilters, Filter, filters
from undercut.pages.lobby.ladders import Ladder, ladders
from undercut.pages.lobby.played import OUTCOME_TEXTS, Outcome, PlayedGame
from undercut.pages.lobby.rows import Row, rows
from undercut.pages.lobby.tallies import Accuracy, Tallies, accuracies, running_average, tallies
from undercut.table.listing import LobbyTable
from undercut.translation import _

PAGE = 50  # number of games on a page


class GamesPage(Struct, frozen=True):
    """Your games."""

    yours: list[LobbyTable]
    over: list[LobbyTable]
    outcomes: dict[str, Outcome] = {}  # by table
    found: int = 0  # number of finished games that pass the filters
    total: int = 0
    page: int = 1
    chosen: ChosenFilters = ChosenFilters()
    filters: list[Filter] = []
    tallies: list[Tallies] = []
    curve: list[float] = []  # the average result of the last games, after each game
    accuracies: dict[str, float] = {}  # of the analysed games among those shown
    accuracy: list[Accuracy] = []
    ladders: list[Ladder] = []

    @property
    def your_rows(self) -> tuple[Row, ...]:
        return rows(self.yours, mine=True)

    @property
    def over_rows(self) -> tuple[Row, ...]:
        endings = {
            table: _(OUTCOME_TEXTS[outcome]) for table, outcome in self.outcomes.items() if outcome in OUTCOME_TEXTS
        }
        for table, share in self.accuracies.items():
            message = _("{result}, accuracy {percent}\N{NO-BREAK SPACE}%")
            endings[table] = message.format(result=endings.get(table, _("over")), percent=round(100 * share))
        return rows(self.over, endings=endings)

    @property
    def has_shared(self) -> bool:
        """Whether a win was shared."""
        return any(row.shared for tally in self.tallies for row in tally.rows)

    @property
    def earlier(self) -> str:
        """The address of the games before these; empty if there are none."""
        return self.chosen.address(self.page + 1) if self.page * PAGE < self.found else ""

    @property
    def later(self) -> str:
        """The address of the games after these; empty if there are none."""
        return self.chosen.address(self.page - 1) if self.page > 1 else ""

    @property
    def chart(self) -> Markup | None:
        """The curve as a picture; None if there are too few games."""
        if len(self.curve) < 2:  # noqa: PLR2004  a line has two ends
            return None
        points = [(number, share) for number, share in enumerate(self.curve, 1)]
        label = _("Your average result over the last ten games, after each of %(count)s games") % {"count": len(points)}
        drawn = chart_svg([Curve(0, points, own=True)], [], len(points) - 1, label=label, width=480)
        return Markup(drawn)  # noqa: S704  drawn by us, with all texts escaped


def games_page(
    yours: Sequence[LobbyTable],
    games: Sequence[PlayedGame],
    chosen: ChosenFilters,
    page: int,
    reviewed: Mapping[str, float] | None = None,
) -> GamesPage:
    """Return a page of a guest's games, the latest first; ``reviewed`` is the accuracy by table, where it is known."""
    known = reviewed or {}
    passing = [game for game in games if chosen.fits(game)]
    shown = passing[(page - 1) * PAGE : page * PAGE]
    return GamesPage(
        yours=list(yours),
        over=[game.table for game in shown],
        outcomes={game.table.table: game.outcome for game in shown},
        found=len(passing),
        total=len(games),
        page=page,
        chosen=chosen,
        filters=filters(games, chosen),
        tallies=tallies(passing),
        curve=running_average(passing),
        accuracies={game.table.table: known[game.table.table] for game in shown if game.table.table in known},
        accuracy=accuracies(passing, known),
        ladders=ladders(games),
    )
