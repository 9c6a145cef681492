"""Fit the evaluation of Cuttle or Cut the Rope: ``python bench/fit.py cuttle --games 60000``.

Plays games, extracts the features of their positions, and fits the log odds of winning to the results. Cuttle is played
by the search against itself, with some rollout and random moves between so that poor positions occur too; more than
half of the games use the default rule set, the rest all others. A small network is fitted, and its weights are written
into their module. Cut the Rope is played by rollout moves and some random ones; a logistic regression is fitted, and
its coefficients are printed in hundredths. Prints the mean squared error on the tenth of the games left out of the fit,
and that of always predicting a half.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import network
import numpy as np

from undercut.bots.players import SearchPlayer, levels_of
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import Budget
from undercut.games.cut_the_rope.search.measures import held_numbers, least_distance, personal_card, supply_tops
from undercut.games.cut_the_rope.search.rollout import MOST_DISTANCES
from undercut.games.cut_the_rope.table import PERSONAL, SCISSORS, SEAT_PILES, pile_size
from undercut.games.cuttle.search.evaluation import FEATURES, features
from undercut.play.game import game
from undercut.play.state import State
from undercut.search.layers import search_engine

Parts = dict[Any, float]
Choose = Callable[[State, random.Random], str]


def cuttle_parts(s: Any) -> tuple[int, Parts]:  # noqa: ANN401  a table of the plain host
    """Extract the features of a position of Cuttle for the player on turn."""
    found = [0] * 256
    return s.turn, dict(Counter(found[: features(s, found)]))


def rope_parts(s: Any) -> tuple[int, Parts]:  # noqa: ANN401  as above
    """Extract the features of a two-player position of Cut the Rope for the seat to move."""
    me = s.to_move
    scale = sqrt(sum(pile_size(s, SEAT_PILES * seat + PERSONAL) for seat in range(2)))
    parts = {"turn": 1 / scale}
    for seat, sign, when in ((me, 1, "now"), (1 - me, -1, "later")):
        have = held_numbers(s.hands[seat]) | supply_tops(s, seat)
        lacking = least_distance(s, personal_card(s, seat), have, MOST_DISTANCES)
        for name, number in (
            ("personal card", -pile_size(s, SEAT_PILES * seat + PERSONAL)),
            ("scissors in hand", s.hands[seat] >> 3 * SCISSORS & 7),
            ("scissors on top", supply_tops(s, seat) >> SCISSORS & 1),
            *((f"lacks {lacking} {when}", -1) for _ in range(lacking > 0)),
        ):
            parts[name] = parts.get(name, 0) + sign * number / scale
    return me, parts


def rollout(state: State, chance: random.Random) -> str:
    """Choose a rollout move."""
    code = search_engine(state.game.name, Host.PLAIN).functions.rollout_move(state.table_copy(), chance.getrandbits(32))
    return state.game.spec.notation.write(code)


def searched(state: State, chance: random.Random) -> str:
    """Choose a move by a short search; in 7 % of cases a rollout move, in 5 % any."""
    throw = chance.random()
    if throw < 0.12:
        return rollout(state, chance) if throw < 0.07 else str(chance.choice(state.legal_moves()))
    player = SearchPlayer(chance, Budget(iterations=250), levels_of(state.game.name).settings)
    return str(player.choose(state.view(state.to_move or 0), state.legal_moves()))


def quick(state: State, chance: random.Random) -> str:
    """Choose a rollout move, in 2 % of cases any."""
    moves = state.legal_moves()
    return str(chance.choice(moves)) if chance.random() < 0.02 else rollout(state, chance)


HOW: dict[str, tuple[Choose, Callable[[Any], tuple[int, Parts]]]] = {
    "cuttle": (searched, cuttle_parts),
    "cut_the_rope": (quick, rope_parts),
}


def positions(name: str, games: int, seed: int, share: float) -> tuple[list[Parts], list[float]]:
    """Play games, and return some of their positions with the result of the side to move.

    Args:
        seed: The seed of deals and moves.
        share: The share of positions to keep.
    """
    choose, taken_apart = HOW[name]
    chance, rows, results = random.Random(seed), [], []
    others = list(registry.spec(name).rule_sets) if name == "cuttle" else []
    for number in range(games):
        rules = chance.choice(others) if others and chance.random() < 0.4 else None
        state = game(name, rules=rules).deal(seed=seed + number)
        seen: list[tuple[int, Parts]] = []
        while not state.result:
            if chance.random() < share:
                seen.append(taken_apart(state.table_copy()))
            state.play(choose(state, chance))
        winners = state.result.winners or (0, 1)
        for seat, found in seen:
            rows.append(found)
            results.append((seat in winners) / len(winners))
    return rows, results


def fitted(table: np.ndarray, results: np.ndarray, penalty: float = 1e-4, steps: int = 25) -> np.ndarray:
    """Fit a logistic regression by Newton's method.

    Args:
        table: A row for each position.
        results: The result of each position, 0 to 1.
        penalty: The weight decay, which keeps the weights of rare features small.
    """
    worth = np.zeros(table.shape[1])
    for _ in range(steps):
        odds = 1 / (1 + np.exp(-table @ worth))
        slope = table.T @ (odds - results) / len(results) + penalty * worth
        bend = (table * (odds * (1 - odds))[:, None]).T @ table / len(results) + penalty * np.eye(len(worth))
        worth -= np.linalg.solve(bend, slope)
    return worth


def fit_formula(rows: Sequence[Parts], got: np.ndarray, kept: int) -> np.ndarray:
    """Fit a formula to the first positions, print the weight of each part, and return the odds of the others."""
    names = sorted({name for row in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    worth = fitted(table[:kept], got[:kept])
    for name, value in zip(names, worth, strict=True):
        print(f"{name:18}{100 * value:8.0f}")
    return 1 / (1 + np.exp(-table[kept:] @ worth))


def fit_network(rows: Sequence[Parts], got: np.ndarray, kept: int) -> np.ndarray:
    """Fit the network to the first positions, write its weights, and return the odds of the others."""
    table = np.zeros((len(rows), FEATURES), dtype=np.uint8)
    for place, row in enumerate(rows):
        for part, number in row.items():
            table[place, part] = number
    weights = network.fitted(table[:kept], got[:kept], seed=0)
    network.write(network.rounded(weights, table[::10]), f"fitted to {len(rows):,} positions by bench/fit.py")
    return network.odds_of(weights, table[kept:].astype(np.float32))


def main() -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=tuple(HOW))
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    is_cuttle = arguments.game == "cuttle"
    rows, results = positions(arguments.game, arguments.games, arguments.seed, 1.0 if is_cuttle else 0.5)
    got, kept = np.array(results), len(rows) * 9 // 10
    odds = fit_network(rows, got, kept) if is_cuttle else fit_formula(rows, got, kept)
    print(f"{len(rows):,} positions of {arguments.games:,} games of {arguments.game}")
    print(f"squared error {np.mean((odds - got[kept:]) ** 2):.4f}, of a half {np.mean((0.5 - got[kept:]) ** 2):.4f}")


if __name__ == "__main__":
    main()
