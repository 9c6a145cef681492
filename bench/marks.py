"""Measure whether the marks of an analysis depend on its seed: ``python bench/marks.py --games 60``.

Lets the level `medium` play against itself and judges a few moves of each game, chosen at random among those with a
choice. Every move with an undoubted mark is judged again with nine other seeds. Writes
``bench/results/marks.json``, from where ``docs/hints.md`` takes its table.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from speed import machine

from undercut.bots.advice.analysis import ANALYSIS_BUDGET
from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.judging import Decision, judge_move
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort
from undercut.games.base import registry
from undercut.play.game import game
from undercut.play.state import State

RESULTS = Path(__file__).parent / "results" / "marks.json"
DEALS = 6_000_000
SEEDS = range(10)
EACH = 6
"""Moves of a game that are judged."""


def decision_of(state: State) -> Decision:
    """Take back the last move, and return it with what its seat saw."""
    number, text = len(state.moves), state.undo()
    seat, legal = state.to_move or 0, state.legal_moves()
    return Decision(number, seat, state.view(seat), legal, next(move for move in legal if str(move) == text))


def decisions(name: str, number: int) -> Iterator[Decision]:
    """Play a game, and return some of its moves, the latest first."""
    state = game(name, seats=2).deal(seed=DEALS + number)
    players = [make("medium", name, 2 * number + seat) for seat in range(2)]
    choices: list[int] = []
    while state.to_move is not None:
        legal = state.legal_moves()
        if len(legal) > 1:
            choices.append(len(state.moves) + 1)
        state.play(players[state.to_move].choose(state.view(state.to_move), legal))
    wanted = random.Random(f"moves/{number}").sample(choices, min(EACH, len(choices)))
    for last in sorted(wanted, reverse=True):
        while len(state.moves) > last:
            state.undo()
        yield decision_of(state)


def counted(decision: Decision) -> Counter[str]:
    """Judge a move, with all seeds if its mark is undoubted, and count what came out."""
    first = judge_move(decision, Effort(ANALYSIS_BUDGET), seed=SEEDS[0])[0]
    found = Counter(moves=1)
    found["doubtful"] += first.doubtful
    if first.mark is Mark.NONE:
        return found
    found["marks"] += 1
    found["doubtful_marks"] += first.doubtful
    if not first.doubtful:
        marks = [judge_move(decision, Effort(ANALYSIS_BUDGET), seed=seed)[0].mark for seed in SEEDS[1:]]
        found["changed"] += any(mark is not first.mark for mark in marks)
        found["other_marks"] += sum(mark is not first.mark for mark in marks)
    return found


def main() -> None:
    """Play, judge, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=[*registry.own_names()])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rows = json.loads(arguments.out.read_text(encoding="utf-8"))["rows"] if arguments.out.exists() else []
    for name in arguments.only:
        found: Counter[str] = Counter()
        for number in range(arguments.games):
            found += sum((counted(decision) for decision in decisions(name, number)), Counter())
        row = {"game": name, "games": arguments.games, **found}
        print(row, flush=True)
        rows = [one for one in rows if one["game"] != name] + [row]
        arguments.out.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
