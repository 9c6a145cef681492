"""Games of a search against itself, in parts that each repeat from a seed, and the recipe of a game's training."""

import random
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from undercut.bots.levels import levels_of
from undercut.bots.thinking.tree import fill_settings, seed_chance, weights_for
from undercut.engine.contract import Cells, Contract, Fields
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.errors import BadRules, UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.levels import (
    GUIDED,
    GradientPlan,
    Recipe,
    SelfPlayPlan,
    Settings,
    plan_with_network,
    plan_without_network,
)
from undercut.games.base.registry import rules
from undercut.play.game import Game, game
from undercut.search import workspace
from undercut.search.layers import search_layer
from undercut.train import loops


@cache
def _engine(game: str, host: Host) -> Engine:
    made = Engine(game, rules(game), host)
    made.extend(search_layer(game))
    made.extend(Layer("train", Contract((), ()), (), (loops,)))
    return made


def train_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of training; each call returns the same engine."""
    made = _engine(game, host or default_host())
    made.prepare("train")
    return made


LOG_ROOM = 1 << 16
_JOINED = 256
"""Games whose positions are concatenate at once; the many columns of a single game take more memory than its cards."""
CROWDED = 0.5  # how often more seats than the least number are taken


@dataclass(slots=True)
class Positions:
    """Searched positions, a row for each."""

    game: str
    states: dict[str, NDArray[np.int64]]
    facts: dict[str, NDArray[np.int64]]
    moves: NDArray[np.int64]
    visits: NDArray[np.int64]
    counts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.counts)


FACTS: tuple[str, ...] = ("game", "seats", "winners", "seat", "thorough", "calm", "root_visits", "root_total")
"""The columns that say how a position came about and how its game ended."""


def random_rules_of(name: str, usual: float, chance_of: random.Random) -> Game:
    sets = [*registry.spec(name).rule_sets]
    rules = sets[0] if len(sets) == 1 or chance_of.random() < usual else chance_of.choice(sets[1:])
    least, *more = games_of(name, rules)
    return chance_of.choice(more if more and chance_of.random() < CROWDED else [least])


@cache
def games_of(name: str, rules: str) -> tuple[Game, ...]:
    """Return the games of a rule set, for each number of seats that it has enough cards for, the fewest first."""
    found: list[Game] = []
    for seats in registry.spec(name).seats:
        with suppress(BadRules):
            found.append(game(name, rules=rules, seats=seats))
    return tuple(found)


class SelfPlay:
    def __init__(self, name: str, play: SelfPlayPlan, host: Host | None = None) -> None:
        self.name, self.play = name, play
        self.engine = engine = train_engine(name, host)
        self.states = engine.states(loops.KEPT + loops.MOST_KEPT)
        size = 1 << (2 * max(play.fast_iterations, play.full_iterations)).bit_length()
        self.tree = engine.cells(size * workspace.WIDTH)
        self.size = size
        self.workspace = engine.rows(workspace.ROWS, max(workspace.LEAST_ROW, engine.max_moves + 1))
        self.weights = weights_for(engine, play.settings)
        self.plan = engine.cells(loops.PLANS)
        shares = (play.full_share, play.random_share, play.rollout_share)
        full, random_moves, rollout_moves = (1000 * share for share in shares)
        values = (play.fast_iterations, play.full_iterations, full, play.opening_moves, random_moves, rollout_moves)
        for place, value in enumerate(values):
            self.plan[place] = round(value)
        self.rows = engine.rows(loops.MOST_KEPT, loops.ROW)
        self.log = engine.cells(LOG_ROOM)

    def games(self, number: int, seed: int) -> Positions:
        chance_of = random.Random(seed)  # noqa: S311  games of a bot against itself
        seed_chance(self.workspace, chance_of.getrandbits(62))
        found: list[Positions] = []
        whole: list[Positions] = []
        for each in range(number):
            if len(found) == _JOINED:
                whole.append(concatenate(found))
                found.clear()
            chosen = random_rules_of(self.name, self.play.usual, chance_of)
            fill_settings(self.workspace[workspace.SETTINGS], self.play.settings, chosen.seats, self.size)
            pack = set_up(self.engine, self.states, chosen)
            kept = self.engine.functions.self_play(
                self.states, self.tree, self.workspace, self.weights, self.plan, pack, self.rows, self.log
            )
            if kept > 0:
                found.append(self._positions(each, chosen.seats, kept))
        return concatenate([*whole, concatenate(found)] if found else whole)

    def _positions(self, number: int, seats: int, kept: int) -> Positions:
        rows = np.array(self.rows[:kept], dtype=np.int64)
        last = int(rows[-1, loops.LOG_START] + 2 * rows[-1, loops.LOG_SIZE])
        log = np.array(self.log[:last], dtype=np.int64)
        winners = self.engine.functions.result(self.states)
        values = (
            np.full(kept, number),
            np.full(kept, seats),
            np.full(kept, winners),
            *(rows[:, place] for place in (loops.SEARCHED_BY, loops.IS_THOROUGH, loops.AFTER_OPENING)),
            *(rows[:, place] for place in (loops.ROOT_VISITS, loops.ROOT_TOTAL)),
        )
        states = columns_of(self.engine.table.lengths, self.states, loops.KEPT, kept)
        facts = dict(zip(FACTS, (np.asarray(value, dtype=np.int64) for value in values), strict=True))
        return Positions(self.name, states, facts, log[0::2], log[1::2], rows[:, loops.LOG_SIZE].copy())


def set_up(engine: Engine, states: list[Fields] | NDArray[np.void], chosen: Game) -> Cells:
    """Load the game that the next deals are of; return its pack."""
    engine.load(chosen.fresh_table(), states, loops.FRESH)
    pack = engine.cells(len(chosen.pack))
    for place, card in enumerate(chosen.pack):
        pack[place] = card
    return pack


def columns_of(lengths: dict[str, int], states: object, first: int, number: int) -> dict[str, NDArray[np.int64]]:
    found: dict[str, NDArray[np.int64]] = {}
    for name, length in lengths.items():
        if isinstance(states, np.ndarray):
            values = np.array(states[first : first + number][name], dtype=np.int64)
        else:
            values = np.array([getattr(s, name) for s in states[first : first + number]], dtype=np.int64)  # type: ignore[index]
        if length:
            found |= {f"{name} {place}": values[:, place].copy() for place in range(length)}
        else:
            found[name] = values
    return found


def concatenate(parts: list[Positions]) -> Positions:
    """Join the positions of several games or files; games keep numbers of their own."""
    first = parts[0]
    games = np.cumsum([0, *(int(part.facts["game"].max()) + 1 for part in parts[:-1])])
    facts = {name: np.concatenate([part.facts[name] for part in parts]) for name in FACTS}
    facts["game"] = np.concatenate([part.facts["game"] + start for part, start in zip(parts, games, strict=True)])
    return replace(
        first,
        states={name: np.concatenate([part.states[name] for part in parts]) for name in first.states},
        facts=facts,
        moves=np.concatenate([part.moves for part in parts]),
        visits=np.concatenate([part.visits for part in parts]),
        counts=np.concatenate([part.counts for part in parts]),
    )


def recipe_of(game: str) -> Recipe:
    """Return the training of a game: its own, or what its search suggests."""
    levels = levels_of(game)
    if levels.training:
        return levels.training
    settings = levels.settings
    usual, later = plan_without_network(settings), plan_with_network()
    if settings.races:
        return Recipe(usual, later, iterations=1_000, reference="master", tuning=GradientPlan())
    return Recipe(usual, later, reference="master")


def by_network(game: str) -> Settings:
    """Return the search by a game's network: a race whose rollouts the policy plays, or a tree."""
    usual = levels_of(game).settings
    return replace(usual, guidance=1.0) if usual.races else GUIDED


@dataclass(frozen=True, slots=True)
class Inputs:
    state_features: int
    move_features: int
    seats: int


def inputs_of(game: str) -> Inputs:
    spec = registry.spec(game)
    if numbers := spec.search().features:
        return Inputs(*numbers, max(spec.seats))
    raise UndercutError(f"{game} cannot be trained: its search has no features for a network")
