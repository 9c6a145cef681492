"""Search of one position within a budget: what a bot plays, and what hints and analyses are made of.

Read `think` first: `think(view, effort, chance)` grows trees until the budget is used up, and returns the value, the
error and the likely continuation of each move.
"""
