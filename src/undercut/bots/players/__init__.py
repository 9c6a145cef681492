"""Players that choose moves, by name."""
