"""Compiled code of the lab: whole games, and what is counted in them."""
