"""Who may play in an arena: every opponent, and the references that see all cards."""

from __future__ import annotations

import random

from undercut.arena.references import Cheating, Peeking, valuations
from undercut.bots.external.programs import Programs
from undercut.bots.players import registry as players
from undercut.bots.players.levels import levels_of
from undercut.bots.players.player import Player
from undercut.bots.players.search import Search
from undercut.bots.thinking.budget import read_budget
from undercut.games.base import registry
from undercut.games.base.parts.levels import BY_NETWORK
from undercut.play.arguments import expect, read_seed
from undercut.search.network_file import own_network

CHEATING, LEARNED = "cheating", "learned"


def make(name: str, game: str, seed: int | None = None, *, programs: Programs | None = None) -> Player:
    """Make a player for an arena.

    Raises:
        NoSuchOpponent: No player has this name.
        UndercutError: The game does not exist, the budget or seed is invalid, or the game has no network.

    Example:
        >>> make("cheating:100", "cuttle").name
        'cheating:100'
    """
    registry.spec(expect("game", game, str))
    kind, _, argument = expect("name", name, str).partition(":")
    # Not for secrets: a player's choices may be repeated from a seed.
    chance = random.Random(read_seed(seed))  # noqa: S311
    if kind == CHEATING and argument:
        return Cheating(chance, read_budget(argument), levels_of(game).settings, name=name)
    if kind == LEARNED and argument:
        own_network(game)
        return Search(chance, read_budget(argument), BY_NETWORK, name=name)
    if name in (known := valuations(game)):
        return Peeking(chance, known[name], name=name)
    try:
        return players.make(name, game, seed, programs=programs)
    except players.NoSuchOpponent as error:
        references = ", ".join(known)
        message = f"{error}; and in an arena, to compare with, {references} and {CHEATING}:5000"
        raise players.NoSuchOpponent(message) from None
