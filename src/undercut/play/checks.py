"""Checks of rules: counts of sequences of moves, and random rules for tests that hold under any options."""

import random

from undercut.engine import loops
from undercut.engine.contract import Option, Value
from undercut.engine.host import Host, default_host
from undercut.errors import BadRules
from undercut.games.base import registry
from undercut.games.base.registry import load
from undercut.play.arguments import expect, read_whole
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.state import State

_MOST = 10
_LONGEST = 24


def random_rules(game: str, chance: random.Random) -> dict[str, object]:
    """Choose a rule set and change none, a fifth or all of its options; the result may be inconsistent."""
    spec = registry.spec(game)
    share = chance.choice((0.0, 0.2, 1.0))
    changed = {option.name: _random_value(option, chance) for option in spec.options if chance.random() < share}
    return {"set": chance.choice(list(spec.rule_sets)), **changed}


def random_game(game: str, chance: random.Random) -> Game:
    """Choose consistent rules and a number of seats."""
    while True:
        try:
            return make_game(game, rules=random_rules(game, chance), seats=chance.choice(registry.spec(game).seats))
        except BadRules:
            # Inconsistent choice; try again. This ends, because unchanged rule sets are among the choices.
            continue


def _random_value(option: Option, chance: random.Random) -> Value:
    """Choose a value of an option; numbers stay in a plausible range."""
    if option.kind == "choice":
        return chance.choice(option.values)
    least, greatest = (int(value) for value in option.values if isinstance(value, int))
    if option.kind == "numbers":
        most = min(greatest, _LONGEST)
        return tuple(sorted((chance.randint(least, most) for _ in range(option.length)), reverse=True))
    return chance.choice([*option.named, chance.randint(least, min(greatest, _MOST))])


_DEEPEST = 100  # no deeper count would ever finish


def perft(state: State, depth: int, *, host: Host | None = None) -> int:
    """Count the sequences of exactly `depth` moves from a state, to compare implementations of the rules.

    Games that end earlier do not count. Random choices take the cards in the order of the pool.

    Args:
        depth: Number of moves, 0 to 100.
        host: The host to run on; None: ``UNDERCUT_HOST``, or compiled if that is not set.

    Raises:
        UndercutError: An argument is invalid.

    Examples:
        >>> import undercut
        >>> undercut.perft(undercut.game("cuttle").deal(seed=7), 2, host=undercut.Host.PLAIN)
        89
    """
    state, depth = expect("state", state, State), read_whole("depth", depth, 0, _DEEPEST)
    engine = load(state.game.name, default_host() if host is None else expect("host", host, Host)).instance()
    if depth == 0:
        return 1
    if state.result:
        return 0
    engine.prepare_function(loops.perft)
    states = engine.states(depth)
    engine.load(state.table_copy(), states, 0)
    moves = engine.rows(depth, engine.max_moves)
    return int(engine.functions.perft(states, moves, engine.cells(depth), engine.cells(engine.pack_size), depth))
