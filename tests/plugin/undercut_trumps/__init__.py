"""Trumps, a game for Undercut in a distribution of its own."""
