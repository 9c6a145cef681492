"""Runs rules of any game as plain Python and compiled; knows no game."""
