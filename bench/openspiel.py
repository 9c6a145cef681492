"""Measure random games in OpenSpiel's own C++ rollouts, as the reference for speed.

Driving OpenSpiel move by move from Python would measure the binding, not the engine. So one call
of ``MCTSBot.mcts_search`` is timed with one simulation: the tree is then a lone root, and all the
bot does is to ask its ``RandomRolloutEvaluator`` for the root's value, which plays N games from
there to their ends without leaving C++.

C++ does not tell how many decisions those games held. Their mean is estimated, outside the timed
part, by playing the same games from the same state in Python by the evaluator's own rule: a chance
node draws from its distribution, a player picks a legal action uniformly. Both ways also yield the
mean return of the player to move; if these disagree the games were not the same, and no speed is
given.

A decision is one action of a player, forced ones (a single legal action) included. An event is
a decision or a chance node; each card drawn from the stock is both, for OpenSpiel draws it lazily.
Decisions per second compares like with like. Events per second is the higher bar: it credits
OpenSpiel with the drawing of cards, which a game that shuffles beforehand does without.

The clock starts after the deal, which spares OpenSpiel its sixteen chance nodes or more a game.
"""

# A script that prints and uses random numbers: neither a package nor cryptography.

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pyspiel

if TYPE_CHECKING:
    from collections.abc import Sequence

# pyspiel has no stubs; the protocols below cover the parts used here.
_spiel: Any = pyspiel

# The search itself costs about 1 us a call and a game of crazy_eights about 25 us, so 5 games would
# keep the overhead below 1 %; this many also make the call last long enough to time (0.5 s).
ROLLOUTS = 20_000
# The standard error of the mean number of decisions is then about 0.3 %.
COUNTED_GAMES = 2_000
# The mean returns may differ by chance; by this many standard errors they practically never do.
_TOLERANCE = 5.0


class _State(Protocol):
    """The used part of ``pyspiel.State``."""

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> Sequence[tuple[int, float]]: ...
    def legal_actions(self) -> Sequence[int]: ...
    def apply_action(self, action: int, /) -> None: ...
    def current_player(self) -> int: ...
    def player_return(self, player: int, /) -> float: ...
    def clone(self) -> _State: ...


class _Game(Protocol):
    """The used part of ``pyspiel.Game``."""

    def new_initial_state(self) -> _State: ...


class _Node(Protocol):
    """The used part of ``pyspiel.SearchNode``."""

    explore_count: int
    total_reward: float
    children: Sequence[_Node]


class _Bot(Protocol):
    """The used part of ``pyspiel.MCTSBot``."""

    def mcts_search(self, state: _State, /) -> _Node: ...


@dataclass(frozen=True, slots=True)
class Length:
    """Mean figures of random games from one start state, counted in Python.

    Args:
        decisions: Mean number of players' actions a game.
        chance: Mean number of chance nodes a game, those of the deal excluded.
        error: Standard error of ``decisions``.
        value: Mean return of the player to move in the start state.
        value_spread: Standard deviation of that return from game to game.
        games: How many games were counted.
    """

    decisions: float
    chance: float
    error: float
    value: float
    value_spread: float
    games: int


@dataclass(frozen=True, slots=True)
class Speed:
    """One timed call of OpenSpiel's search, and the events in its rollouts.

    Args:
        seconds: Wall time of the call.
        decisions: Estimated number of players' actions in it.
        events: The same plus the chance nodes.
        error: Relative standard error of ``decisions``, from the estimate of the games' length.
    """

    seconds: float
    decisions: float
    events: float
    error: float

    @property
    def decisions_per_second(self) -> float:
        """The rate of players' actions."""
        return self.decisions / self.seconds

    @property
    def events_per_second(self) -> float:
        """The rate of players' actions and chance nodes together, the higher bar."""
        return self.events / self.seconds


def _chance(state: _State, rng: random.Random) -> None:
    """Resolve a chance node as the C++ evaluator does, by its distribution.

    Args:
        state: A chance node, changed in place.
    """
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(actions, weights)[0])


def _start(game_name: str, players: int, seed: int) -> tuple[_Game, _State]:
    """Load a game and deal it, up to the first decision.

    Args:
        game_name: OpenSpiel's short name of a game that takes a number of players.
        seed: Which deal.
    """
    game: _Game = _spiel.load_game(game_name, {"players": players})
    state = game.new_initial_state()
    rng = random.Random(seed)
    while state.is_chance_node():
        _chance(state, rng)
    return game, state


def _play(state: _State, rng: random.Random) -> tuple[int, int]:
    """Play a state to its end as the C++ evaluator does and count decisions and chance nodes.

    Args:
        state: The state, changed in place.
    """
    decisions = chance = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _chance(state, rng)
            chance += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions, chance


@cache
def rollout_length(game_name: str, players: int, seed: int, games: int = COUNTED_GAMES) -> Length:
    """Count the events in random games from a deal, once for each deal.

    Args:
        game_name: OpenSpiel's short name of the game.
        seed: Which deal; also seeds the games.
        games: How many games to count.
    """
    _, start = _start(game_name, players, seed)
    rng = random.Random(seed)
    decisions: list[int] = []
    chance: list[int] = []
    values: list[float] = []
    for _ in range(games):
        state = start.clone()
        counted = _play(state, rng)
        decisions.append(counted[0])
        chance.append(counted[1])
        values.append(state.player_return(start.current_player()))
    return Length(
        decisions=statistics.fmean(decisions),
        chance=statistics.fmean(chance),
        error=statistics.stdev(decisions) / math.sqrt(games),
        value=statistics.fmean(values),
        value_spread=statistics.stdev(values),
        games=games,
    )


def _bot(game: _Game, n_rollouts: int, seed: int) -> _Bot:
    """Make a bot whose search is nothing but random rollouts from the root.

    Args:
        n_rollouts: How many games one search plays.
        seed: Seeds the evaluator and the bot.
    """
    return _spiel.MCTSBot(
        game,
        _spiel.RandomRolloutEvaluator(n_rollouts=n_rollouts, seed=seed),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=10,
        solve=False,
        seed=seed,
        verbose=False,
    )


def _check(root: _Node, length: Length, n_rollouts: int) -> None:
    """Make sure that the search played the games that were counted.

    Args:
        root: The root of the search's tree.
        length: What was counted in Python.
        n_rollouts: How many games the search was asked for.

    Raises:
        RuntimeError: The tree grew, or the two mean returns disagree.
    """
    if root.explore_count != 1 or root.children:
        message = "the search did more than evaluate its root"
        raise RuntimeError(message)
    error = length.value_spread * math.sqrt(1 / length.games + 1 / n_rollouts)
    if abs(root.total_reward - length.value) > _TOLERANCE * error:
        message = (
            f"C++ rollouts return {root.total_reward:.2f} on average, "
            f"the counted games {length.value:.2f} (standard error {error:.2f})"
        )
        raise RuntimeError(message)


def rollout_speed(
    game_name: str = "crazy_eights",
    players: int = 2,
    n_rollouts: int = ROLLOUTS,
    seed: int = 0,
) -> Speed:
    """Time random games in OpenSpiel's C++ rollouts, from after a deal to their ends.

    Args:
        game_name: OpenSpiel's short name of a game that takes a number of players.
        n_rollouts: How many games the timed call plays.
        seed: Which deal; also seeds the rollouts.

    Raises:
        RuntimeError: The rollouts were not the games that were counted.
    """
    length = rollout_length(game_name, players, seed)
    game, state = _start(game_name, players, seed)
    bot = _bot(game, n_rollouts, seed)
    # Touch code and allocator before the clock starts; a tenth is enough for that.
    _bot(game, max(1, n_rollouts // 10), seed).mcts_search(state)
    began = time.perf_counter()
    root = bot.mcts_search(state)
    seconds = time.perf_counter() - began
    _check(root, length, n_rollouts)
    return Speed(
        seconds=seconds,
        decisions=n_rollouts * length.decisions,
        events=n_rollouts * (length.decisions + length.chance),
        error=length.error / length.decisions,
    )


def _cpu() -> str:
    """Name the processor as Linux does."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return "an unknown processor"


def main() -> None:
    """Print OpenSpiel's speed, the median over several deals, for 2 and for 4 players."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--game", default="crazy_eights")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS)
    parser.add_argument("--deals", type=int, default=5)
    options = parser.parse_args()
    print(f"OpenSpiel {options.game}, C++ rollouts on {_cpu()}, median of {options.deals} deals")
    for players in options.players:
        speeds = [rollout_speed(options.game, players, options.rollouts, seed) for seed in range(options.deals)]
        decisions = [speed.decisions_per_second for speed in speeds]
        events = [speed.events_per_second for speed in speeds]
        print(
            f"{players} players: {statistics.median(decisions) / 1e6:.2f} M decisions/s "
            f"({min(decisions) / 1e6:.2f} to {max(decisions) / 1e6:.2f}), "
            f"{statistics.median(events) / 1e6:.2f} M events/s, "
            f"{statistics.median(s.decisions for s in speeds) / options.rollouts:.1f} decisions "
            f"a game (length known to {100 * max(s.error for s in speeds):.1f} %)"
        )


if __name__ == "__main__":
    main()
