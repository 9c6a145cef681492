"""Compiled loops of the lab, for any game and on every host.

- `whole_games`: games between simple players, and their result rows
- `extras`: what is measured besides, in games that stop at every move or go on from saved positions
"""
