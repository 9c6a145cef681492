"""The rules of each game, and the hosts that they run on."""
