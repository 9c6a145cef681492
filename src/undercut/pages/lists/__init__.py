"""Lists of games, the front page, and reviews."""
