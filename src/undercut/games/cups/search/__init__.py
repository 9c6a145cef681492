"""Search code of Cups: hidden cards, rollouts and evaluation, a greedy ranking of moves, features for networks."""
