"""Tree search, races, proofs and greedy choice for any game, as plain loops that every host runs.

Begin with `contract`, what a game may define for them, and `layers`, which puts a game's functions and the loops
together; `bots.thinking` calls them.
"""
