"""Play a game for the site to show, with each player's chance to win: ``python bench/shown.py cuttle-2 7 Cleo Mira``.

The name of the game has a number from the second game on; a seed and the players follow.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import undercut
from undercut.bots.advice.judging import analyse
from undercut.bots.levels import level_of_person
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.parts.levels import Budget
from undercut.play.state import State

BUDGET = Budget(iterations=2_000)
ROOT = Path(__file__).parents[1] / "src" / "undercut" / "games"


def played(game: str, seed: int, players: list[str]) -> State:
    """Play a game between persons of the levels."""
    state = undercut.game(game, rules=recommended(registry.spec(game)), seats=len(players)).deal(seed=seed)
    bots = [undercut.bot(level_of_person(name), game, seed=seed) for name in players]
    while state.to_move is not None:
        state.play(bots[state.to_move].choose(state))
    return state


def chances(state: State) -> list[list[int]]:
    """Return the chances in per cent before each move; a last row for the end."""
    found = analyse(state, budget=BUDGET, seed=1)
    curves = [dict(found.chances(seat)) for seat in range(state.game.seats)]
    return [[round(100 * curve[move]) for curve in curves] for move in range(1, len(state.moves) + 2)]


def main() -> None:
    """Write the game into its file."""
    name, seed, *players = sys.argv[1:]
    game, _, number = name.partition("-")
    state = played(game, int(seed), players)
    path = ROOT / registry.package(game).rpartition(".")[2] / "lessons" / f"shown{number and '-'}{number}.json"
    shown = state.record() | {"players": players, "chances": chances(state)}
    path.write_text(f"{json.dumps(shown, separators=(',', ':'))}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
