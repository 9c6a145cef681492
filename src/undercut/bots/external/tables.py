"""Tables to try a bot at: games under published rules and under mixes of options, with any opponents."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from undercut.bots.players.player import Player, View
from undercut.bots.players.uniform import Uniform
from undercut.engine.contract import Option
from undercut.errors import BadRules
from undercut.games import registry
from undercut.play.facts import Move
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.state import State

_MOST = 10
_ATTEMPTS = 100


def published(game: str, rules: str | None = None, seats: int | None = None) -> Iterator[Game]:
    """List the tables of a game: every rule set with every number of seats that goes with it.

    Args:
        game: The game's name.
        rules: Only this rule set.
        seats: Only this number of seats.

    Raises:
        BadRules: There is no such game or rule set.

    Example:
        >>> [table.rule_set for table in published("cuttle")][:2]
        ['sipie', 'denexa']
    """
    spec = registry.spec(game)
    if rules:
        # What is no rule set at all is refused.
        make_game(game, rules=rules)
    for rule_set in [rules] if rules else spec.rule_sets:
        for number in [seats] if seats else spec.seats:
            with suppress(BadRules):
                yield make_game(game, rules=rule_set, seats=number)


def mixed(game: str, chance: random.Random) -> Game:
    """Choose rules that somebody might make up: a rule set with some options changed.

    Args:
        game: The game's name.
        chance: Where the choices come from.

    Example:
        >>> mixed("cuttle", random.Random(1)).changes != {}
        True
    """
    spec = registry.spec(game)
    for _ in range(_ATTEMPTS):
        rules: dict[str, object] = {"set": chance.choice([*spec.rule_sets])}
        rules |= {option.name: _any_value(option, chance) for option in spec.options if chance.randrange(3) == 0}
        try:
            return make_game(game, rules=rules, seats=chance.choice(spec.seats))
        except BadRules:
            # Some options exclude each other.
            continue
    return make_game(game)


def _any_value(option: Option, chance: random.Random) -> object:
    if option.kind == "choice":
        return chance.choice(option.values)
    least, greatest = (int(value) for value in option.values if isinstance(value, int))
    if option.kind == "numbers":
        return sorted((chance.randint(least, min(greatest, 2 * _MOST)) for _ in range(option.length)), reverse=True)
    return chance.choice([*option.named, chance.randint(least, min(greatest, _MOST))])


def seed_for(seed: int, *purpose: object) -> int:
    """Make a seed from another, the same wherever and in whatever order.

    Args:
        seed: The seed to begin with.
        purpose: What it is for.

    Returns:
        0 to 2**32 - 1.
    """
    return random.Random("/".join(map(str, (seed, *purpose)))).getrandbits(32)  # noqa: S311  no secret


@dataclass(slots=True)
class Watched:
    """A player whose answers are counted and timed.

    Args:
        player: The player.
        name: What it is called.
        moves: What it played.
        seconds: How long each answer took.
    """

    player: Player
    name: str = field(init=False)
    moves: list[str] = field(default_factory=list[str])
    seconds: list[float] = field(default_factory=list[float])

    def __post_init__(self) -> None:
        """Take the player's name."""
        self.name = self.player.name

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Pass the question on.

        Args:
            view: What its seat may know.
            moves: The legal moves.
        """
        began = time.perf_counter()
        move = self.player.choose(view, moves)
        self.seconds.append(time.perf_counter() - began)
        self.moves.append(move.notation)
        return move


def dealt(table: Game, players: Mapping[int, Player], seed: int) -> tuple[State, list[Player]]:
    """Deal a game, and fill the seats that nobody takes with players of any move.

    Args:
        table: The game with its rules.
        players: Who sits where.
        seed: For the deal and the other players.
    """
    others = [Uniform(random.Random(seed_for(seed, seat))) for seat in range(table.seats)]  # noqa: S311  a game
    return table.deal(seed), [players.get(seat, others[seat]) for seat in range(table.seats)]
