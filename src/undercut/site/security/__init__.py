"""Clients: identity, bans, limits."""
