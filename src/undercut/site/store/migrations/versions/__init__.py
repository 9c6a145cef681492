"""Revisions of the schema."""
