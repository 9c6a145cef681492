"""How a table begins: from a request to its first events, which `table.decisions`, the site and the edition carry out.

Begin with `terms`, what a new table may be, then `new_table`, the events that follow.
"""
