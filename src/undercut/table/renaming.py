"""Names that the owner of the site has changed, which replace the earlier ones in the whole log."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.table.events import Renamed, Sat, read_event

_SAT = b'"type":"sat"'
_RENAMED = b'"type":"renamed"'


def renames(event: bytes) -> bool:
    """Return whether an event of the log changes a name."""
    return _RENAMED in event


def later_names(log: Sequence[bytes]) -> dict[int, str]:
    """Return the later names of players, by the place in the log where they sat down.

    Example:
        >>> from undercut.table.events import write_event
        >>> log = [Sat(0, "person", "Rude"), Sat(1, "person", "Bob"), Renamed(0, "Ann"), Renamed(0, "Guest")]
        >>> later_names([write_event(event) for event in log])
        {0: 'Guest'}
    """
    names: dict[int, str] = {}
    if not any(map(renames, log)):
        return names
    sitting: dict[int, int] = {}
    for place, data in enumerate(log):
        if _SAT not in data and _RENAMED not in data:
            continue
        event = read_event(data)
        if isinstance(event, Sat):
            sitting[event.seat] = place
        elif isinstance(event, Renamed) and event.seat in sitting:
            names[sitting[event.seat]] = event.name
    return names
