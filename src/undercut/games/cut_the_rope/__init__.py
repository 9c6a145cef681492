"""Cut the Rope: the card game, its rules, notation, positions and views."""
