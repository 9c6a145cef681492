"""The script; `python -m examples.self_play --help` lists its options."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import undercut
from examples.self_play.learning import train
from examples.self_play.network import Inputs, forward, parts_of
from examples.self_play.playing import Settings

if TYPE_CHECKING:
    from examples.self_play.network import Weights


class Learned:
    """A player that chooses the likeliest move of a trained policy.

    Args:
        game: The game.
        weights: The policy's network, which is copied.
    """

    name = "self-play"

    def __init__(self, game: undercut.Game, weights: Weights) -> None:
        """Copy the weights."""
        self._weights = {name: array.copy() for name, array in weights.items()}
        self._inputs, self._parts = Inputs(game), parts_of(game.actions)

    def choose(self, view: Mapping[str, object], moves: Sequence[undercut.Move]) -> undercut.Move:
        """Choose a move for the seat whose view this is."""
        state = undercut.from_view(view)
        observation = state.observation(state.to_move or 0)
        scores = forward(self._weights, self._inputs.of(observation[None])).scores[0]
        return max(moves, key=lambda move: scores[self._parts[move.action]].sum())


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the learning curve: the policy's share of the wins against `greedy`.

    Args:
        rounds: Rounds of training.
        seconds: Processor time of these rounds.
        share: The share, with its 95 % confidence interval.
    """

    rounds: int
    seconds: float
    share: float
    interval: tuple[float, float]

    def __str__(self) -> str:
        """Say the result in a line."""
        low, high = self.interval
        return f"{self.rounds} rounds, {self.seconds:.0f} s: {self.share:.1%} of the wins ({low:.1%} to {high:.1%})"


def draw(points: Sequence[Point], title: str, path: Path) -> None:
    """Save the learning curve as a picture."""
    from matplotlib.figure import Figure  # noqa: PLC0415  the training itself needs no pictures

    figure = Figure(figsize=(6, 3.6), layout="constrained")
    axes = figure.add_subplot()
    seconds = [point.seconds for point in points]
    axes.fill_between(
        seconds, [100 * point.interval[0] for point in points], [100 * point.interval[1] for point in points], alpha=0.2
    )
    axes.plot(seconds, [100 * point.share for point in points], marker="o")
    axes.axhline(50, color="grey", linestyle="dashed", linewidth=1)
    axes.set(
        title=title, xlabel="processor seconds of training", ylabel="wins against greedy, %", xlim=0, ylim=(0, 100)
    )
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Train a policy by self-play, and measure it against greedy.")
    parser.add_argument("game", nargs="?", default="cuttle", help="cuttle (the default), cups or cut_the_rope")
    parser.add_argument("--rounds", type=int, default=60, help="how often the policy plays and learns")
    parser.add_argument("--decay", type=int, default=120, help="rounds in which the learning rate falls to 0")
    parser.add_argument("--seed", type=int, default=1, help="seed of the training and of the match")
    parser.add_argument("--deals", type=int, default=500, help="deals of the match, each played from every seat")
    parser.add_argument("--points", type=int, default=6, help="points of the learning curve")
    parser.add_argument("--picture", type=Path, help="file for the learning curve, such as curve.svg")
    parser.add_argument("--weights", type=Path, help="file for the trained weights, such as weights.npz")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None, settings: Settings | None = None) -> Point:
    """Train, measure and report; return the result of the match.

    Args:
        arguments: The command line; None: the program's.
        settings: See `Settings`; None: its defaults.
    """
    given = parsed(arguments)
    settings = settings or Settings(decay=given.decay)
    game, points = undercut.game(given.game), list[Point]()
    spent, start, weights = 0.0, time.process_time(), {}
    for number, weights in enumerate(train(given.game, given.rounds, given.seed, settings), start=1):
        spent += time.process_time() - start
        if number * given.points // given.rounds > (number - 1) * given.points // given.rounds:
            last = number == given.rounds
            deals = given.deals if last else max(1, given.deals // 5)
            players = [Learned(game, weights), "greedy"]
            found = undercut.match(game, players, deals=deals, seed=given.seed, records=False)
            points.append(Point(number, spent, found.share, found.interval))
            print(points[-1], flush=True)
        start = time.process_time()
    if given.picture:
        draw(points, f"{game.spec.title}: a policy trained by self-play", given.picture)
    if given.weights:
        np.savez(given.weights, **weights)
    return points[-1]


if __name__ == "__main__":
    main()
