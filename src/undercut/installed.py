"""What is installed: this version, and the games of all distributions."""

import json
from pathlib import Path
from typing import NamedTuple

GROUP = "undercut.games"
"""The entry point group: names of games and their packages, each of which holds its definition as `GAME`."""

OWN = "undercut"  # the distribution whose games no other replaces

NOTED = Path(__file__).with_name("installed.json")
"""What the build of an edition without a server notes, where nothing is installed."""


class InstalledGame(NamedTuple):
    name: str
    package: str
    is_own: bool


class Installed(NamedTuple):
    version: str
    games: tuple[InstalledGame, ...]


def installed() -> Installed:
    if NOTED.exists():
        kept = json.loads(NOTED.read_text(encoding="utf-8"))
        return Installed(kept["version"], tuple(InstalledGame(*game) for game in kept["games"]))
    # It imports the parsers of mail, which an edition without a server would have to load.
    from importlib.metadata import entry_points, version  # noqa: PLC0415

    found = entry_points(group=GROUP)
    games = (InstalledGame(each.name, each.value, bool(each.dist and each.dist.name == OWN)) for each in found)
    return Installed(version(OWN), tuple(games))
