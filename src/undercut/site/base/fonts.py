"""The two web fonts of the pages, subset to the letters used."""

import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from undercut.files import cache_folder

_LETTERS = "20-7E,A0-17F,2013,2014,2018,2019,201C,201D,2022,2026,2212"
"""The Latin letters with all accents, and signs; other scripts come from the reader's system."""

_FEATURES = "kern,liga,tnum,mark,mkmk,ccmp,locl"


@dataclass(frozen=True, slots=True)
class Typeface:
    """A variable font of a package, and the part of each of its axes that is kept."""

    package: str
    file: str
    axes: tuple[str, ...]

    @property
    def kept(self) -> Path:
        return cache_folder() / "fonts" / f"{self.package}-{version(self.package)}-2.woff2"


TYPEFACES = {
    "display": Typeface(
        "fontpkg-fraunces", "Fraunces[SOFT,WONK,opsz,wght].ttf", ("SOFT=50", "WONK=0", "opsz=36", "wght=650")
    ),
    "text": Typeface("fontpkg-figtree", "Figtree[wght].ttf", ("wght=400:700",)),
}

_cutting = Lock()


def font(name: str) -> bytes:
    """Return a typeface as WOFF2; the first call after an installation takes seconds."""
    face = TYPEFACES[name]
    with _cutting:
        if not face.kept.exists():
            _cut(face)
    return face.kept.read_bytes()


def _cut(face: Typeface) -> None:
    face.kept.parent.mkdir(parents=True, exist_ok=True)
    source = files(face.package.replace("-", "_")) / "files" / face.file
    with as_file(source) as whole, TemporaryDirectory(dir=face.kept.parent) as folder:
        few, fixed, small = (Path(folder, f"{step}.ttf") for step in ("few", "fixed", "small"))
        letters = (f"--unicodes={_LETTERS}", f"--layout-features={_FEATURES}", "--no-hinting", f"--output-file={few}")
        _run("fontTools.subset", str(whole), *letters)
        _run("fontTools.varLib.instancer", str(few), *face.axes, "-o", str(fixed))
        _run("fontTools.ttLib.woff2", "compress", "-o", str(small), str(fixed))
        small.replace(face.kept)


def _run(module: str, *wishes: str) -> None:
    subprocess.run([sys.executable, "-m", module, *wishes], check=True, capture_output=True)  # noqa: S603  a library
