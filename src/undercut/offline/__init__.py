"""The site in one page, without a server: its tables and pages run in a worker of the reader's own browser.

`build` makes a folder of static files. There, ``service.js`` passes the requests of pages to ``python.js``, a worker.
In it, `bridge` answers them: by `table` and `pages`, the same as the server's, with games kept in the browser's
database and bots in a second worker, which gets views alone.

Begin with `app`, what all requests share, then `routes`, the addresses, and `room`, a table in play.

- `routing`: requests, responses, and how a handler is found; `storage`: the browser's database
- `build`: the folder, with the Python in it; `prepare`: what Node runs for that
"""
