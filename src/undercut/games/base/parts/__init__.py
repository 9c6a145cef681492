"""Optional parts of a game, each with its types."""
