"""Training of the learned networks, as ``undercut train GAME`` runs it.

A run goes through generations: games of the search by the last network against itself, a network fitted to the
positions of these games, matches that measure it. Read `run` first; the other modules in the order of a generation:

- `recipes`: how a game is trained, and what networks see of it
- `training_games`: the games to train on, and their engine
- `playing`: games of a search against itself; `positions`: what is kept of them, in memory and on disk
- `examples`: positions as the networks see them, and what they should say
- `fit`: fitting with JAX; `rounding`: the weights as integers, as the search reads them
- `policy_gradient`: in place of all this, a linear policy that follows the gradient of its own games
- `matches`: the matches of a generation
- `loops`: the compiled loops
"""
