"""Training of a linear policy by its own games, in place of searches and fitting (`loops.add_gradients`)."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from undercut.arena.contest import Contest, play
from undercut.arena.match import Plan, line_up_of, make
from undercut.arena.scores import estimate
from undercut.bots.levels import levels_of
from undercut.bots.players import Player, SearchPlayer
from undercut.bots.thinking.tree import fill_settings, seed_chance
from undercut.decoding import JSON
from undercut.engine.contract import WHOLE_SHARE
from undercut.engine.host import Host
from undercut.games.base.parts.levels import Budget, GradientPlan, Recipe
from undercut.play.game import game as make_game
from undercut.search import network as layout
from undercut.search import workspace
from undercut.train import loops
from undercut.train.rounding import Fitted, rounded
from undercut.train.self_play import Inputs, by_network, inputs_of, random_rules_of, set_up, train_engine
from undercut.workers import InProcess

LEARNED = "network "


def learned(name: str, game: str, seed: int | None) -> Player:
    """Make a player by name: ``"network 4000 FILE"`` searches with a network, others are as in an arena."""
    if not name.startswith(LEARNED):
        return make(name, game, seed)
    _, iterations, path = name.split(" ", 2)
    settings = replace(by_network(game), network=path)
    return SearchPlayer(random.Random(seed), Budget(iterations=int(iterations)), settings, name=name)  # noqa: S311


def measure(game: str, recipe: Recipe, network: Path, before: Path | None, seed: int) -> dict[str, JSON]:
    """Play the matches of a generation."""
    player = f"{LEARNED}{recipe.iterations} {network}"
    opponents = {f"against {recipe.reference}": recipe.reference}
    if before:
        opponents["against the generation before"] = f"{LEARNED}{recipe.iterations} {before}"
    found: dict[str, JSON] = {}
    for title, opponent in opponents.items():
        table = make_game(game)
        line_up = line_up_of([player, opponent], table.seats)
        contest = Contest(Plan(game, table.rules, table.seats, (line_up,), seed), recipe.deals)
        play(contest, InProcess(), maker=learned)
        seen = estimate(contest.values)
        found[title] = [round(100 * share, 1) for share in (seen.mean, seen.low, seen.high)]
    return found


LOG_ROOM = 1 << 20
# How the steps follow the gradient (Adam).
MOMENTUM, MEMORY, TINY = 0.9, 0.99, 1e-7
AVERAGED = 0.98  # the result is a moving average of the weights: each counts 0.98 times as much as the next

Floats = NDArray[np.float64]


def linear(inputs: Inputs, weights: Floats) -> NDArray[np.int32]:
    """Return a network with a linear policy: no units, and a value network that says nothing."""

    def none(*shape: int) -> NDArray[np.float32]:
        return np.zeros(shape, np.float32)

    start = (none(1), none(inputs.state_features, 1), none(1), none(1, 1), none(inputs.seats), none(inputs.seats, 1))
    policy = (none(0), none(inputs.state_features, 0), weights.astype(np.float32), none(inputs.move_features, 0))
    return rounded(Fitted(*start, *policy))


def weights_of(row: Sequence[int]) -> Floats:
    start = row[layout.MOVE_ROWS]
    return np.array(row[start : start + row[layout.MOVE_FEATURES]], dtype=np.float64) / layout.SCALE


class PolicyGradient:
    def __init__(self, name: str, tuning: GradientPlan, seed: int, host: Host | None = None) -> None:
        self.name, self.tuning = name, tuning
        self.inputs = inputs_of(name)
        self.engine = engine = train_engine(name, host)
        self.states = engine.states(loops.KEPT)
        self.workspace = engine.rows(workspace.ROWS, max(workspace.LEAST_ROW, engine.max_moves + 1))
        self.log = engine.cells(LOG_ROOM)
        self.decisions = engine.rows(loops.MOST_DECISIONS, loops.DECISION)
        self.chance = random.Random(seed)  # noqa: S311  games of a bot against itself
        seed_chance(self.workspace, self.chance.getrandbits(62))

    def train(self, weights: Floats | None) -> Floats:
        if weights is None:
            weights = self._follow(np.zeros(self.inputs.move_features), self.tuning.imitation_steps, imitates=1)
        return self._follow(weights, self.tuning.steps, imitates=0)

    def _follow(self, weights: Floats, steps: int, *, imitates: int) -> Floats:
        mean, square, average = np.zeros_like(weights), np.zeros_like(weights), weights.copy()
        for step in range(1, steps + 1):
            found = self.gradient_at(weights, imitates=imitates)
            mean = MOMENTUM * mean + (1 - MOMENTUM) * found
            square = MEMORY * square + (1 - MEMORY) * found * found
            rate = self.tuning.rate * (1 - 0.9 * step / steps)
            size = np.sqrt(square / (1 - MEMORY**step)) + TINY
            weights = weights + rate * mean / (1 - MOMENTUM**step) / size
            average = AVERAGED * average + (1 - AVERAGED) * weights
        return average

    def gradient_at(self, weights: Floats, *, imitates: int) -> Floats:
        """Play the games of a step; return the mean gradient of a decision."""
        row = self.engine.weights(linear(self.inputs, weights))
        sums, total = self.engine.cells(self.inputs.move_features), 0
        plan = self.engine.cells(loops.GRADIENT_PLAN)
        plan[loops.GAMES] = self.tuning.games
        plan[loops.TRACE] = round(1000 * self.tuning.trace)
        plan[loops.IMITATES] = imitates
        for _ in range(self.tuning.tables):
            game = random_rules_of(self.name, self.tuning.usual, self.chance)
            fill_settings(self.workspace[workspace.SETTINGS], levels_of(self.name).settings, game.seats, 2)
            pack = set_up(self.engine, self.states, game)
            total += self.engine.functions.add_gradients(
                self.states, self.workspace, row, plan, pack, self.log, self.decisions, sums
            )
        return np.array(sums, dtype=np.float64) / (WHOLE_SHARE * layout.FIXED_POINT_ONE * max(total, 1))
