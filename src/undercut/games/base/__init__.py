"""Definition of a game, its defaults, the registry, rule books, and the words that all games share."""
