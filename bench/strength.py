"""Measure the strength of the opponents: ``python bench/strength.py``.

Plays the levels against each other, against random and greedy players, and against those that see all cards: the same
search allowed to cheat, and one that looks two plies ahead. ``--players search:5 search:80`` measures these instead of
the levels, ``--honest`` leaves out those that see all cards. Deals are paired (for four seats, in all rotations).
Writes ``bench/results/strength.json``, from where ``docs/bots_results.md`` takes its tables. Matches that the file
or the ladder already has with as many games are not played again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from speed import machine

from undercut.arena.contest import Contest, play
from undercut.arena.playing import Plan, line_up_of, valuations
from undercut.arena.report import report_on
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.play.game import game
from undercut.workers import Runner, Work, runner_for

RESULTS = Path(__file__).parent / "results" / "strength.json"
LADDER = RESULTS.with_name("ladder.json")
# The honest search that the cheating one is compared with, and the same with all cards open.
EQUAL = {"cuttle": 2000, "cups": 300, "cut_the_rope": 500}


class Until:
    """Plays games in this process until a deadline.

    Args:
        deadline: The deadline, on the monotonic clock.
        processes: The number of games at the same time.
    """

    def __init__(self, deadline: float, processes: int) -> None:
        """Store the deadline."""
        self.deadline = deadline
        self.inner = runner_for(processes)

    def run(self, work: Work, jobs: Iterator) -> Generator:
        """Play games."""
        in_time = (job for job in jobs if time.monotonic() < self.deadline)
        yield from self.inner.run(work, in_time)


def matches(name: str, players: Sequence[str], *, honest: bool = False) -> list[tuple[int, str, str]]:
    """List the matches of a game: seats, the measured player, the opponent.

    Args:
        name: The game's name.
        players: The players to measure, weakest first: each meets those that do not search and those below it.
        honest: Leave out the players that see all cards.
    """
    simple = [name for name in ("random", "greedy") if name not in players]
    pairs = [(player, other) for place, player in enumerate(players) for other in (*reversed(players[:place]), *simple)]
    if not honest:
        pairs.append((f"cheating:{EQUAL[name]}", f"search:{EQUAL[name]}"))
    found = [(2, *pair) for pair in pairs]
    if not honest:
        found += [(2, player, other) for other in valuations(name) for player in players[-2:]]
    if 4 in registry.spec(name).seats:
        found += [(4, *pair) for pair in pairs]
    return found


def measured(name: str, seats: int, players: tuple[str, str], games: int, runner: Runner, seed: int) -> dict:
    """Play a match, and return its figures.

    Args:
        seats: The number of players: one of the first against copies of the second.
        games: The most games.
        runner: The runner that plays them.
        seed: The seed of the deals and all choices.
    """
    table = game(name, seats=seats)
    plan = Plan(name, table.rules, seats, (line_up_of(players, seats),), seed)
    contest = Contest(plan, -(-games // seats))
    play(contest, runner)
    report = report_on(contest)[0].as_json()
    return report | {"game": name, "table": seats, "pair": list(players), "wanted": games, "seed": seed}


def main() -> None:
    """Play, print a line for each match, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="for each match")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="for each match at most; for the strongest three times as long"
    )
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=list(registry.names()))
    parser.add_argument("--players", nargs="+", default=LEVEL_NAMES, help="weakest first; the levels by default")
    parser.add_argument("--honest", action="store_true", help="leave out the players that see all cards")
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=20_000)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rows = json.loads(arguments.out.read_text(encoding="utf-8"))["rows"] if arguments.out.exists() else []
    steps = json.loads(LADDER.read_text(encoding="utf-8"))["rows"] if LADDER.exists() else []
    done = {(row["game"], row["table"], *row["pair"]) for row in (*rows, *steps) if row["wanted"] >= arguments.games}
    for name in arguments.only:
        for seats, one, other in matches(name, arguments.players, honest=arguments.honest):
            key = (name, seats, one, other)
            if key in done:
                continue
            if seats not in arguments.seats:
                continue
            # What matters most is whether each level beats the one below; the highest one is slow.
            share = (0.6 if other in ("random", "greedy") else 1.0) * (3.0 if one == arguments.players[-1] else 1.0)
            runner = Until(time.monotonic() + 60 * share * arguments.minutes, arguments.processes)
            row = measured(name, seats, (one, other), arguments.games, runner, arguments.seed)
            rows = [kept for kept in rows if (kept["game"], kept["table"], *kept["pair"]) != key] + [row]
            share, interval = row["players"][0]["share"], row["players"][0]["interval"]
            print(f"{name}, {seats} seats: {one} - {other} {share:.1%} {interval} of {row['games']} games", flush=True)
            text = json.dumps({"machine": machine(), "rows": rows}, indent=1)
            arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
