"""Search code of Cut the Rope."""
