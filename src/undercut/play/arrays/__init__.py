"""Thousands of games stepped together by NumPy arrays: `undercut.batch`, environments, and frames use it.

Read `batch` first: it checks what the caller gives, and leaves the work to the other modules.

- `batch`: the batch, as programs read it, and a batch of one game
- `games`: the arrays of the games, and the calls of loops on them
- `opponents`: who moves for the seats that are not the caller's
- `log`: the moves of each game; `finished`: the games that have ended, with their decisions
- `histories`: what each seat has seen
- `shapes`: checks of the caller's arrays
- `engines`: a game's rules compiled together with the loops, and shared out among threads
- `loops`: the compiled loops themselves
"""
