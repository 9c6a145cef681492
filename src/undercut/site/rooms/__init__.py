"""Active tables: an actor for each, with its event streams and bots."""
