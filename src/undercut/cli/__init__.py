"""The command ``undercut``: one module for each command or two, over what they share.

Begin with `app`, which lists all commands and gives their exit codes.

- shared: `screen` (what is printed, progress, Ctrl-C), `files` (positions, records, saved games), `rules` (the rules
  that options choose; also the command `rules`), `opponents` (players by name)
- a person's commands: `play`, with its `session`; `advice` (`hint`); `analysis` (`analyse`);
  `records` (`moves`, `perft`, `replay`, `check`, `export`, `dataset`); `bots` (`bot check`, `bot run`)
- `research`: commands for many games
"""
