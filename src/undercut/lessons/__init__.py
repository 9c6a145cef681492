"""Lessons and puzzles: positions with coached moves, checked against the rules."""
