"""Commands for many games; `app` loads the arena, the lab and the measurement of speed only when they are used.

- `arena`, with `arena_lines`, its results as text; `lab`; `speed` (the command `bench`)
- `datasets` (`export`, `dataset`); `training` (`train`)
"""
