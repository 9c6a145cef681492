"""Add each player's chance to win before every move to the games that the site shows: ``python bench/shown.py``."""

from __future__ import annotations

import json
from pathlib import Path

from undercut.bots.advice.judging import analyse
from undercut.games.base import registry
from undercut.games.base.parts.levels import Budget
from undercut.lessons.course import shown_games
from undercut.play.loading import replay

BUDGET = Budget(iterations=2_000)
ROOT = Path(__file__).parents[1] / "src" / "undercut" / "games"


def chances(record: dict[str, object]) -> list[list[int]]:
    """Return the chances in per cent before each move; a last row for the end."""
    state = replay(record)
    found = analyse(state, budget=BUDGET, seed=1)
    curves = [dict(found.chances(seat)) for seat in range(state.game.seats)]
    return [[round(100 * curve[move]) for curve in curves] for move in range(1, len(state.moves) + 2)]


def main() -> None:
    """Write the chances into the file of each game."""
    for game, shown in shown_games().items():
        path = ROOT / registry.package(game).rpartition(".")[2] / "lessons" / "shown.json"
        text = json.dumps(shown.record | {"chances": chances(shown.record)}, separators=(",", ":"))
        path.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
