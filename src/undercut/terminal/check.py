"""The ``undercut check`` command: check a file and list its faults."""

from __future__ import annotations

from typing import cast

from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.play.game import game
from undercut.terminal.exits import DONE, REFUSED
from undercut.terminal.files import read_json
from undercut.terminal.loading import load_complete, load_record
from undercut.terminal.positions import Kind, kind_of
from undercut.terminal.screen import Screen, print_json


def check(screen: Screen, path: str, *, as_json: bool) -> int:
    """Check a position, a record, or a choice of options."""
    kind: Kind = "file"
    faults: list[str] = []
    try:
        data = read_json(path)
        kind = kind_of(data)
        _load(kind, data)
    except (BadPosition, BadRecord, BadRules) as error:
        faults = list(error.faults)
    except UndercutError as error:
        faults = [str(error)]
    if as_json:
        print_json({"file": path, "kind": kind, "ok": not faults, "faults": [*faults]})
    elif faults:
        for fault in faults:
            screen.line(f"{kind}: {fault}")
    else:
        screen.line(f"{kind}: no fault")
    return REFUSED if faults else DONE


def _load(kind: Kind, data: object) -> None:
    fields = cast("dict[str, object]", data)
    if kind == "file":
        message = "this is not a JSON object"
        raise UndercutError(message)
    if kind == "record":
        load_record(fields)
    elif kind == "position":
        load_complete(fields)
    else:
        game(
            cast("str", fields.get("game")),
            rules=cast("str | None", fields.get("rules")),
            seats=cast("int | None", fields.get("seats")),
        )
