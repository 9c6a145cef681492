"""Offer proven wins to a level: ``python bench/endings.py --games 1000``.

The games are between `greedy` players; one move in ten is random. Near the end of each game, the exact solver looks for
a win that the seat to move can force whatever is hidden, where some legal move does not win as soon as possible. The
level gets the position as in a game, and takes the win if its move is one of those that win soonest. The program writes
``bench/results/endings.json``, from which ``docs/bots_results.md`` takes its table.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from undercut.bots.players import view_for
from undercut.bots.registry import make
from undercut.bots.thinking.prove import Proof, Result, prove
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.play.game import game
from undercut.play.state import State

RESULTS = Path(__file__).parent / "results" / "endings.json"
FIRST, LAST_MOVES, NODES, WILD = 9_000_000, 16, 20_000, 0.1
LONGEST = 3
"""Wins in this many moves or more are counted together."""


def played(name: str, seats: int, number: int) -> State:
    """Play a game."""
    state, chance = game(name, seats=seats).deal(seed=FIRST + number), random.Random(number)
    player = make("greedy", name, number)
    while state.to_move is not None:
        moves = state.legal_moves()
        wild = chance.random() < WILD
        state.play(chance.choice(moves) if wild else player.choose(state.view(state.to_move), moves))
    return state


def wins(state: State) -> Iterator[Proof]:
    """Go back from the end of a game, and stop wherever the seat to move has such a win."""
    for _ in range(min(LAST_MOVES, len(state.moves))):
        state.undo()
        proof = prove(state.view(state.to_move or 0), nodes=NODES)
        if proof and proof.result is Result.WIN and len(proof.moves) < len(state.legal_moves()):
            yield proof


def offered(name: str, seats: int, level: str, games: int) -> dict[str, object]:
    """Offer the wins of some games to a level, and return a row."""
    found, taken = Counter[int](), Counter[int]()
    for number in range(games):
        state, player = played(name, seats, number), make(level, name, number)
        for proof in wins(state):
            view, moves = view_for(player, state, state.to_move or 0), state.legal_moves()
            length = min(proof.count, LONGEST)
            found[length] += 1
            taken[length] += str(player.choose(view, moves)) in proof.moves
    counts = [{"moves": length, "wins": found[length], "taken": taken[length]} for length in sorted(found)]
    return {"game": name, "seats": seats, "level": level, "games": games, "wins": counts}


def main() -> None:
    """Offer, print a line for each level, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="for each level")
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=[*registry.own_names()])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--levels", nargs="+", choices=LEVEL_NAMES, default=["master"])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rows = json.loads(arguments.out.read_text(encoding="utf-8"))["rows"] if arguments.out.exists() else []
    for name in arguments.only:
        for level in arguments.levels:
            row = offered(name, arguments.seats, level, arguments.games)
            print(row, flush=True)
            rows = [one for one in rows if any(one[key] != row[key] for key in ("game", "seats", "level"))] + [row]
            arguments.out.write_text(json.dumps({"rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
