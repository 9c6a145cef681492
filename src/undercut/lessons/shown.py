"""A recorded game between bots for each game, to watch while no one plays."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import cast

_FOLDER = Path(__file__).parent / "data"


@cache
def shown_games() -> dict[str, dict[str, object]]:
    """Return the records of the games to watch, by game.

    Example:
        >>> sorted(shown_games())
        ['cups', 'cut_the_rope', 'cuttle']
    """
    paths = sorted(_FOLDER.glob("shown_*.json"))
    records = [cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8"))) for path in paths]
    return {str(record["game"]): record for record in records}
