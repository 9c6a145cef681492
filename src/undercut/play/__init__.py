"""The façade: games, states, moves and records as users see them."""
