from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

import httpx

from tests.server.whole.sites import USUAL
from undercut.site.base.settings import Settings
from undercut.site.server.app import make_app
from undercut.site.server.serve import Server, listen

PATIENCE = 60.0
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Without it, each client of HTTPX reads all certificates of the machine."""


@contextmanager
def running(database: str, **settings) -> Iterator[str]:
    chosen = Settings(database=database, **USUAL | settings)
    listener = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = Server(make_app(chosen), chosen)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        wait_for(lambda: server.started or not thread.is_alive())
        yield address
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
        for client in [client for client in Client.opened if client.site == address]:
            Client.opened.remove(client)
            client.close()
        assert not thread.is_alive(), "the site does not stop"


def wait_for(happens, patience: float = PATIENCE):
    end = time.monotonic() + patience
    while not (found := happens()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
    return found


def get(address: str, **more) -> httpx.Response:
    """Get a page without cookies; HTTPX by itself waits five seconds, and a busy machine may take longer."""
    return httpx.get(address, timeout=PATIENCE, verify=NO_TLS, **more)


def post(address: str, **more) -> httpx.Response:
    return httpx.post(address, timeout=PATIENCE, verify=NO_TLS, **more)


class Client(httpx.Client):
    """Somebody with a cookie of their own, who speaks JSON unless asked otherwise; keeps all that it was ever sent."""

    opened: ClassVar[list[Client]] = []

    def __init__(self, address: str, **headers: str) -> None:
        self.site = address
        Client.opened.append(self)
        heads = {"accept": "application/json"} | headers
        super().__init__(base_url=address, timeout=PATIENCE, headers=heads, verify=NO_TLS)
        self.heard: list[str] = []
        self.headers["x-csrf-token"] = self.get("/about").cookies["csrf"]

    def at(self, address: str) -> Client:
        other = Client(address)
        other.cookies.clear()
        other.cookies.update(dict(self.cookies))
        other.headers["x-csrf-token"] = self.headers["x-csrf-token"]
        return other

    def send(self, request, **options):
        response = super().send(request, **options)
        if not options.get("stream"):
            self.heard.append(response.text)
        return response

    def open(self, **wish) -> str:
        response = self.post("/tables", json=wish)
        assert response.status_code == 201, response.text
        return response.json()["table"]

    def look(self, table: str) -> dict:
        response = self.get(f"/t/{table}")
        assert response.status_code == 200, response.text
        return response.json()

    def ask(self, table: str, what: str, **more) -> httpx.Response:
        return self.post(f"/t/{table}/{what}", json={"version": self.look(table)["version"]} | more)

    def page(self, address: str) -> str:
        return self.get(address, headers={"accept": "text/html"}).text


def two_at(site: str, game: str = "cuttle", **wish) -> tuple[str, Client, Client]:
    ann, bob = Client(site), Client(site)
    table = ann.open(game=game, opponents=["open"], name="Ann", **wish)
    assert bob.ask(table, "sit", name="Bob").status_code == 200
    return table, ann, bob


class Listener(threading.Thread):
    def __init__(self, client: Client, path: str, **headers: str) -> None:
        super().__init__(daemon=True)
        self.client, self.path, self.extra = client, path, headers
        self.text = ""
        self.ended = False
        self.start()

    def run(self) -> None:
        try:
            with self.client.stream("GET", self.path, headers=self.extra, timeout=PATIENCE) as response:
                for chunk in response.iter_text():
                    self.text += chunk
        except httpx.HTTPError:
            pass
        self.ended = True

    def events(self) -> list[tuple[int | None, dict]]:
        found = []
        for block in self.text.split("\n\n")[:-1]:
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line and line[0] != ":")
            if "data" in fields and "event" not in fields:
                found.append((int(fields["id"]), json.loads(fields["data"])))
        return found
