"""Beneath all else in the site; nothing here knows a table.

Begin with `settings`, which environment variables set.

- `client`: the address group and guest of a request; `keys`: signatures and the secret behind them
- `monitoring`: the log and counters; `tasks`: background tasks, and turns of clients; `fonts`: the web fonts
"""
