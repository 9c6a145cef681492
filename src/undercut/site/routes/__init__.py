"""The addresses of the site: a handler reads what is stored, has a page made of it, and replies.

Begin with `replies` (a page for people, JSON for programs), then read a small set of addresses, such as `editor`.
`server.app` finds the handlers in the modules of addresses; pages come from `undercut.pages`.

- what the handlers share: `services` (the running site, injected as `site`), `replies` (also the
  parameters and refusals in the description of the site), `refusals` (responses to errors)
- addresses: `lobby`, `new_tables`, `deals` (daily deals, duplicates), `books` (rules, lessons, studies), `editor`
  (positions), `files`, also of the edition without a server, and the packages `tables` (one table) and `guest` (one's
  own pages)
"""
