"""Bots in processes of their own: a bounded number think at once, the others wait in order."""
