"""Install the game of this folder for one test, as pip would: its package, and the metadata that names its games."""

import os
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import undercut
from undercut.games.base import registry

SOURCE = Path(undercut.__file__).parent.parent
HERE = Path(__file__).parent
PACKAGE = "undercut_trumps"
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def install(folder: Path, games: dict[str, str] | None = None, package: str = PACKAGE) -> None:
    shutil.copytree(HERE / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    metadata = folder / f"{package}-{PROJECT['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {PROJECT['version']}\n")
    named = games or PROJECT["entry-points"]["undercut.games"]
    lines = [f"{name} = {package}" for name, package in named.items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[undercut.games]", *lines, ""]))


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(SOURCE), os.environ.get("PYTHONPATH", "")]))
        registry.forget()
        yield
    registry.forget()
