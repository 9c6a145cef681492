"""Lessons, and reviews of finished games."""
