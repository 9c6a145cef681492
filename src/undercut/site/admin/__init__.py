"""The owner's commands, ``undercut admin``, which work on the database while the site runs.

Begin with `app`, the commands and their options; each calls one function of a module below.

- `lists`: tables, guests, reports, for people or as JSON
- `changes`: a table closed, a player renamed, a guest's data exported or erased
- `bans`: bans and what speaks against them, ended sessions, the secret
- `archive`: old tables moved out to a file and put back
- `backups`: whole databases
- `database`: the site's database, and the audit log of every change
"""
