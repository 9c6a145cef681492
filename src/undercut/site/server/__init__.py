"""The running site: its application, sockets, connections and monitoring.

Begin with `app`, which lists the routes and starts the services; `serve` runs it.

- `middleware`: what lies around the application, such as request ids and the access log
- `openapi`: the description for programs
"""
