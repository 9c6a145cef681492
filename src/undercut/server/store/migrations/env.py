"""What Alembic runs for every command: it works on the connection that `undercut.server.store.migrate` hands in."""

from __future__ import annotations

from alembic import context

from undercut.server.store.schema import metadata

# Its context is there only while a command runs; whoever else imports this, to read its docstring, runs nothing.
if hasattr(context, "config"):
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        # SQLite cannot change a table in place; Alembic then copies it.
        render_as_batch=True,
    )
    context.run_migrations()
