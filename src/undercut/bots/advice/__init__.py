"""Hints, analyses and reviews, from what a seat can know."""
