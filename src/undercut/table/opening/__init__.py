"""How a table begins: from a request to its first events, which `table.decisions`, the site and the edition carry out.

Begin with `terms`, what a new table may be, then `new_table`, the events that follow.

- `terms`: also a form or JSON read as it was typed, corrected for people, and checked
- `new_table`: the first events, seats, secrets, also from a position, and for the same players again
- `records`: finished games from records
- `deals`: the daily deal, and the same deals for two
"""
