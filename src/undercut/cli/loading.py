"""Load records, positions and views for commands; notes about how they were read go to standard error."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from undercut.play import determinize, loading
from undercut.play.state import State


def load_record(data: Mapping[str, object]) -> State:
    """Replay a record; control characters in its names are shown, not obeyed."""
    state = loading.replay(data)
    state.players = tuple("".join(one if one.isprintable() else "\ufffd" for one in name) for name in state.players)
    return _noted(state)


def load_complete(data: Mapping[str, object]) -> State:
    """Set up a complete position."""
    return _noted(loading.from_position(data))


def load_view(data: Mapping[str, object]) -> State:
    """Set up a game that fits a view of the seat to move."""
    return _noted(determinize.from_view(data))


def _noted(state: State) -> State:
    if state.note:
        print(f"note: {state.note}", file=sys.stderr)  # noqa: T201  JSON on standard output stays JSON
    return state
