"""Studies as JSON files, also those that come with Undercut: every fault of a file is named."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from undercut.decoding import JSON, decode
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.studies.results import FORMAT, Study

STUDY = "study.json"  # the file of a study in its folder

_MOST_FAULTS = 10


def as_json(study: Study) -> dict[str, JSON]:
    """Return a study as JSON-ready data; its field ``lab`` is the version of the format."""
    return cast("dict[str, JSON]", json.loads(json.dumps({"lab": FORMAT, **asdict(study)})))


def to_text(study: Study) -> str:
    """Return a study as the text of a file, one estimate, cell or worth on each line."""
    lines = [
        f"{json.dumps(name)}: {_list(value) if isinstance(value, list) else _line(value)}"
        for name, value in as_json(study).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _list(values: list[JSON]) -> str:
    return "[\n" + ",\n".join(map(_line, values)) + "\n]" if values else "[]"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def load(path: Path) -> Study:
    """Read a study."""
    file = path / STUDY if path.is_dir() else path
    try:
        data = cast("object", json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise UndercutError(f"{file}: {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise UndercutError(f"{file}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except (UnicodeDecodeError, RecursionError) as error:
        raise UndercutError(f"{file}: not JSON: {error}") from None
    try:
        return read(data)
    except UndercutError as error:
        raise UndercutError(f"{file}: {error}") from None


def read(data: object) -> Study:
    """Read a study from JSON data."""
    version = cast("dict[str, object]", data).get("lab") if isinstance(data, dict) else None
    if version is None:
        raise UndercutError("not a study: the field 'lab' is missing")
    if version != FORMAT:
        raise UndercutError(f"lab: format {version!r:.20}; this version of Undercut reads format {FORMAT}")
    content = {name: value for name, value in cast("dict[str, object]", data).items() if name != "lab"}
    study, faults = decode(content, Study)
    if faults := faults or [*_faults(study)]:
        raise UndercutError("; ".join(faults[:_MOST_FAULTS]))
    return study


def _faults(study: Study) -> Iterator[str]:
    """Report every reference to a cell that does not exist."""
    for name in ("estimates", "worths", "openings", "turn_worths", "skills"):
        for place, entry in enumerate(getattr(study, name)):
            numbers = (entry.cell, getattr(entry, "base", None), *(getattr(entry, "minus", None) or ()))
            for number in numbers:
                if number is not None and not 0 <= number < len(study.cells):
                    yield f"{name}[{place}]: cell {number} does not exist"


# --- The studies that come with Undercut, one per game: every option of the rules that newcomers play -----------------


def _file(game: str) -> Traversable:
    return files(registry.package(game)).joinpath("studies.json")


def is_published(game: str) -> bool:
    """Whether a study of a game comes with Undercut."""
    return game in registry.packages() and _file(game).is_file()


@cache
def published(game: str) -> Study | None:
    """Return the study of a game that comes with Undercut, if there is one."""
    if not is_published(game):
        return None
    with as_file(_file(game)) as path:
        return load(path)
