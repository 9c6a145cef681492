"""A study's folder: its results, and what is needed to go on with it after an interruption."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from undercut.decoding import JSON, differences
from undercut.errors import UndercutError
from undercut.files import file_errors, replacing
from undercut.lab.design import Design
from undercut.lab.skill import Crossed
from undercut.lab.sums import ExtraSums, Sums, Tally, WorthSums
from undercut.studies.measures import Measure, columns_of
from undercut.studies.results import STUDY
from undercut.workers import locked

PROGRESS, GAMES, LOCK = "progress.npz", "games", ".lock"
"""Files of a study and the folder of its games; its results, Parquet tables and the report are written beside them."""

_Part = TypeVar("_Part", Sums, Tally, Crossed)

_DIGEST = sha256().digest_size  # bytes behind the arrays; NumPy reads the file with or without them


@dataclass(slots=True)
class Progress:
    chunks: int
    sums: Sums
    tallies: tuple[Tally, ...]
    extras: ExtraSums
    seconds: float = 0.0  # wall-clock time of their games

    @classmethod
    def empty(cls, design: Design, measures: Sequence[Measure]) -> Self:
        sums = Sums.empty(len(design.cells), len(columns_of(measures)), design.contrasts)
        tallies = tuple(Tally.empty(len(cell.game.spec.words.reasons)) for cell in design.cells)
        return cls(0, sums, tallies, ExtraSums.empty(design))


class StudyFolder:
    def __init__(self, folder: Path, wanted: dict[str, JSON]) -> None:
        self.folder, self._wanted = folder, wanted
        self.progress: Progress | None = None

    @classmethod
    @contextmanager
    def open(cls, folder: Path, wanted: dict[str, JSON], *, resume: bool) -> Generator[Self]:
        """Open a study's folder, for one process at a time."""
        found, another = cls(folder, wanted), "another study is being written there; wait for it"
        if resume and not found._there:  # before a folder is made under a mistyped name
            raise UndercutError(f"{folder}: holds no study to continue; name its folder, or leave --resume out")
        remedy = "name another folder"
        with locked(folder / LOCK, name=folder, in_use=f"{another}, or {remedy}", remedy=f"; {remedy}"):
            found.progress = found._read(resume=resume)
            yield found

    @property
    def _there(self) -> list[str]:
        return [name for name in (PROGRESS, STUDY) if (self.folder / name).exists()]

    def _read(self, *, resume: bool) -> Progress | None:
        there = self._there
        if not there:
            return None
        if not resume:
            message = f"{self.folder}: holds a study already ({there[0]}); continue it with --resume, "
            raise UndercutError(message + "or name another folder")
        if PROGRESS not in there:
            message = f"{self.folder}: {PROGRESS} is missing, so this study cannot be resumed; name another folder"
            raise UndercutError(message)
        path = self.folder / PROGRESS
        with file_errors(path):
            content = path.read_bytes()
        content, digest = content[:-_DIGEST], content[-_DIGEST:]
        if sha256(content).digest() != digest:
            raise UndercutError(f"{path}: damaged; remove the file and start again, or name another folder")
        with np.load(BytesIO(content), allow_pickle=False) as file:
            arrays = {name: cast("NDArray[Any]", file[name]) for name in file.files}
        self._check(cast("dict[str, JSON]", json.loads(arrays.pop("header").tobytes())))
        return progress_of(arrays)

    def _check(self, found: dict[str, JSON]) -> None:
        wanted = cast("dict[str, JSON]", json.loads(json.dumps(self._wanted)))
        if differing := differences(found, wanted, "there"):
            raise UndercutError(f"{self.folder}: this folder holds another study: {differing}; name another folder")

    def save(self, progress: Progress) -> None:
        arrays = arrays_of(progress)
        arrays["header"] = np.frombuffer(json.dumps(self._wanted).encode(), dtype=np.uint8)

        def write(path: Path) -> None:
            file = BytesIO()
            np.savez_compressed(file, allow_pickle=False, **arrays)
            path.write_bytes(file.getvalue() + sha256(file.getvalue()).digest())

        self.write(PROGRESS, write)

    def write(self, name: str, write: Callable[[Path], object]) -> Path:
        path = self.folder / name
        with file_errors(path, "; earlier results are kept; fix this, then use --resume"):
            path.parent.mkdir(exist_ok=True)
            with replacing(path) as draft:
                write(draft)
        return path


def arrays_of(progress: Progress) -> dict[str, NDArray[np.generic]]:
    """Name all arrays and numbers, those of a part by the part and its field, such as ``sums.totals``."""
    extras = progress.extras
    found: dict[str, object] = {"chunks": progress.chunks, "seconds": progress.seconds, "uses": extras.uses}
    parts: dict[str, Sums | Tally | Crossed] = {"sums": progress.sums}
    parts |= {f"tally_{place}": tally for place, tally in enumerate(progress.tallies)}
    parts |= {f"skill_{place}": skill for place, skill in enumerate(extras.skills)}
    if extras.worths:
        parts["worths"], found["compared"] = extras.worths.sums, extras.worths.compared
    found |= {f"{name}.{each.name}": getattr(part, each.name) for name, part in parts.items() for each in fields(part)}
    return {name: np.asarray(value) for name, value in found.items()}


def progress_of(arrays: Mapping[str, NDArray[Any]]) -> Progress:
    """Read what `arrays_of` has named."""
    values: dict[str, Any] = {name: array if array.ndim else array.item() for name, array in arrays.items()}

    def parts(kind: type[_Part], start: str) -> tuple[_Part, ...]:
        names = dict.fromkeys(name.partition(".")[0] for name in values if name.startswith(start))
        return tuple(kind(**{each.name: values[f"{name}.{each.name}"] for each in fields(kind)}) for name in names)

    worths = tuple(WorthSums(sums, values["compared"]) for sums in parts(Sums, "worths"))
    extras = ExtraSums(values["uses"], worths[0] if worths else None, parts(Crossed, "skill_"))
    (sums,), tallies = parts(Sums, "sums"), parts(Tally, "tally_")
    return Progress(values["chunks"], sums, tallies, extras, values["seconds"])
