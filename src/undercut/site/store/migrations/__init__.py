"""Alembic migrations, one file per revision in `versions`."""
