"""Thousands of games stepped together by NumPy arrays: `undercut.batch`, environments, and frames use it.

Read `batch` first: it checks what the caller gives, and leaves the work to the other modules.

- `batch`: the batch, as programs read it, and a batch of one game
- `games`: the compiled loops shared out among threads, the arrays of the games, and checks of the caller's arrays
- `opponents`: who moves for the seats that are not the caller's
- `log`: the moves of each game, what each seat has seen, and the games that have ended, with their decisions

The rest are loops over a batch's games, which `games` compiles with the rules and calls: `loops.run(step, …)`. They are
plain functions over arrays, each call for the games from `first` to `last`. They take numbers for truth values, and
their arrays in named tuples, because Numba reads the types from these annotations.

- `contract`: the arrays that they share, with their columns, and the functions that a game defines for them
- `stepping`: deals, moves, legal moves, also chosen at random
- `choosing`: the moves of opponents that need no Python, and hidden cards dealt again
- `recording`: observations, histories, and the policies that the caller chose by; decisions of finished games
"""
