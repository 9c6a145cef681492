"""Tables as event logs, and the scene of each reader: pure, without input or output.

A command (`commands`) leads to events (`decisions`, `events`), which change a `table`; `showing` makes the `scene` of
each reader.

- `replay`: tables from their logs; `parts`, `names`: seats and players; `opening`: new tables
- `listing`: a table in a list; `judged`: its review; `bot_requests`: what bots are asked, from a view alone
"""
