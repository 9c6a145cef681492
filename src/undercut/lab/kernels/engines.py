"""Engines for the lab: a game's rules, its ranking of moves, its measures, and the loops over whole games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import islice

from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.games.base import registry
from undercut.games.base.engines import rules
from undercut.games.base.parts.figures import MOST_FACTS
from undercut.lab.kernels import interest, moving, playing, worth
from undercut.lab.kernels.contract import LAB, WORTH
from undercut.play.arrays import seeding
from undercut.search.greedy.engines import greedy_layer


def facts_of(game: str) -> tuple[str, ...]:
    """Return the names of a game's own figures.

    Example:
        >>> facts_of("cuttle")
        ('scuttles', 'one_offs', 'counters')
    """
    return tuple(fact_titles(game))


def fact_titles(game: str) -> Mapping[str, str]:
    """Return the titles of a game's own figures, by name.

    Example:
        >>> fact_titles("cups")["buries"]
        'hands laid down in a game'
    """
    return dict(islice(registry.spec(game).figures().facts.items(), MOST_FACTS))


def when_titles(game: str) -> Mapping[str, str]:
    """Return the titles of the figures that hold the number of a turn, 0 if nothing happened.

    Example:
        >>> when_titles("cut_the_rope")
        {'deck_out': 'turn in which the deck first runs out'}
    """
    return dict(registry.spec(game).figures().when)


def kinds_of(game: str) -> tuple[str, ...]:
    """Return the kinds of cards whose worth and use the lab measures.

    Example:
        >>> kinds_of("cut_the_rope")
        ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'X')
    """
    return registry.spec(game).figures().kinds


def ways_of(game: str) -> tuple[str, ...]:
    """Return the ways to use a card that the lab counts.

    Example:
        >>> ways_of("cuttle")
        ('points', 'scuttle', 'permanent', 'one-off', 'counter')
    """
    return registry.spec(game).figures().ways


def behind(game: str) -> int:
    """Return how far behind a seat must have been for its win to count as a comeback, such as 10 points in Cuttle.

    Example:
        >>> behind("cuttle")
        10
    """
    return registry.spec(game).figures().behind


@cache
def _engine(game: str, host: Host) -> Engine:
    own = registry.spec(game).figures().modules
    made = Engine(game, rules(game), host)
    made.extend(greedy_layer(game))
    made.extend(Layer("lab", LAB, own, (seeding, playing)))
    made.extend(Layer("interest", WORTH, own, (moving, interest)))
    made.extend(Layer("worth", Contract((), ()), (), (worth,)))
    return made


def lab_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of the lab; each call returns the same engine.

    Example:
        >>> lab_engine("cuttle", Host.PLAIN).pack_size
        52
    """
    made = _engine(game, host or default_host())
    made.prepare("lab")
    return made


def interest_engine(game: str, host: Host | None = None) -> Engine:
    """Return the same engine, with the functions for wins to take and uses of cards."""
    made = _engine(game, host or default_host())
    made.prepare("interest")
    return made


def worth_engine(game: str, host: Host | None = None) -> Engine:
    """Return the same engine, with the functions for what cards and turns are worth."""
    made = _engine(game, host or default_host())
    made.prepare("worth")
    return made
