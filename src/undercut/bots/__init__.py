"""Opponents: they choose among legal moves and see nothing but their seat's view."""
