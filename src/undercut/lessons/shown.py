"""A recorded game between bots for each game, to watch while no one plays."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import cast

from undercut.games.base import registry


@cache
def shown_games() -> dict[str, dict[str, object]]:
    """Return the records of the games to watch, by game.

    Example:
        >>> sorted(shown_games())
        ['cups', 'cut_the_rope', 'cuttle']
    """
    paths = [files(registry.package(game)).joinpath("lessons", "shown.json") for game in registry.names()]
    records = [
        cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8"))) for path in paths if path.is_file()
    ]
    return {str(record["game"]): record for record in records}
