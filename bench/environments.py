"""Measure environments of other projects, as references for batches: ``python bench/environments.py``.

Each plays random legal moves and is asked for the legal moves of each step; a step is one move of one game. Times are
of the processor, so that threads count as what they cost. The projects are not needed otherwise; install those to
compare with into an environment of their own, and name its Python to ``bench/batches.py``.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

SECONDS = 2.0
BATCH = 1024
CROWDS = {"cuttle": 2, "cups": 4, "cut_the_rope": 4}
"""The seats of the games against opponents."""


def timed(step: Callable[[], int], seconds: float) -> float:
    """Return steps a second of processor time.

    Args:
        step: Plays some moves and returns how many.
    """
    step()
    began, moves = time.process_time(), 0
    while time.process_time() - began < seconds:
        moves += step()
    return moves / (time.process_time() - began)


def rlcard(name: str, seconds: float) -> float:
    """Measure a game of RLCard, whose states hold observation and legal moves together."""
    import rlcard as library

    env = library.make(name)
    state, _ = env.reset()

    def step() -> int:
        nonlocal state
        for _ in range(100):
            if env.is_over():
                state, _ = env.reset()
            state, _ = env.step(random.choice([*state["legal_actions"]]))
        return 100

    return timed(step, seconds)


def openspiel(name: str, *, observed: bool = False) -> Callable[[], int]:
    """Return the playing of a hundred moves of OpenSpiel's interface from Python, chance nodes not counted."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def step() -> int:
        nonlocal state
        moves = 0
        while moves < 100:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
                continue
            if observed:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return step


def pgx(name: str, seconds: float) -> float:
    """Measure a game of pgx, stepped in a batch with auto-reset; its states hold observation and legal moves."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(name)
    advance = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def steps(state, key):
        def one(carry, _):
            state, key = carry
            key, first, second = jax.random.split(key, 3)
            weights = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(first, weights, axis=1)
            state = advance(state, action, jax.random.split(second, BATCH))
            return (state, key), None

        return jax.lax.scan(one, (state, key), None, length=20)[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH))
    key = jax.random.PRNGKey(2)

    def step() -> int:
        nonlocal state, key
        state, key = steps(state, key)
        jax.block_until_ready(state)
        return 20 * BATCH

    return timed(step, seconds)


ENVIRONMENTS: dict[str, Callable[[float], float]] = {
    "RLCard uno": lambda seconds: rlcard("uno", seconds),
    "OpenSpiel crazy_eights from Python, legal moves": lambda seconds: timed(openspiel("crazy_eights"), seconds),
    "OpenSpiel crazy_eights from Python, with observations": lambda seconds: timed(
        openspiel("crazy_eights", observed=True), seconds
    ),
    "pgx sparrow_mahjong, 1,024 games": lambda seconds: pgx("sparrow_mahjong", seconds),
    "pgx leduc_holdem, 1,024 games": lambda seconds: pgx("leduc_holdem", seconds),
}


def main() -> None:
    """Measure one environment and print steps a second as JSON, or why it cannot be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=ENVIRONMENTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    arguments = parser.parse_args()
    try:
        found: object = ENVIRONMENTS[arguments.name](arguments.seconds)
    except (ImportError, ValueError, AttributeError) as error:
        found = f"{type(error).__name__}: {error}"
    print(json.dumps(found))


if __name__ == "__main__":
    main()
