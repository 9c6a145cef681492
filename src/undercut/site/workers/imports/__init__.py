"""Checking of imported records, in a process of its own."""
