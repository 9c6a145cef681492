"""Matches between opponents on the same deals: who is better, by how much, and how sure that is."""
