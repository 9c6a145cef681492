"""Records of games as tables: a row for every game, and a row for every decision."""
