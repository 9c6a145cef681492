"""Hints, explanations and analyses."""
