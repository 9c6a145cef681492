"""Running the site: settings, sockets, log, monitoring."""
