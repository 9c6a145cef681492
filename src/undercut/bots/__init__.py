"""Opponents: they choose among legal moves and see nothing but their seat's view.

Begin with `players`, what a player is and the levels of each game, and `registry`, players by name.

- `thinking`: how they search
- `policies`: trained policies, which do not search; `external`: players that are programs of their own
- `advice`: hints, analyses and reviews
"""
