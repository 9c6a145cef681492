"""Games to train on: their recipes, what networks see of them, their engines, random rules and numbers of seats."""

import random
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from undercut.bots.levels import levels_of
from undercut.engine.contract import Cells, Contract, Fields
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.errors import BadRules, UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.bots import (
    GUIDED,
    GradientPlan,
    Recipe,
    Settings,
    plan_with_network,
    plan_without_network,
)
from undercut.games.base.registry import rules
from undercut.play.game import Game, game
from undercut.search.layers import search_layer
from undercut.train import gradients, self_play


@dataclass(frozen=True, slots=True)
class Inputs:
    """The sizes of what networks see of a game, and of what they say."""

    state_features: int
    move_features: int
    seats: int


def inputs_of(game: str) -> Inputs:
    """Return the inputs of a game's networks; an error if it cannot have any."""
    spec = registry.spec(game)
    if numbers := spec.search().features:
        return Inputs(*numbers, max(spec.seats))
    raise UndercutError(f"{game} cannot be trained: its search has no features for a network")


def recipe_of(game: str) -> Recipe:
    """Return the training of a game: its own, or what its search suggests."""
    levels = levels_of(game)
    if levels.training:
        return levels.training
    settings = levels.settings
    first, later = plan_without_network(settings), plan_with_network()
    if settings.races:
        return Recipe(first, later, iterations=1_000, reference="master", tuning=GradientPlan())
    return Recipe(first, later, reference="master")


def by_network(game: str) -> Settings:
    """Return the search by a game's network: a race whose rollouts the policy plays, or a tree."""
    usual = levels_of(game).settings
    return replace(usual, guidance=1.0) if usual.races else GUIDED


CROWDED = 0.5  # how often more seats than the least number are taken


@cache
def _engine(game: str, host: Host) -> Engine:
    loops = Layer("train", Contract((), ()), (), (self_play, gradients))
    return Engine(game, host, rules(game), search_layer(game), loops)


def train_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of training; each call returns the same engine."""
    engine = _engine(game, host or default_host())
    engine.prepare("train")
    return engine


def random_rules_of(name: str, usual: float, chance: random.Random) -> Game:
    """Draw a rule set, often the usual one, and a number of seats."""
    sets = [*registry.spec(name).rule_sets]
    rules = sets[0] if len(sets) == 1 or chance.random() < usual else chance.choice(sets[1:])
    least, *more = games_of(name, rules)
    return chance.choice(more if more and chance.random() < CROWDED else [least])


@cache
def games_of(name: str, rules: str) -> tuple[Game, ...]:
    """Return the games of a rule set, for each number of seats that it has enough cards for, the fewest first."""
    games: list[Game] = []
    for seats in registry.spec(name).seats:
        with suppress(BadRules):
            games.append(game(name, rules=rules, seats=seats))
    return tuple(games)


def set_up(engine: Engine, states: list[Fields] | NDArray[np.void], chosen: Game) -> Cells:
    """Load the game that the next deals are of; return its pack."""
    engine.load(chosen.fresh_table(), states, self_play.FRESH)
    pack = engine.cells(len(chosen.pack))
    for place, card in enumerate(chosen.pack):
        pack[place] = card
    return pack
