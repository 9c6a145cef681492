"""Matches between players on the same deals: which one is stronger, by how much, and how certain that is.

Begin with `playing`, the games of a plan, then `contest`, whose `play_match` `undercut.match` calls.

- `playing`: players by name, also those that see all cards; line-ups, deals, rotations, seeds; one game, what happens
  to a player that fails, and decision times
- `contest`: the games of a plan, a test that may end them, and matches; `results_file`: from which a contest resumes
- `scores`: intervals, Elo, sequential tests; `report`: all figures of a contest, and the ratings of a pool
- `language`: a player that asks a language model
"""
