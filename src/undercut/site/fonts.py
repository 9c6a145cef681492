"""The two typefaces of the pages, cut to the letters that the site needs from the packages that bring them."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from threading import Lock

import platformdirs
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_SIGNS = "\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212"
_LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, _SIGNS))
"""The Latin letters with all accents, and signs; other scripts come from the reader's system."""

_FEATURES = ["kern", "liga", "tnum", "mark", "mkmk", "ccmp", "locl"]


@dataclass(frozen=True, slots=True)
class Typeface:
    """A variable font of a package, and the part of each of its axes that is kept."""

    package: str
    file: str
    axes: dict[str, float | tuple[float, float]]

    @property
    def kept(self) -> Path:
        """Where it lies once it has been cut."""
        root = os.environ.get("UNDERCUT_CACHE") or platformdirs.user_cache_dir("undercut")
        return Path(root) / "fonts" / f"{self.package}-{version(self.package)}-1.woff2"


TYPEFACES = {
    "display": Typeface(
        "fontpkg-fraunces", "Fraunces[SOFT,WONK,opsz,wght].ttf", {"SOFT": 50, "WONK": 0, "opsz": 36, "wght": 650}
    ),
    "text": Typeface("fontpkg-figtree", "Figtree[wght].ttf", {"wght": (400, 700)}),
}

_cutting = Lock()


def font(name: str) -> bytes:
    """Return a typeface as WOFF2; the first call after an installation takes seconds, in a process of its own."""
    kept = TYPEFACES[name].kept
    with _cutting:
        if not kept.exists():
            subprocess.run([sys.executable, "-m", "undercut.site.fonts", name], check=True)  # noqa: S603  our own module
    return kept.read_bytes()


def cut(face: Typeface) -> None:
    """Cut a typeface, and keep it."""
    source = files(face.package.replace("-", "_")) / "files" / face.file
    found = TTFont(str(source))
    options = Options(layout_features=_FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=_LETTERS)
    subsetter.subset(found)
    instantiateVariableFont(found, face.axes, inplace=True)
    found.flavor = "woff2"
    face.kept.parent.mkdir(parents=True, exist_ok=True)
    half = face.kept.with_suffix(f".{os.getpid()}")
    found.save(half)
    half.replace(face.kept)


if __name__ == "__main__":
    cut(TYPEFACES[sys.argv[1]])
