"""Count the positions with known answers that each level solves: ``python bench/known.py``.

The positions are those of `tests/bots/known`. Each level plays each of them with several seeds and its own budget.
Writes ``bench/results/known.json``; ``python docs/pages.py`` puts the table into `docs/bots_results.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bots.known.positions import Known, known
from undercut.bots.registry import make
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES

RESULTS = Path(__file__).parent / "results" / "known.json"


def solved(level: str, position: Known, seeds: int) -> int:
    """Count the seeds with which a level plays a right move."""
    view, moves = position.state.view(position.state.to_move), position.state.legal_moves()
    return sum(
        str(make(level, position.game, seed).choose(view, moves)) in position.right for seed in range(1, seeds + 1)
    )


def main() -> None:
    """Let the levels play, print what they do not always solve, and write the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=list(registry.names()))
    parser.add_argument("--levels", nargs="+", choices=LEVEL_NAMES, default=list(LEVEL_NAMES))
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    kept = json.loads(arguments.out.read_text(encoding="utf-8"))["rows"] if arguments.out.exists() else []
    for game, level in product(arguments.only, arguments.levels):
        positions = known(game)
        found = {position.name: solved(level, position, arguments.seeds) for position in positions}
        for name, number in found.items():
            if number < arguments.seeds:
                print(f"{game:12} {level:9} {number}/{arguments.seeds}  {name}", flush=True)
        share = sum(found.values()) / arguments.seeds / len(positions)
        row = {"game": game, "level": level, "positions": len(positions), "seeds": arguments.seeds, "share": share}
        row["always"] = sum(number == arguments.seeds for number in found.values())
        print(row, flush=True)
        kept = [one for one in kept if (one["game"], one["level"]) != (game, level)] + [row]
        arguments.out.write_text(json.dumps({"rows": kept}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
