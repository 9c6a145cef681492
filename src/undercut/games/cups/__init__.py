"""Cups, for two to eight players."""
