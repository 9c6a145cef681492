"""Rows of lists: tables, sorted into lists, and finished games as their player sees them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from msgspec import Struct

from undercut.games.base.book import rules_title
from undercut.games.base.words import TableEnd
from undercut.pages.texts import ago, stamp, time_choice
from undercut.table.listing import LobbyTable
from undercut.translation import N_, _, ngettext

_ACTIONS = {"open": N_("Join"), "playing": N_("Watch"), "over": N_("Open")}


@dataclass(frozen=True, slots=True)
class Row:
    table: LobbyTable
    mine: bool
    ending: str = ""  # how the game ended for the reader, in a word or two; empty if that is not known
    is_duplicate: ClassVar[bool] = False

    @property
    def waits(self) -> bool:
        return self.table.status == "open"

    @property
    def kind(self) -> str:
        if self.table.daily:
            return _("practice of a daily deal") if self.table.practice else _("daily deal")
        if self.table.practice:
            return _("practice")
        return _("duplicate") if self.table.duplicate else ""

    @property
    def clock(self) -> str:
        return time_choice(self.table.clock) if self.table.clock else ""

    @property
    def state(self) -> str:
        table = self.table
        if table.yours:
            return _("Your move")
        if self.mine and table.status == "open":
            return ngettext("Waiting for a player", "Waiting for {free} players", table.open).format(free=table.open)
        if self.mine and table.status == "playing" and table.to_move is not None:
            return _("{name} to move").format(name=self.table.players[table.to_move])
        if table.closed:
            return _("closed")
        if self.ending:
            return self.ending
        if table.status == "open":
            return _("{free} of {seats} seats free").format(free=table.open, seats=table.seats)
        if table.status == "over":
            return _("over")
        return ngettext("{number} move", "{number} moves", table.moves).format(number=table.moves)

    @property
    def action(self) -> str:
        if self.mine and self.table.status == "playing":
            return _("Continue")
        if self.mine or self.table.closed:
            return _("Open")
        return _(_ACTIONS[self.table.status])

    @property
    def label(self) -> str:
        players = ", ".join(name or _("open seat") for name in self.table.players)
        return _("{action} {game}: {players}").format(action=self.action, game=self.table.title, players=players)

    @property
    def is_main(self) -> bool:
        return self.table.yours or (self.table.status == "open" and not self.mine)

    def when(self, now: float) -> str:
        if self.table.status == "open" and self.table.created:
            return _("opened {when}").format(when=ago(self.table.created, now))
        return ago(self.table.updated, now)

    @property
    def stamp(self) -> str:
        return stamp(self.table.updated)


@dataclass(frozen=True, slots=True)
class Lists:
    yours: tuple[Row, ...]
    open: tuple[Row, ...]
    playing: tuple[Row, ...]


def rows(
    tables: Sequence[LobbyTable], *, mine: bool = False, endings: Mapping[str, str] | None = None
) -> tuple[Row, ...]:
    endings = endings or {}
    return tuple(Row(table, mine, endings.get(table.table, "")) for table in tables)


def lists(yours: Sequence[LobbyTable], tables: Sequence[LobbyTable]) -> Lists:
    own = {table.table for table in yours}
    others = [table for table in tables if table.table not in own]
    return Lists(
        rows(yours, mine=True),
        rows([table for table in others if table.status == "open"]),
        rows([table for table in others if table.status == "playing"]),
    )


Outcome = Literal["won", "shared", "drawn", "lost", "open"]
"""How a game ended for the guest; ``"open"``: without a result, or stored by a version that kept none in the list."""

OUTCOME_TEXTS: dict[Outcome, str] = {
    "won": N_("won"),
    "shared": N_("shared the win"),
    "drawn": N_("drawn"),
    "lost": N_("lost"),
}
SIGNS: dict[Outcome, str] = {"won": "★", "drawn": "=", "shared": "=", "lost": "○", "open": "○"}

_ENDINGS: dict[Outcome, str] = {
    "won": N_("You won"),
    "shared": N_("You shared the win"),
    "drawn": N_("Drawn"),
    "lost": N_("You lost"),
}
_SHARES = {"won": 1.0, "lost": 0.0}

_PLAYED = 4  # own moves from which a daily deal counts for days in a row, even if it is given up


def is_given_up(table: LobbyTable) -> bool:
    """Return whether a person gave up a game against bots before some play."""
    moves = [number for number, level in zip(table.played, table.levels, strict=False) if not level]
    return table.reason == TableEnd.RESIGNED.value and max(moves, default=_PLAYED) < _PLAYED


def days_played(tables: Iterable[LobbyTable]) -> set[str]:
    """Return the days whose daily deals were played to the end, or some of the way."""
    return {table.daily for table in tables if table.daily and table.status == "over" and not is_given_up(table)}


def ending_of(table: LobbyTable, outcome: Outcome) -> str:
    """Return how a game ended, in a few words; empty if that is not known."""
    winners = table.winners or []
    if outcome == "lost" and len(winners) == 1 and winners != [table.you]:
        return _("{name} won").format(name=table.players[winners[0]])
    return _(_ENDINGS[outcome]) if outcome in _ENDINGS else ""


class PlayedGame(Struct, frozen=True):
    table: LobbyTable
    seat: int
    outcome: Outcome

    @property
    def rules(self) -> str:
        return rules_title(self.table.game, self.table.chosen)

    @property
    def opponents(self) -> list[str]:
        names = (name for seat, name in enumerate(self.table.players) if seat != self.seat and name)
        return list(dict.fromkeys(names))

    @property
    def share(self) -> float | None:
        if self.outcome == "open" or self.table.practice:
            return None
        parts = len(self.table.winners or ()) or self.table.seats
        return _SHARES.get(self.outcome, 1 / parts)


def played_game(table: LobbyTable, seat: int) -> PlayedGame:
    winners = table.winners
    if winners is None:
        return PlayedGame(table, seat, "open")
    if not winners and table.reason != TableEnd.ABANDONED.value:
        return PlayedGame(table, seat, "drawn")
    replaced = any(table.levels[seat : seat + 1])  # a bot played for the guest at the end
    if seat not in winners or replaced:
        return PlayedGame(table, seat, "lost")
    return PlayedGame(table, seat, "shared" if len(winners) > 1 else "won")
