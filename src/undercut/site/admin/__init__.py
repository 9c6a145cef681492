"""The owner's commands, ``undercut admin``, which work on the database while the site runs.

Begin with `app`, the commands and their options; each calls one function of a module below.
"""
