"""The addresses of the site: a handler reads what is stored, has a page made of it, and replies.

Begin with `visit` (the running site, a guest's request; a page for people, JSON for programs), then read a small set
of addresses, such as `editor`. `server.app` finds the handlers in the modules of addresses; pages come from
`undercut.pages`.

- what the handlers share: `addresses`, how they are declared for the site's description, and responses to errors
- one table: `table_pages`, the page, the stream of its events, reviews; `table_commands`, how commands reach its room
- other addresses: `lobby` (also new tables), `deals` (daily deals, duplicates), `books` (rules, lessons, studies),
  `editor` (positions), `files`, also of the edition without a server, `guest` (one's own pages)
"""
