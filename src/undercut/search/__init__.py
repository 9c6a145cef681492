"""Search: tree search, races and proofs, and the code of each game that they use."""
