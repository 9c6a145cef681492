"""What each game teaches, and what a learner has learned.

- `courses`: lessons, puzzles, the game on one screen and games to watch, read from a game's folder ``lessons``
- `learner`: the coach who answers what a learner tries; progress, rating, the level of adaptive bots
"""
