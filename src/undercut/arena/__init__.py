"""Matches between players on the same deals: which one is stronger, by how much, and how certain that is.

Begin with `plan`, the words of an arena, then `match`, which `undercut.match` calls; `cli.research` plays contests.

- `plan`: line-ups, deals, rotations, seeds; `entrants`: players by name, also those that see all cards
- `playing`: one game, what happens to a player that fails, and decision times
- `contest`: the games of a plan, a test that may end them, and the file from which a contest resumes
- `match`: a contest of a few players in this process
- `scores`: intervals, Elo, sequential tests; `report`: all figures of a contest, and the ratings of a pool
- `language`: a player that asks a language model
"""
