"""Fit what things are worth on a table of Cuttle or Cut the Rope: ``python bench/fit.py cuttle --games 15000``.

Plays games, takes the positions in them apart into a few numbers, and fits the logarithm of the odds to win to who won
(logistic regression). Cuttle is played by the search against itself, with some sensible moves between so that it sees
poor positions too; Cut the Rope by sensible and some random moves. Prints each number's worth in hundredths, the mean
squared error on the tenth of the games that was not fitted, and that of always saying a half.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from undercut.bots.levels import SETTINGS
from undercut.bots.search import Search
from undercut.bots.searching import Budget
from undercut.games.bits import count
from undercut.games.cut_the_rope.table import PERSONAL, SCISSORS, SEAT_PILES, pile_size
from undercut.games.cuttle.glance import FAR, holds_win
from undercut.games.cuttle.table import COUNTERING, EIGHTS, KINGS, QUEENS, goal, total
from undercut.games.host import Host, load
from undercut.play.game import game
from undercut.play.state import State

RANKS = [*(str(number) for number in range(1, 11)), "jack", "queen", "king"]
Parts = dict[str, float]
Choose = Callable[[State, random.Random], str]


def cuttle_parts(s: Any) -> tuple[int, Parts]:  # noqa: ANN401  a table of the plain host
    """Take a position of Cuttle apart, as seen by the side whose turn it is."""
    me, parts = s.turn, {"turn": 1.0}
    for side, sign in ((me, 1), (1 - me, -1)):
        for place, rank in enumerate(RANKS):
            parts[f"hand {rank}"] = parts.get(f"hand {rank}", 0) + sign * count(s.hands[side] >> 4 * place & 15)
        missing = min(max(goal(s, side) - total(s, side), 0), FAR)
        parts[f"missing {missing}"] = parts.get(f"missing {missing}", 0) + sign
        for name, number in (
            ("point card", count(s.points[side])),
            ("king", count(s.permanents[side] & KINGS)),
            ("queen", count(s.permanents[side] & QUEENS)),
            ("glasses", s.permanents[side] & EIGHTS != 0),
        ):
            parts[name] = parts.get(name, 0) + sign * number
    parts["win in hand"], parts["threat"] = float(holds_win(s, me)), -float(holds_win(s, 1 - me))
    parts["waiting"] = (s.phase == COUNTERING) * (1.0 if s.to_move != me else -1.0)
    return me, parts


def rope_parts(s: Any) -> tuple[int, Parts]:  # noqa: ANN401  as above
    """Take a position of Cut the Rope for two apart, as seen by the seat to move."""
    me = s.to_move
    left = [pile_size(s, SEAT_PILES * seat + PERSONAL) for seat in range(2)]
    cuts = [s.hands[seat] >> 3 * SCISSORS & 7 for seat in range(2)]
    scale = sqrt(sum(left))
    parts = {
        "personal card": (left[1 - me] - left[me]) / scale,
        "scissors": (cuts[me] - cuts[1 - me]) / scale,
        "turn": 1 / scale,
    }
    return me, parts


def sensible(state: State, chance: random.Random) -> str:
    """Choose a move that looks sensible at a glance."""
    code = load(state.game.name, Host.PLAIN).functions.sensible_move(state.table_copy(), chance.getrandbits(32))
    return state.game.modules.write_move(code)


def searched(state: State, chance: random.Random) -> str:
    """Choose a move by a short search, one time in ten at a glance."""
    if chance.random() < 0.1:
        return sensible(state, chance)
    player = Search(chance, Budget(iterations=200), SETTINGS[state.game.name])
    return str(player.choose(state.view(state.to_move or 0), state.legal_moves()))


def hasty(state: State, chance: random.Random) -> str:
    """Choose a move at a glance, one time in fifty any."""
    moves = state.legal_moves()
    return str(chance.choice(moves)) if chance.random() < 0.02 else sensible(state, chance)


HOW: dict[str, tuple[Choose, Callable[[Any], tuple[int, Parts]]]] = {
    "cuttle": (searched, cuttle_parts),
    "cut_the_rope": (hasty, rope_parts),
}


def positions(name: str, games: int, seed: int) -> tuple[list[Parts], list[float]]:
    """Play games, and give some of their positions with what the side to look from got in the end.

    Args:
        name: The game's name.
        games: How many.
        seed: For deals and moves.
    """
    choose, taken_apart = HOW[name]
    chance, rows, results = random.Random(seed), [], []
    for number in range(games):
        state = game(name).deal(seed=seed + number)
        seen: list[tuple[int, Parts]] = []
        while not state.result:
            if chance.random() < 0.5:
                seen.append(taken_apart(state.table_copy()))
            state.play(choose(state, chance))
        winners = state.result.winners or (0, 1)
        for seat, parts in seen:
            rows.append(parts)
            results.append((seat in winners) / len(winners))
    return rows, results


def fitted(table: np.ndarray, results: np.ndarray, penalty: float = 1e-4, steps: int = 25) -> np.ndarray:
    """Fit a logistic regression by Newton's steps.

    Args:
        table: A row for each position.
        results: What was got there, 0 to 1.
        penalty: Keeps the worth of rare things small.
        steps: How many steps.
    """
    worth = np.zeros(table.shape[1])
    for _ in range(steps):
        odds = 1 / (1 + np.exp(-table @ worth))
        slope = table.T @ (odds - results) / len(results) + penalty * worth
        bend = (table * (odds * (1 - odds))[:, None]).T @ table / len(results) + penalty * np.eye(len(worth))
        worth -= np.linalg.solve(bend, slope)
    return worth


def main() -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=tuple(HOW))
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rows, results = positions(arguments.game, arguments.games, arguments.seed)
    names = sorted({name for row in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    got, kept = np.array(results), len(rows) * 9 // 10
    worth = fitted(table[:kept], got[:kept])
    odds = 1 / (1 + np.exp(-table[kept:] @ worth))
    print(f"{len(rows):,} positions of {arguments.games:,} games of {arguments.game}")
    print(f"squared error {np.mean((odds - got[kept:]) ** 2):.4f}, of a half {np.mean((0.5 - got[kept:]) ** 2):.4f}")
    for name, value in zip(names, worth, strict=True):
        print(f"{name:16}{100 * value:8.0f}")


if __name__ == "__main__":
    main()
