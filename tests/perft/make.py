"""Write the perft tables anew: ``python -m tests.perft.make`` (part of ``make golden``).

Each table is one JSON file a game, for any implementation to count against: positions with the numbers of move
sequences of one to four moves.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import undercut

HERE = Path(__file__).parent
DEPTHS = (1, 2, 3, 4)
GAMES = {
    "cuttle": "tests.clauses.cuttle_table",
    "cups": "tests.clauses.cups_table",
    "cut_the_rope": "tests.clauses.rope_table",
}


def entries(game: str) -> list[dict]:
    table = import_module(GAMES[game]).table
    found = []
    for name, (rule_sets, make) in import_module(f"tests.perft.{game}_positions").positions(table).items():
        for rules in rule_sets:
            state = make(rules)
            counts = [undercut.perft(state, depth, host=undercut.Host.COMPILED) for depth in DEPTHS]
            found.append({"name": name, "counts": counts, "position": state.position()})
    return found


def write(game: str) -> None:
    lines = ",\n".join(json.dumps(entry) for entry in entries(game))
    (HERE / f"{game}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for each in GAMES:
        write(each)
