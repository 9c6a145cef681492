"""How the tables of the database came to be: one file a revision, in `versions`; Alembic runs them."""
