"""What runs the site: its settings, its sockets, its log and its figures."""
