"""The event store: the log of every table, in SQLite or PostgreSQL.

Begin with `store`, the interface that the rooms use, and `schema`; `writer` commits changes in groups.

- `statements`, `guests`, `deals`, `moderation`: what is read and written, one function each
- `sharing`: what several processes of a site share; `notices`: how one tells the others of a commit
- `database`: connections, data types and faults; `migrations`: earlier schemas
"""
