"""Read positions, views and records from files, and detect which kind a file holds."""

from __future__ import annotations

from typing import Literal, cast

from undercut.cli.files import read_json
from undercut.cli.loading import load_complete, load_record, load_view
from undercut.play.determinize import is_view
from undercut.play.state import State

Kind = Literal["record", "records", "options", "position", "file"]


def kind_of(data: object) -> Kind:
    """Return the kind of some JSON data; ``"file"`` if it is not an object.

    Example:
        >>> kind_of({"game": "cuttle", "seats": 2})
        'options'
    """
    if not isinstance(data, dict):
        return "file"
    fields = cast("dict[str, object]", data).keys()
    if fields & {"start", "moves"}:
        return "record"
    return "position" if fields - {"game", "rules", "seats"} else "options"


def load_position(path: str) -> State:
    """Read a position, or the last position of a record."""
    data = cast("dict[str, object]", read_json(path))
    return load_record(data) if kind_of(data) == "record" else load_complete(data)


def load_seen(path: str) -> State:
    """Read a position, a record, or a view of the seat to move, whose unknown cards are then dealt."""
    data = cast("dict[str, object]", read_json(path))
    kind = kind_of(data)
    if kind == "record":
        return load_record(data)
    return load_view(data) if kind == "position" and is_view(data) else load_complete(data)
