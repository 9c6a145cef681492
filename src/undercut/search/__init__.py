"""Tree search, races, proofs and greedy choice for any game, as plain loops that every host runs.

Begin with `contract`, what a game may define for them, and `layers`, which puts a game's functions and the loops
together; `bots.thinking` calls them.

- `ismcts`: the tree search; `workspace`: its rows; `race`: many games of each move instead of a tree
- `pasts`: past games that fit what a seat has seen; `solver`: proofs; `greedy`: moves by a game's own ranking
- `network`, `network_file`: a game's network, in integers
"""
