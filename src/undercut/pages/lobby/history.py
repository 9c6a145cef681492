"""A guest's finished games: filtered, counted by game, rule set and opponent, as a curve, and the ladders."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Literal
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from undercut.bots.levels import levels_of, portrait_of
from undercut.draw.chart import Curve, chart_svg
from undercut.estimates import mean
from undercut.games.base.book import rules_title
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.games.base.words import TableEnd
from undercut.pages.game_cards import GameCard, game_cards
from undercut.pages.lobby.rows import Row, rows
from undercut.table.listing import LobbyTable
from undercut.translation import N_, _

Outcome = Literal["won", "shared", "drawn", "lost", "open"]
"""How a game ended for the guest; ``"open"``: without a result, or stored by a version that kept none in the list."""

PAGE = 50  # number of games on a page
_WINDOW = 10

_TREND, _CHANGED = 4, 0.01
"""The fewest analysed games that have a trend, and the least change that is told."""

_SHARES = {"won": 1.0, "lost": 0.0}
_OUTCOMES = {"won": N_("won"), "shared": N_("shared the win"), "drawn": N_("drawn"), "lost": N_("lost")}
_NUMBERED = re.compile(r" \d+$")


class PlayedGame(Struct, frozen=True):
    """A finished game of a guest."""

    table: LobbyTable
    seat: int
    outcome: Outcome

    @property
    def rules(self) -> str:
        """The title of its rules."""
        chosen = self.table.chosen or self.table.rules.split()[0]
        return rules_title(self.table.game, chosen)

    @property
    def opponents(self) -> list[str]:
        """The names of the others, each once; equal bots count as one."""
        names = [name for seat, name in enumerate(self.table.players) if seat != self.seat and name]
        return list(dict.fromkeys(_NUMBERED.sub("", name) for name in names))

    @property
    def share(self) -> float | None:
        """The share of the game that the guest got; None without a result."""
        if self.outcome == "open" or self.table.practice:
            return None
        parts = len(self.table.winners or ()) or self.table.seats
        return _SHARES.get(self.outcome, 1 / parts)


def played_game(table: LobbyTable, seat: int) -> PlayedGame:
    """Return a finished game as its player sees it."""
    winners = table.winners
    if winners is None:
        return PlayedGame(table, seat, "open")
    if not winners and table.reason != TableEnd.ABANDONED.value:
        return PlayedGame(table, seat, "drawn")
    replaced = any(table.levels[seat : seat + 1])  # a bot played for the guest at the end
    if seat not in winners or replaced:
        return PlayedGame(table, seat, "lost")
    return PlayedGame(table, seat, "shared" if len(winners) > 1 else "won")


class Chosen(Struct, frozen=True):
    """The chosen filters; an empty one lets everything through."""

    game: str = ""
    rules: str = ""
    opponent: str = ""
    result: str = ""

    def fits(self, game: PlayedGame) -> bool:
        """Return whether a game passes all filters."""
        return (
            self.game in ("", game.table.game)
            and self.rules in ("", game.rules)
            and (not self.opponent or self.opponent in game.opponents)
            and self.result in ("", game.outcome)
        )

    def address(self, page: int) -> str:
        """Write the address of a page of the filtered games."""
        asked = {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}
        return f"/games?{urlencode(asked | {'page': page})}"


class FilterChoice(Struct, frozen=True):
    """A value that a filter can have."""

    value: str
    text: str
    chosen: bool


class Filter(Struct, frozen=True):
    """A filter with its possible values."""

    name: str
    label: str
    choices: list[FilterChoice]


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


NEEDED, AMONG = 2, 5


class Rung(Struct, frozen=True):
    """A level of a ladder, with the results of the last games against it, the latest last."""

    level: str
    character: str
    results: list[bool]
    passed: bool
    next: bool = False

    @property
    def face(self) -> str:
        """The portrait of its person."""
        return portrait_of(self.character, self.level)

    @property
    def signs(self) -> str:
        """The results as signs."""
        return " ".join("★" if won else "○" for won in self.results)


class Ladder(Struct, frozen=True):
    """The ladder of a game, lowest rung first."""

    game: GameCard
    rungs: list[Rung]

    @property
    def is_begun(self) -> bool:
        """Whether a game that counts has been played."""
        return any(rung.results for rung in self.rungs)

    @property
    def next(self) -> Rung | None:
        """The rung to climb; None at the top."""
        return next((rung for rung in self.rungs if rung.next), None)


class GamesPage(Struct, frozen=True):
    """Your games."""

    yours: list[LobbyTable]
    over: list[LobbyTable]
    outcomes: dict[str, Outcome] = {}
    found: int = 0
    total: int = 0
    page: int = 1
    chosen: Chosen = Chosen()
    filters: list[Filter] = []
    tallies: list[Tallies] = []
    curve: list[float] = []
    accuracies: dict[str, float] = {}  # of the analysed games among those shown
    accuracy: list[Accuracy] = []
    ladders: list[Ladder] = []

    @property
    def your_rows(self) -> tuple[Row, ...]:
        """The games in progress, as rows."""
        return rows(self.yours, mine=True)

    @property
    def over_rows(self) -> tuple[Row, ...]:
        """The finished games, as rows."""
        endings = {table: _(_OUTCOMES[outcome]) for table, outcome in self.outcomes.items() if outcome in _OUTCOMES}
        for table, kept in self.accuracies.items():
            said = _("{result}, accuracy {percent}\N{NO-BREAK SPACE}%")
            endings[table] = said.format(result=endings.get(table, _("over")), percent=round(100 * kept))
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
    chosen: Chosen,
    page: int,
    accuracies: Mapping[str, float] | None = None,
) -> GamesPage:
    """Return the page of a guest's games."""
    known = accuracies or {}
    found = [game for game in games if chosen.fits(game)]
    shown = found[(page - 1) * PAGE : page * PAGE]
    return GamesPage(
        list(yours),
        [game.table for game in shown],
        {game.table.table: game.outcome for game in shown},
        len(found),
        len(games),
        page,
        chosen,
        _filters(games, chosen),
        _tallies(found),
        _curve(found),
        {game.table.table: known[game.table.table] for game in shown if game.table.table in known},
        _accuracy(found, known),
        ladders(games),
    )


def _filters(games: Sequence[PlayedGame], chosen: Chosen) -> list[Filter]:
    titles = {game.table.game: game.table.title for game in games}
    rules = {game.rules: game.rules for game in games}
    opponents = {name: name for game in games for name in game.opponents}
    results = {game.outcome: _(_OUTCOMES[game.outcome]) for game in games if game.outcome in _OUTCOMES}
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
            [FilterChoice("", _("all"), not getattr(chosen, name))]
            + [FilterChoice(value, text, value == getattr(chosen, name)) for value, text in sorted(values.items())],
        )
        for name, label, values in named
    ]


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
    found: list[Tally] = []
    for name, those in by_name.items():
        won, shared, drawn, lost = (
            sum(game.outcome == outcome for game in those) for outcome in ("won", "shared", "drawn", "lost")
        )
        share = sum(game.share or 0.0 for game in those) / len(those)
        found.append(Tally(name, len(those), won, shared, drawn, lost, round(share, 4)))
    return sorted(found, key=lambda tally: (-tally.games, tally.name))


def _accuracy(games: Sequence[PlayedGame], known: Mapping[str, float]) -> list[Accuracy]:
    kinds: dict[str, list[float]] = {}  # the latest game first
    for game in games:
        if game.table.table in known:
            kinds.setdefault(game.table.title, []).append(known[game.table.table])
    found: list[Accuracy] = []
    for title, kept in sorted(kinds.items()):
        half = len(kept) // 2
        change = mean(kept[:half]) - mean(kept[half:]) if len(kept) >= _TREND else 0.0
        found.append(Accuracy(title, len(kept), round(mean(kept), 4), round(change, 4)))
    return found


def _curve(games: Sequence[PlayedGame]) -> list[float]:
    shares = [game.share for game in reversed(games) if game.share is not None]
    sums = [0.0, *accumulate(shares)]
    ends = range(1, len(sums))
    return [round((sums[end] - sums[max(0, end - _WINDOW)]) / min(end, _WINDOW), 4) for end in ends]


def passes(wins: Sequence[bool]) -> bool:
    """Return whether enough games in a row were won.

    Examples:
        >>> passes([True, False, False, False, False, True]), passes([False, True, False, True])
        (False, True)
    """
    return any(sum(wins[end : end + AMONG]) >= NEEDED for end in range(len(wins)))


def ladders(games: Sequence[PlayedGame]) -> list[Ladder]:
    """Return the ladders, from finished games with the latest first; beating a level passes all levels below it."""
    found: list[Ladder] = []
    for card in game_cards():
        wins = {level: _wins(games, card.name, level) for level in LEVEL_NAMES}
        top = max((place for place, level in enumerate(LEVEL_NAMES) if passes(wins[level])), default=-1)
        names = levels_of(card.name).levels
        rungs = [
            Rung(level, names[level].character.name, wins[level][-AMONG:], place <= top, place == top + 1)
            for place, level in enumerate(LEVEL_NAMES)
        ]
        found.append(Ladder(card, rungs))
    return found


def _wins(games: Sequence[PlayedGame], game: str, level: str) -> list[bool]:
    """Return which games that count against a level were won, the latest last."""
    own = [one for one in games if one.table.game == game and one.table.counted]
    against = [one for one in own if _rivals(one) == {level}]
    return [one.outcome == "won" for one in reversed(against)]


def _rivals(game: PlayedGame) -> set[str]:
    """Return the levels of the others; empty for a person."""
    return {level for seat, level in enumerate(game.table.levels) if seat != game.seat}
