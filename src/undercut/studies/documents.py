"""Studies as JSON files, also those that come with Undercut: every fault of a file is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from undercut.decoding import JSON, decode
from undercut.engine.contract import Value
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.studies.names import game_of, option_changes
from undercut.studies.results import FORMAT, Estimate, Study
from undercut.studies.sentences import MAIN, Claim, Reader, together
from undercut.translation import _

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
        message = f"{file}: {error.strerror or error}"
        raise UndercutError(message) from None
    except json.JSONDecodeError as error:
        message = f"{file}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        raise UndercutError(message) from None
    except (UnicodeDecodeError, RecursionError) as error:
        message = f"{file}: not JSON: {error}"
        raise UndercutError(message) from None
    try:
        return read(data)
    except UndercutError as error:
        message = f"{file}: {error}"
        raise UndercutError(message) from None


def read(data: object) -> Study:
    """Read a study from JSON data."""
    version = cast("dict[str, object]", data).get("lab") if isinstance(data, dict) else None
    if version is None:
        message = "not a study: the field 'lab' is missing"
        raise UndercutError(message)
    if version != FORMAT:
        message = f"lab: format {version!r:.20}; this version of Undercut reads format {FORMAT}"
        raise UndercutError(message)
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

_KEPT = (*MAIN, "decisions", "choices", "forced", "lead_changes", "comebacks", "settled")
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of one value of an option, compared with the base rules."""

    option: str
    value: Value
    base: Value
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        """The effect in half a sentence, without intervals."""
        shown = [claim for claim in self.claims if claim.effect]
        return together(shown, brief=True) if shown else _("no measurable effect")


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


def effects(found: Reader) -> tuple[Effect, ...]:
    """List what each value of each option does between the first line-up of players, in the order of the study."""
    shown: list[Effect] = []
    for contrast in found.contrasts:
        cell, base = found.cell(contrast.cell), found.cell(contrast.base)
        differing = option_changes(found.study, cell, base)
        if len(differing) == 1 and cell.policies == found.cell(0).policies:
            claims = (found.effect(measure, contrast) for measure in MAIN)
            (change,) = differing
            shown.append(Effect(change.option, change.value, change.base, tuple(claim for claim in claims if claim)))
    return tuple(shown)


def base_rules(study: Study) -> str:
    """Return the name of the rule set that a study starts from."""
    return game_of(study, study.cells[0]).rule_set


def compact(study: Study) -> Study:
    """Leave out what the site does not show, and round the rest."""
    kept = tuple(each for each in study.estimates if each.measure in _KEPT)
    return rounded(replace(study, estimates=kept))


def rounded(study: Study) -> Study:
    """Round the numbers, and leave out the counts that only charts show and the time that it took."""
    cells = tuple(replace(cell, turns=(), leads=(), uses={}) for cell in study.cells)
    return replace(study, cells=cells, estimates=tuple(map(_rounded, study.estimates)), seconds=0.0)


def _rounded(estimate: Estimate) -> Estimate:
    given = (estimate.value, estimate.error, estimate.low, estimate.high)
    value, error, low, high = (float(f"{number:.{_DIGITS}g}") for number in given)
    gain = None if estimate.gain is None else float(f"{estimate.gain:.3g}")
    return replace(estimate, value=value, error=error, low=low, high=high, gain=gain)
