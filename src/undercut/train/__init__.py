"""Training of the learned networks, as ``undercut train GAME`` runs it.

A run goes through generations: games of the search by the last network against itself, a network fitted to the
positions of these games, matches that measure it. Read `run` first.
"""
