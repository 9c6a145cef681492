"""Write the perft tables anew: ``python -m tests.perft.make`` (part of ``make golden``).

Each table is one JSON file a game, for any implementation to count against: positions with the numbers of move
sequences of one to four moves.
"""

from __future__ import annotations

import json
from pathlib import Path

import undercut
from tests.clauses import cups_table, cuttle_table, rope_table
from tests.perft import cups_positions, cut_the_rope_positions, cuttle_positions

HERE = Path(__file__).parent
DEPTHS = (1, 2, 3, 4)
GAMES = {
    "cuttle": (cuttle_table.table, cuttle_positions.POSITIONS),
    "cups": (cups_table.table, cups_positions.POSITIONS),
    "cut_the_rope": (rope_table.table, cut_the_rope_positions.POSITIONS),
}


def entries(game: str) -> list[dict]:
    table, positions = GAMES[game]
    found = []
    for name, rule_sets, fields in positions:
        for rules in rule_sets:
            if seed := fields.get("seed"):
                state = undercut.game(game, rules=rules, seats=fields.get("seats")).deal(seed=seed)
            else:
                state = table(rules, **fields)
            counts = [undercut.perft(state, depth, host=undercut.Host.COMPILED) for depth in DEPTHS]
            found.append({"name": name, "counts": counts, "position": state.position()})
    return found


def write(game: str) -> None:
    lines = ",\n".join(json.dumps(entry) for entry in entries(game))
    (HERE / f"{game}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for each in GAMES:
        write(each)
