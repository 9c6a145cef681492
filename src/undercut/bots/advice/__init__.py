"""Hints, reviews and analyses, from what a seat can know.

Read `hint` first: it searches a position and puts the result into words. `explain` has the reasons for one move, and
sets the best move beside the obvious one; `outlook` plays on from a move to see where it leads. `judging` measures what
each move of a game lost, with the statistics of `evidence`, explains single mistakes to their player, plots the game.
"""
