"""Search code of Cups."""
