"""Tables rebuilt from their stored logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from undercut.site.store import Stored
from undercut.table.events import DamagedLog, Sat, read_event
from undercut.table.names import later_names
from undercut.table.table import Table


def rebuilt(table: str, stored: Sequence[Stored], due: float | None) -> Table:
    """Rebuild a table from its whole log, at once.

    Raises:
        DamagedLog: An event is missing or does not fit those before it.
    """
    made = Table(table)
    for _ in applied(made, stored):
        pass
    if due is not None and made.due is not None and made.to_move is not None:
        made.turn_began = due - made.budget(made.to_move)
    return made


def applied(table: Table, stored: Sequence[Stored]) -> Iterator[None]:
    """Apply stored events one by one, with the names that players have now.

    Raises:
        DamagedLog: An event is missing or does not fit those before it.
    """
    names = later_names([entry.data for entry in stored])
    for place, entry in enumerate(stored):
        if entry.seq != table.version + 1:
            message = f"event {table.version + 1} of this table is missing"
            raise DamagedLog(message)
        event = read_event(entry.data)
        if isinstance(event, Sat) and place in names:
            event = msgspec.structs.replace(event, name=names[place])
        table.apply(event, entry.at)
        yield
