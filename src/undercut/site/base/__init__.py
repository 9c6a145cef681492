"""Beneath all else in the site; nothing here knows a table.

Begin with `settings`, which environment variables set.
"""
