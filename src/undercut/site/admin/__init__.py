"""The owner's commands, ``undercut admin``: one module for each concept."""
