"""Optional parts of a game: levels, training, drawing, measures."""
