"""Who asks, and what one client may do."""
