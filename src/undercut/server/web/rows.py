"""Tables as lists show them: one row each, and which of them stand in which list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from undercut.games.book import rules_title
from undercut.server.tables.events import RulesStamp
from undercut.server.tables.listing import LobbyTable
from undercut.server.web.moments import ago, stamp
from undercut.server.web.rulebook import rule_address


@dataclass(frozen=True, slots=True)
class Row:
    """A table in a list.

    Args:
        mine: Whether the list is of the reader's own tables.
    """

    table: LobbyTable
    mine: bool

    @property
    def rules(self) -> RulesStamp:
        """Its rules."""
        # Older versions kept only the rule set's name, and after it whether options differ.
        return self.table.chosen or self.table.rules.split()[0]

    @property
    def rules_address(self) -> str:
        """The address of its rules."""
        return rule_address(self.table.game, self.rules)  # pyright: ignore[reportArgumentType]  rules are JSON

    @property
    def rules_title(self) -> str:
        """What to call its rules."""
        return rules_title(self.table.game, self.rules)

    @property
    def state(self) -> str:
        """How far it is."""
        table = self.table
        if table.status == "open":
            return f"{table.open} of {table.seats} seats free"
        return "over" if table.status == "over" else f"{table.moves} move{'' if table.moves == 1 else 's'}"

    @property
    def action(self) -> str:
        """What its button says."""
        if self.mine and self.table.status != "over":
            return "Go on"
        return {"open": "Join", "playing": "Watch", "over": "Replay"}[self.table.status]

    @property
    def label(self) -> str:
        """What its button says to a screen reader."""
        action = "Go on with" if self.action == "Go on" else self.action
        return f"{action} {self.table.title}: {', '.join(name or 'open seat' for name in self.table.players)}"

    @property
    def is_main(self) -> bool:
        """Whether its button stands out."""
        return self.table.yours or (self.table.status == "open" and not self.mine)

    @property
    def when(self) -> str:
        """How long ago anything happened there."""
        return ago(self.table.updated)

    @property
    def stamp(self) -> str:
        """The same moment for programs."""
        return stamp(self.table.updated)


@dataclass(frozen=True, slots=True)
class Lists:
    """The tables that a page lists.

    Args:
        yours: The reader's own.
        open: Others that wait for players.
        playing: Others in play.
    """

    yours: tuple[Row, ...]
    open: tuple[Row, ...]
    playing: tuple[Row, ...]


def rows(tables: Sequence[LobbyTable], *, mine: bool = False) -> tuple[Row, ...]:
    """Make the rows of a list.

    Args:
        mine: Whether they are the reader's own.
    """
    return tuple(Row(table, mine) for table in tables)


def lists(yours: Sequence[LobbyTable], tables: Sequence[LobbyTable]) -> Lists:
    """Sort the tables of the lobby into lists; one of the reader's own stands nowhere else.

    Args:
        yours: The reader's own.
        tables: Those that everybody may see.
    """
    own = {table.table for table in yours}
    others = [table for table in tables if table.table not in own]
    return Lists(
        rows(yours, mine=True),
        rows([table for table in others if table.status == "open"]),
        rows([table for table in others if table.status == "playing"]),
    )
