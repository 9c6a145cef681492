"""The addresses of one table, `/t/TABLE` and below; `server.app` finds the handlers in these modules.

Begin with `reading`, the page of a table and its stream of events, then `acting`, how a command reaches its room.

- `reading`: the page, the part of it that changes, the stream, the rules of a table before its deal
- `acting`: commands, hints, mutes, reports, and links that open a seat on another device
- `finished`: a game after some of its moves, its record, its review, and retries
"""
