"""Active tables of this process: an actor for each, with its readers and bots.

Begin with `room`, one table: how a command is decided, stored, told. `rooms` has all of them.

- `people`: who holds the seats, and who is away; `bots`: the turns of bots, and hints
- `streams`: one reader's messages; `readers`: all streams of a table
- `loading`: tables loaded from their logs without holding up others, and kept up with them
- `entries`: tables in the store's format
- `lobby`: the list of public tables; `expiry`: tables closed because no one comes back
- `uptime`: the site's time; `sharing`: allowances, and who is connected, between processes
"""
