"""Optional parts of a game: levels, training, drawing, lessons, measures."""
