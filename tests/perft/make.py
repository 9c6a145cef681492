"""Count the perft tables anew: ``python -m tests.perft.make`` (part of ``make golden``).

Each table is one JSON file a game, for any implementation to count against: positions with the numbers of move
sequences of one to four moves. To add a position, add an entry with its name and what `State.position` gives, such as
that of a table in `tests.clauses`.
"""

import json
from pathlib import Path

import undercut

HERE = Path(__file__).parent
DEPTHS = (1, 2, 3, 4)
GAMES = ("cuttle", "cups", "cut_the_rope")


def table(game: str) -> list[dict]:
    return json.loads((HERE / f"{game}.json").read_text(encoding="utf-8"))


def counted(entry: dict) -> dict:
    state = undercut.from_position(entry["position"])
    counts = [undercut.perft(state, depth, host=undercut.Host.COMPILED) for depth in DEPTHS]
    return {"name": entry["name"], "counts": counts, "position": state.position()}


def write(game: str) -> None:
    lines = ",\n".join(json.dumps(counted(entry)) for entry in table(game))
    (HERE / f"{game}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for each in GAMES:
        write(each)
