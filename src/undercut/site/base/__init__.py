"""Beneath all else: settings, logs, measurements, background tasks and turns, and the client of a request."""
