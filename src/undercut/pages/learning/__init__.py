"""Lessons, puzzles, and reviews of finished games; `pages.answers` calls them.

Begin with `lessons` for what a learner sees, with `review` for a finished game.

- `lessons`: one step of a lesson, the lessons of all games, and today's puzzles
- `review`: the data of a review, which programs get, too, and the page at one move
- `verdicts`: a judged move in words, and a mistake to be played better
"""
