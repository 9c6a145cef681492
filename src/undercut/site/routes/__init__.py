"""The addresses of the site: a handler reads what is stored, has a page made of it, and replies.

Begin with `visit` (the running site, a guest's request; a page for people, JSON for programs), then read a small set
of addresses, such as `editor`. `server.app` finds the handlers in the modules of addresses; pages come from
`undercut.pages`.
"""
