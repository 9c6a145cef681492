"""Paired matches of a search by a network against the network before it, and against a fixed opponent."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from undercut.arena.contest import Contest, play
from undercut.arena.jobs import Plan, line_up_of
from undercut.arena.players import make
from undercut.arena.runners import InProcess
from undercut.arena.scores import estimate
from undercut.bots.players.player import Player
from undercut.bots.players.search import Search
from undercut.games.base.parts.levels import Budget
from undercut.games.base.reader import JSON
from undercut.play.game import game as make_game
from undercut.train.recipes import Recipe, by_network

LEARNED = "network "


def learned(name: str, game: str, seed: int | None) -> Player:
    """Make a player by name: ``"network 4000 FILE"`` searches with a network, others are as in an arena."""
    if not name.startswith(LEARNED):
        return make(name, game, seed)
    _, iterations, path = name.split(" ", 2)
    settings = replace(by_network(game), network=path)
    return Search(random.Random(seed), Budget(iterations=int(iterations)), settings, name=name)  # noqa: S311


def measure(game: str, recipe: Recipe, network: Path, before: Path | None, seed: int) -> dict[str, JSON]:
    """Play the matches of a generation.

    Returns:
        For each opponent, the share of the wins and its interval, in percent.
    """
    player = f"{LEARNED}{recipe.iterations} {network}"
    opponents = {f"against {recipe.reference}": recipe.reference}
    if before:
        opponents["against the generation before"] = f"{LEARNED}{recipe.iterations} {before}"
    found: dict[str, JSON] = {}
    for title, opponent in opponents.items():
        table = make_game(game)
        line_up = line_up_of([player, opponent], table.seats)
        contest = Contest(Plan(game, table.rules, table.seats, (line_up,), seed), recipe.deals)
        play(contest, InProcess(learned))
        seen = estimate(contest.values)
        found[title] = [round(100 * share, 1) for share in (seen.mean, seen.low, seen.high)]
    return found
