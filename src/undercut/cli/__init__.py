"""The command ``undercut``: one module for each command or two, over what they share.

Begin with `app`, which lists all commands and gives their exit codes.

- shared: `terminal` (what is printed, progress, Ctrl-C), `files` (positions, records, saved games), `rules` (the rules
  that options choose; also the command `rules`), `bots` (players by name; also `bot check`, `bot run`)
- a person's commands: `play`; `advice` (`hint`, `analyse`);
  `records` (`moves`, `perft`, `replay`, `check`, `export`, `dataset`)
- many games: `arena`, `lab` and `bench`, which `app` loads only when they are used, and `train`
"""
