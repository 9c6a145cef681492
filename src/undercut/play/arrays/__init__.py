"""Thousands of games stepped together by NumPy arrays: `undercut.batch`, environments, and frames use it.

Read `batch` first: it checks what the caller gives, and leaves the work to the other modules.

- `batch`: the batch, as programs read it, and a batch of one game
- `games`: the arrays of the games, the calls of loops on them, and checks of the caller's arrays
- `opponents`: who moves for the seats that are not the caller's
- `log`: the moves of each game, and what each seat has seen
- `finished`: the games that have ended, with their decisions
- `engines`: a game's rules compiled together with the loops, and shared out among threads
- `loops`: the compiled loops themselves
"""
