"""The event store: the log of every table, in SQLite or PostgreSQL.

Begin with `store`, the interface that the rooms use, and `schema`; `writer` commits changes in groups.
"""
