"""Search of one position within a budget: what a bot plays, and what hints and analyses are made of.

Read `think` first: `think(view, effort, chance)` grows trees until the budget is used up; it uses
the other modules in this order, and returns the value, the error and the likely continuation of each move.

Players (`undercut.bots.players`), hints and analyses (`undercut.bots.advice`) call it.
"""
