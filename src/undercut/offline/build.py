"""Build the edition without a server: ``make pages``, or ``python -m undercut.offline.build FOLDER``."""

import argparse
import asyncio
import hashlib
import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from undercut.draw.faces import sprite
from undercut.games.base import registry
from undercut.offline.app import OfflineApp, first_pages
from undercut.offline.bridge import answer_request
from undercut.offline.program import pack
from undercut.offline.routing import Request
from undercut.offline.storage import MemoryStorage, Storage
from undercut.pages.assets import (
    DRAWINGS,
    ICONS,
    SHEETS,
    STATIC,
    asset,
    asset_address,
    packs,
    site_icon,
    sprite_address,
)
from undercut.search.layers import has_module
from undercut.site.base.fonts import TYPEFACES, font
from undercut.table.bot_requests import BotReply, BotRequest

_HERE = Path(__file__).parent / "static"
_PACKAGE = Path(__file__).parents[1]
_COPIED = ("404.html", "python.js", "database.js", "shell.js", "shell.css")
_NOT_OFFLINE = ("worker.js", "site.webmanifest", "icons.svg", "portraits.svg", "tokens.css")


async def _no_bot(request: BotRequest) -> BotReply:
    raise NotImplementedError(request.game)


def _write(target: Path, content: str | bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)


def _assets(target: Path) -> None:
    shutil.copytree(STATIC, target / "static", ignore=shutil.ignore_patterns(*_NOT_OFFLINE, "table"))
    for name in (*(f"{sheet}.css" for sheet in SHEETS), *(f"{drawing}.svg" for drawing in DRAWINGS)):
        _write(target / "assets" / name, asset(name))
    for name in TYPEFACES:
        _write(target / "assets" / f"{name}.woff2", font(name))
    for name, pack_of in packs().items():
        _write(target / "cards" / f"{name}.svg", sprite(pack_of))
    for name, (size, share) in ICONS.items():
        _write(target / "icon" / f"{name}.png", site_icon(size, share))
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
    addresses = [asset_address(f"{sheet}.css") for sheet in SHEETS]
    addresses += [asset_address(f"{drawing}.svg") for drawing in DRAWINGS]
    parts = [address.partition("?v=") for address in addresses]
    versions = {path.rpartition("/")[2]: version for path, _mark, version in parts}
    versions |= {name: sprite_address(pack_of).partition("?v=")[2] for name, pack_of in packs().items()}
    return json.dumps(versions).encode()


async def _first_pages(target: Path, elsewhere: str, docs: str) -> dict[str, tuple[str, str]]:
    """Make the pages that can be read before Python is there; return the file of each, and its way back up."""
    app = OfflineApp(await Storage.open(MemoryStorage()), _no_bot, elsewhere=elsewhere, docs=docs)
    app.templates.globals.update(made_by_build=True)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    written: dict[str, tuple[str, str]] = {}
    for path in first_pages():
        name = "front.html" if path == "/" else f"{path[1:]}/index.html"
        up = "../" * name.count("/") or "./"
        page = await answer_request(app, Request("GET", path))
        assert page.status == 200, path  # noqa: PLR2004, S101  ours
        home_based = page.body.replace(b'="/', f'="{up}'.encode())
        _write(target / name, home_based)
        written[path] = (name, up)
    return written


def build(target: Path, elsewhere: str = "", docs: Path | None = None) -> None:
    """Build the edition in a folder, in place of what is there."""
    elsewhere, docs_address = elsewhere.rstrip("/"), "/docs/index.html" if docs else ""
    for game in registry.own_names():
        assert has_module(game), f"the module of {game} is missing or out of date: make modules"  # noqa: S101  ours
    with TemporaryDirectory() as folder:
        site = Path(folder, "site")
        site.mkdir()
        _assets(site)
        program = pack(Path(folder), site, _versions())
        ready = asyncio.run(_first_pages(site, elsewhere, docs_address))
        _write(site / "index.html", _index(program, elsewhere, docs_address))
        if docs:
            shutil.copytree(docs, site / "docs", ignore=shutil.ignore_patterns("404.html"))
        _write(site / "service.js", _service_worker(site, ready))
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(site, target)


def _index(program: str, elsewhere: str, docs: str) -> str:
    """Fill in the page that starts the program."""
    index = (_HERE / "index.html").read_text(encoding="utf-8")
    for name, value in {"@PROGRAM@": program, "@ELSEWHERE@": elsewhere, "@DOCS@": docs}.items():
        index = index.replace(name, value)
    return index


def _service_worker(site: Path, ready: dict[str, tuple[str, str]]) -> str:
    """Fill in the service worker: the files that it keeps, at once and of the docs, and a version of them all."""
    names = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
    digest = hashlib.sha256(b"".join((site / name).read_bytes() for name in names)).hexdigest()[:16]
    in_docs = [name for name in names if name.startswith("docs/") and name != "docs/search.js"]
    at_once = [name for name in names if not name.startswith("docs/") and name != "404.html"]
    service = (_HERE / "service.js").read_text(encoding="utf-8")
    service = service.replace('"@FILES@"', json.dumps(at_once)[1:-1]).replace('"@DOCS@"', json.dumps(in_docs)[1:-1])
    service = service.replace('"@READY@"', ", ".join(json.dumps([path, file]) for path, file in ready.items()))
    return service.replace("@VERSION@", digest)


def main() -> None:
    """Build the edition, as the command says."""
    parser = argparse.ArgumentParser(prog="python -m undercut.offline.build", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where to build; what is there is replaced")
    parser.add_argument("--site", default="", help="the address of a site where people meet, to link to")
    parser.add_argument("--docs", type=Path, help="the folder of the docs site, to copy and to link to")
    chosen = parser.parse_args()
    build(chosen.folder, chosen.site, chosen.docs)
    size = sum(path.stat().st_size for path in chosen.folder.rglob("*") if path.is_file())
    report = f"{chosen.folder}: {size / 1e6:.1f} MB. Serve it with any web server, such as: python -m http.server\n"
    sys.stdout.write(report)


if __name__ == "__main__":
    main()
