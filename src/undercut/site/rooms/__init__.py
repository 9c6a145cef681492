"""Active tables of this process: an actor for each, with its readers and bots.

Begin with `room`, one table: how a command is decided, stored, told. `rooms` has all of them, and closes
tables that no one comes back to.
"""
