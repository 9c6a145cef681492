"""The revisions of the database's tables; a published one is never changed."""
