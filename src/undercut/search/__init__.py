"""Tree search, races, proofs and greedy choice for any game."""
