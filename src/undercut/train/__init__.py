"""Training of the learned networks, as ``undercut train GAME`` runs it.

A run goes through generations: games of the search by the last network against itself, a network fitted to the
positions of these games, matches that measure it. Read `run` first.

- `networks`: what networks see of a game, how it is trained, the weights as integers, as the search reads them
- `playing`: games of a search against itself, and what is kept of them, in memory and on disk
- `examples`: positions as the networks see them, and what they should say; `fit`: fitting with JAX
- `policy_gradient`: in place of all this, a linear policy that follows the gradient of its own games
- `self_play`, `gradients`: the compiled loops
"""
