"""Active tables of this process: an actor for each, with its readers and bots.

Begin with `room`, one table: how a command is decided, stored, told. `rooms` has all of them, and closes
tables that no one comes back to.

- `people`: who holds the seats, who is away, and who is connected at other processes
- `bots`: the turns of bots, and hints for players
- `streams`: one reader's messages, and all streams of a table and of the lobby
- `loading`: tables loaded from their logs without holding up others, and kept up with them
- `stored_tables`: tables in the store's format
- `uptime`: the site's time
"""
