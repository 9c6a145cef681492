"""The command ``undercut``: one module for each command or two, over what they share.

Begin with `app`, which lists all commands and gives their exit codes.
"""
