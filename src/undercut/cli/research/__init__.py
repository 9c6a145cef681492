"""Commands for many games; `app` loads the arena, the lab and the measurement of speed only when they are used.

Each module has the name of its command: `arena`, `lab`, `bench`, `train`.
"""
