"""Decisions at a table: what each command and each expired clock leads to, and who may give which command.

Begin with `decide`, from a command to the events that follow or a refusal.
"""
