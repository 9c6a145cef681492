"""Random agents in every environment: PettingZoo, Gymnasium, and many games at once.

    python examples/environments/random_agents.py cups --seats 4

It needs the packages of `pip install "undercut[envs]"`.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

from undercut.envs import gymnasium as one_seat
from undercut.envs import pettingzoo
from undercut.envs.vector import SelfPlay


def all_seats(game: str, seats: int | None, seed: int) -> dict[str, float]:
    """Play one game in PettingZoo, where every seat is an agent; return the rewards."""
    env = pettingzoo.env(game, seats=seats)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, rewards[agent], terminated, _, _ = env.last()
        assert seen is not None
        env.step(None if terminated else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


def against_greedy(game: str, seats: int | None, seed: int) -> float:
    """Play one game in Gymnasium: seat 0 against greedy opponents; return its reward."""
    env: one_seat.OneSeat = gymnasium.make(f"undercut/{_title(game)}-v0", seats=seats, opponents="greedy").unwrapped  # type: ignore[assignment]
    seen, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    terminated, reward = False, 0.0
    while not terminated:
        seen, reward, terminated, _, _ = env.step(env.action_space.sample(seen["action_mask"].astype(np.int8)))
    return reward


def many_games(game: str, seats: int | None, seed: int, number: int = 256, steps: int = 200) -> np.ndarray:
    """Step many games at once; return how often each seat won."""
    games = SelfPlay(game, number, seats=seats)
    games.reset(seed=seed)
    wins = np.zeros(games.game.seats, dtype=np.int64)
    for _ in range(steps):
        _, _, ended, _, info = games.step(games.sample())
        wins += (info["rewards"][ended] > 0).sum(axis=0)
    return wins


def _title(game: str) -> str:
    return "".join(map(str.capitalize, game.split("_")))


def main() -> None:
    """Run all three and print their results."""
    parser = argparse.ArgumentParser(description="Random agents in every environment")
    parser.add_argument("game", nargs="?", default="cuttle")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("PettingZoo, rewards:", all_seats(given.game, given.seats, given.seed))
    print("Gymnasium against greedy, reward:", against_greedy(given.game, given.seats, given.seed))
    print("256 games at once, wins by seat:", many_games(given.game, given.seats, given.seed).tolist())


if __name__ == "__main__":
    main()
