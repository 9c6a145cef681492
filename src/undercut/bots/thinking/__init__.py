"""Search of one position within a budget: what a bot plays, and what hints and analyses are made of.

Read `think` first: `think(view, effort, chance)` grows trees until the budget is used up, and returns the value, the
error and the likely continuation of each move.

- `budget`: how long a search may run, how that is written, and what else it may use
- `past_game`: the game so far, rebuilt from a history
- `tree`: one tree of a search, or one race, in the arrays of `undercut.search`
- `prove`: what one seat can force, and the result with best play where that settles it; wins and losses with the next
  move, which every bot looks for before it searches

Players (`undercut.bots.players`), hints and analyses (`undercut.bots.advice`) call it.
"""
