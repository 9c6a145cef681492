"""Tables that are alive: one actor each, its readers, its bots."""
