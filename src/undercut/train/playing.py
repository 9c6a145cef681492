"""Games of a search against itself, in parts that each repeat from a seed, and the positions that are kept of them."""

# States are plain objects on one host and records on the others, so type checking is relaxed.
# pyright: basic

import random
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from undercut.bots.thinking.tree import fill_settings, new_workspace, seed_chance, weights_for
from undercut.engine.contract import Cells, Contract, Fields
from undercut.engine.engine import Engine
from undercut.engine.host import Host, Layer, default_host
from undercut.errors import UndercutError
from undercut.files import BAD_ARCHIVE, damaged, file_errors, replacing
from undercut.games.base import registry
from undercut.games.base.parts.bots import SelfPlayPlan
from undercut.games.base.registry import made_once, rules
from undercut.play.game import Game, published
from undercut.search import workspace
from undercut.search.layers import search_layer
from undercut.train import gradients, self_play

LOG_CELLS = 1 << 16
_JOINED = 256
"""Games whose positions are joined at once; those of a single game take more memory than its cards."""

FACTS = ("game", "seats", "winners", "seat", "thorough", "calm", "root_visits", "root_total")
"""How a position came about and how its game ended: the number of the game, its seats and its winners (a mask); the
seat that searched, and whether it did so thoroughly; whether all moves since were the search's; the visits and the sum
of results of the root."""


@dataclass(frozen=True, slots=True)
class Positions:
    states: np.ndarray  # records, as `Engine.dtype` has them
    facts: np.ndarray  # records of `FACTS`
    moves: NDArray[np.int64]  # the legal moves, position by position
    visits: NDArray[np.int64]  # of each of these moves
    counts: NDArray[np.int64]  # how many moves belong to each position

    def __len__(self) -> int:
        return len(self.counts)


def concatenate(parts: list[Positions]) -> Positions:
    """Join the positions of several games or files, whose games are numbered one after another."""
    if not parts:
        raise UndercutError("games: none kept a position of a thorough search; play more of them")
    joined = Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Positions.__slots__))
    games = np.cumsum([0, *(part.facts["game"].max() + 1 for part in parts[:-1])])
    joined.facts["game"] += np.repeat(games, [len(part) for part in parts])
    return joined


def write_positions(path: Path, positions: Positions) -> None:
    with replacing(path) as draft, draft.open("wb") as file:
        np.savez_compressed(file, **{name: getattr(positions, name) for name in Positions.__slots__})


def read_positions(path: Path) -> Positions:
    with file_errors(path):
        try:
            with path.open("rb") as file, np.load(file) as arrays:
                return Positions(*(arrays[name] for name in Positions.__slots__))
        except BAD_ARCHIVE as error:
            raise damaged(path, error) from None


CROWDED = 0.5  # how often more seats than the least number are taken


@made_once
def _engine(game: str, host: Host) -> Engine:
    loops = Layer("train", Contract((), ()), (), (self_play, gradients))
    return Engine(game, host, rules(game), search_layer(game), loops)


def train_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of training; each call returns the same engine."""
    return _engine(game, host or default_host())


def random_rules_of(name: str, usual: float, chance: random.Random) -> Game:
    """Draw a rule set, often the usual one, and a number of seats."""
    sets = [*registry.spec(name).rule_sets]
    rules = sets[0] if len(sets) == 1 or chance.random() < usual else chance.choice(sets[1:])
    least, *more = published(name, rules)
    return chance.choice(more if more and chance.random() < CROWDED else [least])


def set_up(engine: Engine, states: list[Fields] | NDArray[np.void], chosen: Game) -> Cells:
    engine.load(chosen.fresh_table(), states, self_play.FRESH)
    pack = engine.cells(len(chosen.pack))
    pack[:] = chosen.pack
    return pack


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
        full, *others = (round(1000 * share) for share in (play.full_share, play.random_share, play.rollout_share))
        self.plan[:] = [play.fast_iterations, play.full_iterations, full, play.opening_moves, *others]
        self.left_out = 0  # games that were too long to keep
        self.kept = self_play.Kept(engine.rows(self_play.MOST_KEPT, self_play.ROW), engine.cells(LOG_CELLS))

    def games(self, count: int, seed: int) -> Positions:
        self.left_out = 0
        chance = random.Random(seed)  # noqa: S311  games of a bot against itself
        seed_chance(self.workspace, chance.getrandbits(62))
        joined: list[Positions] = []
        single: list[Positions] = []
        for _ in range(count):
            if len(single) == _JOINED:
                joined.append(concatenate(single))
                single.clear()
            chosen = random_rules_of(self.name, self.play.usual, chance)
            fill_settings(self.workspace[workspace.SETTINGS], self.play.settings, chosen.seats, self.size)
            pack = set_up(self.engine, self.states, chosen)
            kept = self.engine.hosted(self_play.self_play)(
                self.states, self.tree, self.workspace, self.weights, self.plan, pack, self.kept
            )
            self.left_out += kept < 0
            if kept > 0:
                single.append(self._positions(chosen.seats, kept))
        return concatenate([*joined, concatenate(single)] if single else joined)

    def _positions(self, seats: int, kept: int) -> Positions:
        rows = np.array(self.kept.rows[:kept], dtype=np.int64)
        last = int(rows[-1, self_play.LOG_START] + 2 * rows[-1, self_play.LOG_SIZE])
        log = np.array(self.kept.log[:last], dtype=np.int64)
        facts = np.zeros(kept, [(name, np.int64) for name in FACTS])
        facts["seats"] = seats
        facts["winners"] = self.engine.hosted(self_play.result)(self.states)
        for name, column in _COLUMNS.items():
            facts[name] = rows[:, column]
        states = self.states[self_play.KEPT : self_play.KEPT + kept]
        if self.engine.host is Host.PLAIN:
            states = list(map(attrgetter(*self.engine.table.lengths), states))
        return Positions(
            np.array(states, self.engine.dtype), facts, log[0::2], log[1::2], rows[:, self_play.LOG_SIZE].copy()
        )


_COLUMNS = {
    "seat": self_play.SEARCHED_BY,
    "thorough": self_play.IS_THOROUGH,
    "calm": self_play.AFTER_OPENING,
    "root_visits": self_play.ROOT_VISITS,
    "root_total": self_play.ROOT_TOTAL,
}
"""The facts that a row of a searched position has."""
