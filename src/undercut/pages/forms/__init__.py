"""Forms: a new table, the position editor, invitations."""
