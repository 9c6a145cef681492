"""Style sheets: each is one file, joined from parts."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

_FOLDER = Path(__file__).parent / "static"

_TABLE = ("board", "cards", "people", "hand", "chips", "moves", "cuttle", "around", "cups", "rope", "beside", "said")

SHEETS = {
    "site": ("tokens", *(f"site/{part}" for part in ("frame", "parts", "pages", "books", "wide"))),
    "table": tuple(f"table/{part}" for part in (*_TABLE, "waiting", "grid", "places")),
    "lesson": tuple(f"table/{part}" for part in (*_TABLE, "grid", "places", "coach")),
}
"""The parts of each sheet, in order."""


@cache
def sheet(name: str) -> str:
    """Join the parts of a sheet."""
    return "\n".join((_FOLDER / f"{part}.css").read_text(encoding="utf-8") for part in SHEETS[name])


@cache
def sheet_address(name: str) -> str:
    """Return the address of a sheet, which contains a hash of its content."""
    return f"/assets/{name}.css?v={sha256(sheet(name).encode()).hexdigest()[:10]}"
