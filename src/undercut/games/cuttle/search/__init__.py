"""Search code of Cuttle: hidden cards, rollouts, evaluation, a greedy ranking of moves, features for networks."""
