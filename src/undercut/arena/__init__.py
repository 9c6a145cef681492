"""Matches between players on the same deals: which one is stronger, by how much, and how certain that is.

Begin with `playing`, the games of a plan, then `contest`, whose `play_match` `undercut.match` calls.
"""
