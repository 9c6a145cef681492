"""The event store: the log of every table, in SQLite or PostgreSQL."""
