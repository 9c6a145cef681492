"""Searches with a budget, and their results."""
