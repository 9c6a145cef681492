"""The terminal: playing, replaying, and everything else that the command prints."""
