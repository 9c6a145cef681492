"""The owner's commands, ``undercut admin``, which work on the database while the site runs.

Begin with `app`, the commands and their options; each calls one function of a module below.

- `lists`: tables, guests, reports; `changes`: a table closed, a player renamed; `guests`: data exported or erased
- `bans`: bans, ended sessions, the secret; `doubts`: what speaks against a ban
- `archive`: old tables moved out and put back; `archive_file`: the file that holds them
- `backups`: whole databases; `postgresql`: by PostgreSQL's own programs
- `database`: the site's database, and the audit log of every change; `printing`: rows for people or as JSON
"""
