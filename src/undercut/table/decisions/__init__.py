"""Decisions at a table: what each command and each expired clock leads to, and who may give which command.

Begin with `decide`, from a command to the events that follow or a refusal.

- `permissions`: the commands that a seat may give now
- `clocks`: what time brings: expired clocks, the pace of bots, answers without a choice
"""
