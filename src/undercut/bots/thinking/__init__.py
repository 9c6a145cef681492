"""Searches with a budget, and what they found."""
