"""The lessons and puzzles of each game, and the coach who answers what a learner tries."""
