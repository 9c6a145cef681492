"""Thousands of games of one kind, stepped together by NumPy arrays."""
