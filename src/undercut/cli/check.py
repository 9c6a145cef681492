"""The ``undercut check`` command: check a file and list its faults."""

from __future__ import annotations

from typing import cast

from undercut.cli.exits import DONE, REFUSED
from undercut.cli.files import read_several
from undercut.cli.loading import load_complete, load_record
from undercut.cli.positions import Kind, kind_of
from undercut.cli.screen import Screen, print_json
from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.play.game import game
from undercut.play.json_text import Found


def check(screen: Screen, path: str, *, as_json: bool) -> int:
    """Check a position, a record, a choice of options, or each of several records."""
    kind: Kind = "file"
    faults: list[str] = []
    try:
        several = read_several(path)
    except UndercutError as error:
        faults = [str(error)]
    else:
        if len(several) > 1:
            kind, faults = (
                "records",
                [f"{path}{found.source}: {fault}" for found in several for fault in _faults(found)],
            )
        elif several[0].fault:
            faults = [f"{path}: {several[0].fault}"]
        else:
            kind, faults = kind_of(several[0].record), _faults(several[0])
    if as_json:
        print_json({"file": path, "kind": kind, "ok": not faults, "faults": [*faults]})
    elif faults:
        for fault in faults:
            screen.line(f"{kind}: {fault}")
    else:
        screen.line(f"{kind}: no fault")
    return REFUSED if faults else DONE


def _faults(found: Found) -> list[str]:
    if found.fault:
        return [found.fault]
    try:
        _load(kind_of(found.record), found.record)
    except (BadPosition, BadRecord, BadRules) as error:
        return [*error.faults]
    except UndercutError as error:
        return [str(error)]
    return []


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
