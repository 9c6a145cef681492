"""Style sheets, which are joined from parts, and sprites of icons, portraits and cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import cast

from markupsafe import Markup

from undercut.cards import Pack
from undercut.draw.faces import sprite
from undercut.games.base import registry

STATIC = Path(__file__).parent / "static"

_TABLE = ("board", "strip", "cards", "people", "hand", "chips", "moves", "cuttle", "around", "cups", "rope", "beside")
_SAID = ("said", "plays")
_SITE = ("frame", "parts", "pages", "front", "live", "books", "wide")

SHEETS = {
    "site": ("tokens", *(f"site/{part}" for part in _SITE), "table/places"),
    "table": tuple(f"table/{part}" for part in (*_TABLE, *_SAID, "waiting", "watching", "grid", "sideways")),
    "lesson": tuple(f"table/{part}" for part in (*_TABLE, *_SAID, "grid", "sideways", "coach")),
}
"""The parts of each sheet, in order."""

DRAWINGS = ("icons", "portraits")  # sprites of pictures, each a symbol

_SIGNS = {"gain": "points", "strike": "scuttle", "spell": "spell", "safe": "keep"}
"""The icon of a move that has none of its own, by its tone."""


@cache
def asset(name: str) -> str:
    """Return a style sheet or a sprite: ``"table.css"``, ``"icons.svg"``."""
    stem, _, kind = name.partition(".")
    parts = [f"{part}.css" for part in SHEETS[stem]] if kind == "css" else [name]
    return "\n".join((STATIC / part).read_text(encoding="utf-8") for part in parts)


NOTED = STATIC.with_name("versions.json")  # the file with the versions of an edition's built files


@cache
def _noted() -> dict[str, str]:
    return cast("dict[str, str]", json.loads(NOTED.read_bytes())) if NOTED.exists() else {}


def _version_of(name: str, make: Callable[[], str]) -> str:
    """Return the version of a file: a hash of its content, noted by the build of an edition that has it already."""
    return _noted().get(name) or sha256(make().encode()).hexdigest()[:10]


@cache
def asset_address(name: str) -> str:
    """Return the address of a style sheet or sprite, which contains a hash of its content."""
    return f"/assets/{name}?v={_version_of(name, lambda: asset(name))}"


@cache
def icon(name: str, tone: str = "") -> Markup:
    """Draw an icon, or that of a tone if the name is empty."""
    address = f"{asset_address('icons.svg')}#{name or _SIGNS.get(tone, 'ok')}"
    return Markup('<svg class="ic" aria-hidden="true"><use href="{}"/></svg>').format(address)


@cache
def portrait(name: str, mood: str = "") -> Markup:
    """Draw a person in a mood: ``"glad"``, ``"sad"``, ``"think"``, or calm."""
    address = f"{asset_address('portraits.svg')}#{name}"
    return Markup('<svg class="pic {}" aria-hidden="true"><use href="{}"/></svg>').format(mood, address)


@cache
def packs() -> dict[str, Pack]:
    """Return the packs of all games, by the names of their sprites."""
    return {pack.id: pack for pack in (registry.spec(game).pack for game in registry.names())}


@cache
def sprite_address(pack: Pack) -> str:
    """Return the address of a pack's sprite, which contains a hash of its content."""
    return f"/cards/{pack.id}.svg?v={_version_of(pack.id, lambda: sprite(pack))}"
