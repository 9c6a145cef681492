"""Loops of training, as plain functions that run on every host.

- `self_play`: games of a search against itself
- `describing`: what networks see of positions and moves, and the evaluations that they learn
- `gradients`: games of a linear policy against itself, and the gradient of its results

`undercut.train.training_games` compiles them with a game's rules and search.
"""
