"""Greedy move choice: one kernel for the bot and for simulations, on every host."""
