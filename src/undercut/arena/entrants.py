"""Players of an arena by name: those of everyone, and those that see all cards or are still being trained."""

import random

from undercut.arena.references import Cheating, Peeking, valuations
from undercut.bots import registry as players
from undercut.bots.external.client import Programs
from undercut.bots.levels import levels_of
from undercut.bots.players import Player, SearchPlayer
from undercut.bots.thinking.budget import read_budget
from undercut.games.base import registry
from undercut.games.base.parts.levels import BY_NETWORK
from undercut.play.arguments import expect, read_seed
from undercut.search.network_file import own_network

CHEATING, LEARNED = "cheating", "learned"


def make(name: str, game: str, seed: int | None = None, *, programs: Programs | None = None) -> Player:
    """Make a player; ``programs`` keeps one that is a program for later games."""
    registry.spec(expect("game", game, str))
    kind, _, argument = expect("name", name, str).partition(":")
    chance = random.Random(read_seed(seed))  # noqa: S311  choices may be repeated from a seed
    if kind == CHEATING and argument:
        return Cheating(chance, read_budget(argument), levels_of(game).settings, name=name)
    if kind == LEARNED and argument:
        own_network(game)
        return SearchPlayer(chance, read_budget(argument), BY_NETWORK, name=name)
    if name in (known := valuations(game)):
        return Peeking(chance, known[name], name=name)
    try:
        return players.make(name, game, seed, programs=programs)
    except players.NoSuchOpponent as error:
        references = ", ".join(known)
        message = f"{error}; and in an arena, to compare with, {references} and {CHEATING}:5000"
        raise players.NoSuchOpponent(message) from None
