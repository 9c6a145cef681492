"""The running site: its application, sockets, connections and monitoring."""
