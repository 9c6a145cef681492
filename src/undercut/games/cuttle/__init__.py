"""Cuttle, for two players."""
