"""Count wins that a level overlooks, and wins that it serves: ``python bench/wins.py``.

Each level plays itself, at two seats or more. A win on the table is a move that ends the game at once in favour of the
seat to move, in every deal of the hidden cards that was tried. A move serves a win if in every deal it ends the game in
favour of others, or the next player can then win at once; it counts where another move does not serve one. Each deal
has its own shuffles. Writes ``bench/results/wins.json``; `docs/bots_results.md` has the figures.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from undercut.bots.registry import make
from undercut.engine.contract import NO_WINNERS, Fields
from undercut.engine.engine import Engine, legal_codes, table_after_shuffles
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.games.base.registry import load
from undercut.play.game import game
from undercut.play.loading import determinize
from undercut.play.state import State

RESULTS = Path(__file__).parent / "results" / "wins.json"
DEALS, SEED = 40, 1_000
FIGURES = ("wins", "missed", "servings", "served")


def won(engine: Engine, table: Fields, seat: int) -> bool:
    """Return whether a seat has won alone."""
    return engine.functions.is_over(table) and engine.functions.winners(table) == 1 << seat


def served(engine: Engine, table: Fields, seat: int, chance: random.Random) -> bool:
    """Return whether another seat has won, or is to move and can win at once."""
    if engine.functions.is_over(table):
        return engine.functions.winners(table) not in (NO_WINNERS, 1 << seat)
    other = engine.functions.mover(table)
    replies = (table_after_shuffles(engine, table, code, chance) for code in legal_codes(engine, table))
    return other != seat and any(won(engine, reply, other) for reply in replies)


def figures_of(state: State, seat: int, chosen: str) -> tuple[int, int, int, int]:
    """Count for one choice: a win on the table, missed; a chance to serve a win, served."""
    engine, view, chance = load(state.game.name, Host.PLAIN), state.view(seat), random.Random(SEED)
    table = cache(lambda _number: determinize(view, chance).table_copy())
    codes = {text: state.game.spec.notation.parse(table(0), text) for text in map(str, state.legal_moves())}

    def after(text: str) -> Iterator[Fields]:
        return (table_after_shuffles(engine, table(number), codes[text], chance) for number in range(DEALS))

    winning = {text for text in codes if all(won(engine, found, seat) for found in after(text))}
    if winning:
        return 1, int(chosen not in winning), 0, 0
    losing = {text for text in codes if all(served(engine, found, seat, chance) for found in after(text))}
    avoidable = int(0 < len(losing) < len(codes))
    return 0, 0, avoidable, avoidable * int(chosen in losing)


def count(job: tuple[str, int, str, int]) -> tuple[int, int, int, int]:
    """Let a level play a game with itself, and count."""
    name, seats, level, seed = job
    state = game(name, seats=seats).deal(seed=seed)
    players = [make(level, name, seats * seed + seat) for seat in range(seats)]
    found = [(0, 0, 0, 0)]
    while not state.result:
        seat, moves = state.to_move or 0, state.legal_moves()
        move = players[seat].choose(state.view(seat), moves)
        if len(moves) > 1:
            found.append(figures_of(state, seat, str(move)))
        state.play(move)
    wins, missed, chances, taken = (sum(column) for column in zip(*found, strict=True))
    return wins, missed, chances, taken


def rows(arguments: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Play all games, and give a row for each game and level."""
    with ProcessPoolExecutor(arguments.processes, mp_context=get_context("spawn")) as pool:
        for name, seats, level in product(arguments.only, arguments.seats, arguments.levels):
            jobs = [(name, seats, level, seed) for seed in range(arguments.seed, arguments.seed + arguments.games)]
            found = [sum(column) for column in zip(*pool.map(count, jobs), strict=True)]
            row = {"game": name, "seats": seats, "level": level, "games": arguments.games}
            yield row | dict(zip(FIGURES, found, strict=True))


def main() -> None:
    """Play, print a line for each level, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each level")
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=list(registry.names()))
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--levels", nargs="+", choices=LEVEL_NAMES, default=list(LEVEL_NAMES))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=40_000)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    kept = json.loads(arguments.out.read_text(encoding="utf-8"))["rows"] if arguments.out.exists() else []
    for row in rows(arguments):
        print(row, flush=True)
        kept = [one for one in kept if any(one[key] != row[key] for key in ("game", "seats", "level"))] + [row]
        arguments.out.write_text(json.dumps({"rows": kept}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
