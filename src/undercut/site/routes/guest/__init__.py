"""The addresses of a guest's own pages; `server.app` finds the handlers in these modules.

- `own_games`: the lists of a guest's tables, and records to download
- `moving`: a link that brings all seats to another browser
- `privacy`: what the site keeps, display settings, erasure
"""
