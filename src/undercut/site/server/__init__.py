"""The running site: its application, sockets, connections and monitoring.

Begin with `app`, which lists the routes and starts the services; `serve` runs it.
"""
