"""Search code of Cut the Rope: hidden cards, rollouts, a greedy ranking, what both measure, features for networks."""
