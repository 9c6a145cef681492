"""Thousands of games stepped together by NumPy arrays: `undercut.batch`, environments, and frames use it.

Read `batch` first: it checks what the caller gives, and leaves the work to the other modules.

- `batch`: the batch, as programs read it, and a batch of one game
- `games`: the compiled loops shared out among threads, the arrays of the games, and checks of the caller's arrays
- `opponents`: who moves for the seats that are not the caller's
- `log`: the moves of each game, what each seat has seen, and the games that have ended, with their decisions
- `loops`: the compiled loops themselves
"""
