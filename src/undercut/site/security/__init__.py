"""Clients: identity, bans, limits.

Begin with `guards`, which every request passes.
"""
