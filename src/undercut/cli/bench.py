"""The command ``undercut bench``, which measures how fast random games run on this machine."""

import time
from dataclasses import asdict, dataclass
from typing import Annotated

from cyclopts import Parameter

from undercut.cli import terminal
from undercut.cli.rules import GameName
from undercut.decoding import JSON
from undercut.engine import chance
from undercut.engine.host import Host, named_host
from undercut.errors import UndercutError
from undercut.games.base.registry import load
from undercut.play.game import Game
from undercut.play.game import game as make_game

_SECONDS = 0.5  # least time of one measurement
_LONGEST = 1_000_000  # most moves of a game
_MOST_RUNS = 1000


@dataclass(frozen=True, slots=True)
class Speed:
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
        return self.decisions / self.seconds

    def as_json(self) -> JSON:
        return asdict(self) | {"host": self.host.value, "decisions_per_second": round(self.decisions_per_second)}

    def sentence(self) -> str:
        size = f", {self.state_bytes} bytes per state" if self.state_bytes else ""
        return (
            f"{self.game} ({self.rules}, {self.seats} seats), {self.host.value}: "
            f"{self.decisions_per_second:,.0f} decisions/s, {self.games / self.seconds:,.0f} games/s{size}"
        )


def measure(game: Game, host: Host, seed: int, seconds: float = _SECONDS) -> Speed:
    engine = load(game.name, host).instance()
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


def bench(
    game: GameName = "cuttle",
    *,
    seats: Annotated[int | None, Parameter(help="Number of players.")] = None,
    runs: Annotated[int, Parameter(help="Number of measurements, 1 to 1000; the median counts.")] = 5,
    json: terminal.Json = False,
) -> int:
    if not 1 <= runs <= _MOST_RUNS:
        raise UndercutError(f"--runs: {runs} is not a whole number from 1 to {_MOST_RUNS}")
    hosts = dict.fromkeys((Host.PLAIN, named_host() or Host.COMPILED))
    chosen = make_game(game, seats=seats)
    medians: list[Speed] = []
    for host in hosts:
        speeds = [measure(chosen, host, place) for place in range(runs)]
        medians.append(sorted(speeds, key=lambda speed: speed.decisions_per_second)[len(speeds) // 2])
    if json:
        terminal.print_json([speed.as_json() for speed in medians])
    else:
        screen = terminal.this_terminal()
        for speed in medians:
            screen.line(speed.sentence())
    return terminal.DONE
