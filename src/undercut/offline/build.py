"""Build the edition without a server: ``make pages``, or ``python -m undercut.offline.build FOLDER``."""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from undercut.draw.faces import sprite
from undercut.games.base import registry
from undercut.lessons import first_lesson
from undercut.offline.app import OfflineApp
from undercut.offline.program import pack
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
_COPIED = ("engine.js", "home.js", "shelf.js", "shell.js", "shell.css")
_FIRST = ("/", "/learn", "/about")
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


async def _first_pages(target: Path, elsewhere: str) -> dict[str, tuple[str, str]]:
    """Make the pages that can be read before Python is there; return the file of each, and its way back up."""
    app = OfflineApp(await Storage.open(MemoryStorage()), _no_bot, elsewhere=elsewhere)
    app.templates.globals.update(made_by_build=True)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    lessons = [f"/learn/{game}/{first.name}/1" for game in registry.names() if (first := first_lesson(game))]
    made: dict[str, tuple[str, str]] = {}
    for path in (*_FIRST, *lessons):
        name = "front.html" if path == "/" else f"{path[1:]}/index.html"
        up = "../" * name.count("/") or "./"
        page = await answer_request(app, Request("GET", path))
        assert page.status == 200, path  # noqa: PLR2004, S101  ours
        home_based = page.body.replace(b'="/', f'="{up}'.encode())
        _write(target / name, home_based)
        made[path] = (name, up)
    return made


def _not_found() -> str:
    """Make the page that static hosts send for unknown addresses; its policy allows its own script alone."""
    page = (_HERE / "404.html").read_text(encoding="utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return page.replace("@SCRIPT@", f"sha256-{digest}")


def build(target: Path, elsewhere: str = "") -> None:
    """Build the edition in a folder, in place of what is there; `elsewhere` is the address of a site to link to."""
    elsewhere = elsewhere.rstrip("/")
    for game in registry.own_names():
        assert has_module(game), f"the module of {game} is missing or out of date: make modules"  # noqa: S101  ours
    with TemporaryDirectory() as folder:
        made = Path(folder, "site")
        made.mkdir()
        _assets(made)
        program = pack(Path(folder), made, _versions())
        ready = asyncio.run(_first_pages(made, elsewhere))
        index = (_HERE / "index.html").read_text(encoding="utf-8")
        _write(made / "index.html", index.replace("@PROGRAM@", program).replace("@ELSEWHERE@", elsewhere))
        _write(made / "404.html", _not_found())
        names = sorted(str(path.relative_to(made)) for path in made.rglob("*") if path.is_file())
        digest = hashlib.sha256(b"".join((made / name).read_bytes() for name in names)).hexdigest()[:16]
        service = (_HERE / "service.js").read_text(encoding="utf-8")
        service = service.replace('"@FILES@"', ", ".join(json.dumps(name) for name in names if name != "404.html"))
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
    chosen = parser.parse_args()
    build(chosen.folder, chosen.site)
    size = sum(path.stat().st_size for path in chosen.folder.rglob("*") if path.is_file())
    said = f"{chosen.folder}: {size / 1e6:.1f} MB. Serve it with any web server, such as: python -m http.server\n"
    sys.stdout.write(said)


if __name__ == "__main__":
    main()
