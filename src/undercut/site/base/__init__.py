"""Beneath all else: settings, logs, measurements, background tasks, and the client of a request."""
