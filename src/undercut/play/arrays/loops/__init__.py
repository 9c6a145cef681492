"""Compiled loops over a batch's games: plain functions over arrays, each call for the games from `first` to `last`.

Read `contract` first: the arrays that the loops share, and what they expect of a game.

- `contract`: the arrays, their columns, and the functions that a game defines for them
- `stepping`: deals, moves, legal moves, also chosen at random
- `choosing`: the moves of opponents that need no Python, and hidden cards dealt again
- `recording`: observations, histories, and the policies that the caller chose by; decisions of finished games

`undercut.play.arrays.games` compiles them with a game's rules and calls what
stands for them: `loops.run(step, …)`. A loop takes numbers for truth
values, and its arrays in named tuples, because Numba reads the types from these annotations.
"""
