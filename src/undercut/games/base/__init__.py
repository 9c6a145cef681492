"""What every game has: its definition, the registry, the book, and what follows from a definition."""
