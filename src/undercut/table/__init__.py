"""Tables as event logs, and the scene of each reader: pure, without input or output."""
