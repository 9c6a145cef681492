"""Matches between players on the same deals: which one is stronger, by how much, and how certain that is."""
