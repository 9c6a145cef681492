"""Finding good moves: tree search, races, proofs; and what they need to know of each game."""
