"""Lessons and puzzles: what a game teaches, and what a learner has done.

- `courses`: the lessons, puzzles, first screen and recorded games of each game, from its folder ``lessons``
- `learner`: the coach who answers what a learner tries; progress, rating, the level of adaptive bots
"""
