"""Games of a search against itself, in parts that each repeat from a seed."""

import random
from typing import cast

import numpy as np

from undercut.bots.thinking.tree import fill_settings, new_workspace, seed_chance, weights_for
from undercut.engine.contract import Fields
from undercut.engine.host import Host
from undercut.games.base.parts.levels import SelfPlayPlan
from undercut.search import workspace
from undercut.train import self_play
from undercut.train.positions import FACTS, Positions, columns_of, concatenate
from undercut.train.training_games import random_rules_of, set_up, train_engine

LOG_ROOM = 1 << 16
_JOINED = 256
"""Games whose positions are joined at once; the many columns of a single game take more memory than its cards."""


class SelfPlay:
    def __init__(self, name: str, play: SelfPlayPlan, host: Host | None = None) -> None:
        self.name, self.play = name, play
        self.engine = engine = train_engine(name, host)
        self.states = cast("list[Fields]", engine.states(self_play.KEPT + self_play.MOST_KEPT))
        self.size = 1 << (2 * max(play.fast_iterations, play.full_iterations)).bit_length()
        self.tree = engine.cells(self.size * workspace.WIDTH)
        self.workspace = new_workspace(engine)
        self.weights = weights_for(engine, play.settings)
        self.plan = engine.cells(self_play.PLAN)
        self.plan[self_play.FAST_ITERATIONS], self.plan[self_play.FULL_ITERATIONS] = (
            play.fast_iterations,
            play.full_iterations,
        )
        self.plan[self_play.OPENING_MOVES] = play.opening_moves
        self.plan[self_play.FULL_SHARE] = round(1000 * play.full_share)
        self.plan[self_play.RANDOM_SHARE] = round(1000 * play.random_share)
        self.plan[self_play.ROLLOUT_SHARE] = round(1000 * play.rollout_share)
        self.kept = self_play.Kept(engine.rows(self_play.MOST_KEPT, self_play.ROW), engine.cells(LOG_ROOM))

    def games(self, count: int, seed: int) -> Positions:
        """Play a number of games; return their positions, which repeat from the seed."""
        chance = random.Random(seed)  # noqa: S311  games of a bot against itself
        seed_chance(self.workspace, chance.getrandbits(62))
        joined: list[Positions] = []
        single: list[Positions] = []
        for number in range(count):
            if len(single) == _JOINED:
                joined.append(concatenate(single))
                single.clear()
            chosen = random_rules_of(self.name, self.play.usual, chance)
            fill_settings(self.workspace[workspace.SETTINGS], self.play.settings, chosen.seats, self.size)
            pack = set_up(self.engine, self.states, chosen)
            kept = self.engine.hosted(self_play.self_play)(
                self.states, self.tree, self.workspace, self.weights, self.plan, pack, self.kept
            )
            if kept > 0:
                single.append(self._positions(number, chosen.seats, kept))
        return concatenate([*joined, concatenate(single)] if single else joined)

    def _positions(self, number: int, seats: int, kept: int) -> Positions:
        """Gather the positions of the game just played."""
        rows = np.array(self.kept.rows[:kept], dtype=np.int64)
        last = int(rows[-1, self_play.LOG_START] + 2 * rows[-1, self_play.LOG_SIZE])
        log = np.array(self.kept.log[:last], dtype=np.int64)
        facts = {
            "game": np.full(kept, number),
            "seats": np.full(kept, seats),
            "winners": np.full(kept, self.engine.hosted(self_play.result)(self.states)),
            "seat": rows[:, self_play.SEARCHED_BY],
            "thorough": rows[:, self_play.IS_THOROUGH],
            "calm": rows[:, self_play.AFTER_OPENING],
            "root_visits": rows[:, self_play.ROOT_VISITS],
            "root_total": rows[:, self_play.ROOT_TOTAL],
        }
        facts = {name: np.asarray(facts[name], dtype=np.int64) for name in FACTS}
        states = columns_of(self.engine.table.lengths, self.states, self_play.KEPT, kept)
        return Positions(self.name, states, facts, log[0::2], log[1::2], rows[:, self_play.LOG_SIZE].copy())
