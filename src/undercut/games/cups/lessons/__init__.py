"""The lessons of Cups: a first one, and exercises."""
