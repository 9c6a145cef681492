"""Lessons, puzzles, and reviews of finished games; `pages.answers` calls them.

Begin with `lessons` for what a learner sees, with `review` for a finished game.
"""
