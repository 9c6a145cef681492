"""Alembic environment; uses the connection passed in by `undercut.site.store.migrations`."""

from alembic import context

from undercut.site.store.schema import metadata

# The context exists only while a command runs; a plain import, as for documentation, must do nothing.
if hasattr(context, "config"):
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        # SQLite cannot change a table in place; Alembic then copies it.
        render_as_batch=True,
    )
    context.run_migrations()
