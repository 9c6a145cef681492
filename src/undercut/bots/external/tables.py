"""Games for checking bots: published rule sets, random opponents."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from undercut.bots.players.player import Player, View, wants_history
from undercut.bots.players.registry import Uniform
from undercut.errors import BadRules
from undercut.games.base import registry
from undercut.games.base.facts import Move
from undercut.play.arguments import derive
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.state import State


def published(game: str, rules: str | None = None, seats: int | None = None) -> Iterator[Game]:
    """Yield every published rule set of a game with every number of seats it allows."""
    spec = registry.spec(game)
    if rules:
        # Raises for an unknown rule set; the loop below skips only numbers of seats that do not fit.
        make_game(game, rules=rules)
    for rule_set in [rules] if rules else spec.rule_sets:
        for number in [seats] if seats else spec.seats:
            with suppress(BadRules):
                yield make_game(game, rules=rule_set, seats=number)


@dataclass(slots=True)
class Watched:
    """A player that records its moves and their durations."""

    player: Player
    name: str = field(init=False)
    moves: list[str] = field(default_factory=list[str])
    seconds: list[float] = field(default_factory=list[float])  # the duration of each answer

    def __post_init__(self) -> None:
        self.name = self.player.name

    @property
    def wants_history(self) -> bool:
        """Whether the player wants the history of the game."""
        return wants_history(self.player)

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """Pass the question to the player, and record its answer."""
        began = time.perf_counter()
        move = self.player.choose(view, moves)
        self.seconds.append(time.perf_counter() - began)
        self.moves.append(str(move))
        return move


def dealt(table: Game, players: Mapping[int, Player], seed: int) -> tuple[State, list[Player]]:
    """Deal a game, and fill the free seats with random players."""
    others = [Uniform(random.Random(derive(seed, seat))) for seat in range(table.seats)]  # noqa: S311  a game
    return table.deal(seed), [players.get(seat, others[seat]) for seat in range(table.seats)]
