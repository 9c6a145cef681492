"""The event store: the log of every table, in SQLite or PostgreSQL.

Begin with `store`, the interface that the rooms use, and `schema`; `writer` commits changes in groups.

- `statements`, `guests`, `deals`, `moderation`: what is read and written, one function each
- `processes`, `shared_limits`: what several processes of a site share
- `database`: connections and faults; `model`: data types; `migrations`: earlier schemas
"""
