"""The lessons of Cut the Rope: a first one, and exercises."""
