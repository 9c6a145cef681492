"""The level of an adaptive opponent in the terminal, from the person's saved games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import cast

from undercut.bots.players.adaptive import Result, level_at, strength_of
from undercut.cli.files import read_json, saved_games
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.translation import _

PERSON = "human"
"""The person's name in saved games."""


def adapted(game: str) -> tuple[str, str]:
    """Return the level that an adaptive opponent plays now, and a sentence that says why."""
    results = list(_results(game))
    level = level_at(strength_of(results))
    if not results:
        text = _("The adaptive opponent starts at {level}, because you have not finished a game against a level yet.")
        return level, text.format(level=level)
    return level, _("The adaptive opponent plays as {level}, by {number} of your saved games.").format(
        level=level, number=len(results)
    )


def _results(game: str) -> Iterator[Result]:
    """Read the finished games against levels, the earliest first; files that cannot be read do not count."""
    for path in reversed(saved_games()):
        with suppress(UndercutError, AttributeError, TypeError, ValueError):
            record = cast("dict[str, object]", read_json(str(path)))
            if record.get("game") == game and (result := _result(record)):
                yield result


def _result(record: dict[str, object]) -> Result | None:
    players = [name.partition(" ")[0] for name in cast("list[str]", record["players"])]
    levels = [name for name in players if name in LEVEL_NAMES]
    result = cast("dict[str, list[int]] | None", record.get("result"))
    if result is None or not levels or PERSON not in players:
        return None
    winners = result["winners"]
    won = None if len(winners) != 1 else winners[0] == players.index(PERSON)
    return Result(max(levels, key=LEVEL_NAMES.index), won, len(players))
