"""The matches that measure a generation of networks."""

import random
from dataclasses import replace
from pathlib import Path

from undercut.arena.contest import Contest, play
from undercut.arena.entrants import make
from undercut.arena.plan import Plan, line_up_of
from undercut.arena.scores import estimate
from undercut.bots.players import Player, SearchPlayer
from undercut.decoding import JSON
from undercut.games.base.parts.levels import Budget, Recipe
from undercut.play.game import game as make_game
from undercut.train.recipes import by_network
from undercut.workers import InProcess

_NETWORK = "network "


def learned(name: str, game: str, seed: int | None) -> Player:
    """Make a player by name: ``"network 4000 FILE"`` searches with a network, others are as in an arena."""
    if not name.startswith(_NETWORK):
        return make(name, game, seed)
    _, iterations, path = name.split(" ", 2)
    settings = replace(by_network(game), network=path)
    return SearchPlayer(random.Random(seed), Budget(iterations=int(iterations)), settings, name=name)  # noqa: S311


def measure(game: str, recipe: Recipe, network: Path, before: Path | None, seed: int) -> dict[str, JSON]:
    """Play the matches of a generation; return its share against each opponent in percent, with the interval."""
    player = f"{_NETWORK}{recipe.iterations} {network}"
    opponents = {f"against {recipe.reference}": recipe.reference}
    if before:
        opponents["against the generation before"] = f"{_NETWORK}{recipe.iterations} {before}"
    results: dict[str, JSON] = {}
    for title, opponent in opponents.items():
        table = make_game(game)
        line_up = line_up_of([player, opponent], table.seats)
        contest = Contest(Plan(game, table.rules, table.seats, (line_up,), seed), recipe.deals)
        play(contest, InProcess(), maker=learned)
        result = estimate(contest.values)
        results[title] = [round(100 * share, 1) for share in (result.mean, result.low, result.high)]
    return results
