"""Active tables of this process: an actor for each, with its readers and bots.

Begin with `room`, one table: how a command is decided, stored, told. `rooms` has all of them.

- `people`: who holds the seats, and who is away; `bots`: their turns; `hints`: for players
- `streams`: one reader's messages, and all streams of a table
- `loading`: tables loaded from their logs without holding up others, and kept up with them
- `entries`: tables in the store's format
- `public_tables`: the list of the lobby; `expiry`: tables closed because no one comes back
- `uptime`: the site's time; `presence`: who is connected at other processes
"""
