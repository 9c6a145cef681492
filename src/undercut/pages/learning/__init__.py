"""Lessons, puzzles, and reviews of finished games; `pages.answers` calls them.

Begin with `lessons` for what a learner sees, with `review` for a finished game.

- `lessons`: one step of a lesson, and the lessons of all games; `puzzles`: today's
- `verdicts`: a judged move in words; `review`: the data of a review, which programs get, too
- `review_moment`: the page at one move
- `retry`: a mistake to be played better
"""
