"""The site: tables in the browser, for people, bots and programs.

Begin with `routes`, the addresses, and `rooms`, the tables in play.

- `server`: the application and its sockets; `security`: who a client is, and what it may do
- `store`: the log of every table in a database; `workers`: processes in which bots think
- `admin`: the owner's commands; `base`: settings, monitoring and tasks, beneath all others
"""
