"""Collect training data: let `hard` play itself, and write every decision to a table.

    python examples/training/collect.py --game cuttle --games 1000 --processes 2 --out data

The folder gets records.jsonl, with one game on each line and the seconds of each move, and games.parquet and
decisions.parquet, the tables of docs/frames.md. The same seed gives the same games, apart from the seconds.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import undercut
from undercut.frames.rows import records_in
from undercut.frames.tables import export

PLAYER = "hard"


def play(number: int, *, game: str, player: str, seed: int) -> dict:
    """Play one game, and return its record with the seconds that each move took.

    Args:
        number: The number of the game, which gives it a deal and choices of its own.
    """
    state = undercut.game(game).deal(seed=seed + number)
    bots = [undercut.bot(player, game, seed=seed + number) for _ in range(state.game.seats)]
    state.players = (player,) * state.game.seats
    seconds = []
    while state.to_move is not None:
        began = time.perf_counter()
        # A bot gets the view of its seat only.
        move = bots[state.to_move].choose(state)
        seconds.append(round(time.perf_counter() - began, 6))
        state.play(move)
    return state.record() | {"seconds": seconds}


def collect(
    game: str, games: int, out: Path, *, player: str = PLAYER, processes: int = 1, seed: int = 0
) -> tuple[int, int]:
    """Play games, and write their records and tables.

    Returns:
        How many games and how many decisions were written.
    """
    out.mkdir(parents=True, exist_ok=True)
    lines = out / "records.jsonl"
    one = partial(play, game=game, player=player, seed=seed)
    with ExitStack() as stack:
        file = stack.enter_context(lines.open("w", encoding="utf-8"))
        # A process with threads (of the compiler) may hang when it is forked, so spawn.
        pool = stack.enter_context(get_context("spawn").Pool(processes)) if processes > 1 else None
        for record in pool.imap(one, range(games)) if pool else map(one, range(games)):
            file.write(json.dumps(record) + "\n")
    written = export(records_in([lines]), out, skip_bad=False)
    return written.games, written.decisions


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="cuttle")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--player", default=PLAYER)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("data"))
    chosen = parser.parse_args()
    counts = collect(
        chosen.game, chosen.games, chosen.out, player=chosen.player, processes=chosen.processes, seed=chosen.seed
    )
    print(f"{counts[0]:,} games, {counts[1]:,} decisions: {chosen.out}")
