"""Measure the speed of random games on this machine."""

from __future__ import annotations

import time
from dataclasses import dataclass

from undercut.engine import chance
from undercut.engine.host import Host
from undercut.games.base.engines import load
from undercut.games.base.reader import JSON
from undercut.play.game import Game

_SECONDS = 0.5
_LONGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Speed:
    """One measurement.

    Args:
        seconds: How long it took.
        state_bytes: The size of one state; 0 for plain objects.
    """

    game: str
    rules: str
    seats: int
    host: Host
    games: int
    decisions: int
    seconds: float
    state_bytes: int

    @property
    def decisions_per_second(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds

    def as_json(self) -> JSON:
        """Return the measurement as JSON."""
        return {
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "host": self.host.value,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": round(self.decisions_per_second),
            "state_bytes": self.state_bytes,
        }

    def sentence(self) -> str:
        """Format the measurement as a sentence."""
        size = f", {self.state_bytes} bytes per state" if self.state_bytes else ""
        return (
            f"{self.game} ({self.rules}, {self.seats} seats), {self.host.value}: "
            f"{self.decisions_per_second:,.0f} decisions/s, {self.games / self.seconds:,.0f} games/s{size}"
        )


def measure(game: Game, host: Host, seed: int, seconds: float = _SECONDS) -> Speed:
    """Time random games, deals included."""
    engine = load(game.name, host)
    states = engine.states(2)
    engine.load(game.fresh_table(), states, 1)
    pack = game.pack
    order, pool, generator = (engine.cells(size) for size in (len(pack), engine.pack_size, 1))
    for place, card in enumerate(pack):
        order[place] = card
    beginning = [0]
    chance.start(beginning, seed)
    generator[0] = beginning[0]
    play = engine.functions.random_games
    play(states, order, pool, generator, 1, _LONGEST)
    games, decisions, batch = 0, 0, 1
    began = time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        decisions += play(states, order, pool, generator, batch, _LONGEST)
        games += batch
        # Larger batches make the cost of reading the clock negligible.
        batch = min(batch * 2, 1 << 14) if taken < seconds / 4 else batch
    size = 0 if host is Host.PLAIN else engine.dtype.itemsize
    return Speed(game.name, game.rule_set, game.seats, host, games, decisions, taken, size)
