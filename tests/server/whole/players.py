from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import httpx

from tests.server.whole.sites import PATIENCE, SECRET
from undercut.site.base.keys import Keys
from undercut.site.security.guests import Guests, cookie_name

GUESTS = Guests(Keys(SECRET))
NAMES = itertools.count()


@asynccontextmanager
async def connections():
    # Idle connections are left before the server leaves them, at five seconds.
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=1.0)
    async with httpx.AsyncClient(limits=limits, timeout=PATIENCE, verify=False) as client:  # noqa: S501  loopback
        yield client


class Person:
    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        self.http, self.address = http, address
        self.guest = f"{next(NAMES)}-{secrets.token_hex(4)}"
        cookie, token = cookie_name("guest", address.partition(":")[0]), GUESTS.token(self.guest)
        guest = f"{cookie}={GUESTS.write(self.guest)}"
        self.headers = {"cookie": guest, "x-csrf-token": token, "accept": "application/json"}

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(self.address + path, headers=self.headers | headers)

    async def post(self, path: str, **data: object) -> httpx.Response:
        return await self.http.post(self.address + path, headers=self.headers, json=data)

    async def look(self, table: str) -> dict:
        answer = await self.get(f"/t/{table}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def ask(self, table: str, what: str, **more: object) -> httpx.Response:
        return await self.post(f"/t/{table}/{what}", **{"version": (await self.look(table))["version"]} | more)


@dataclass
class Game:
    table: str
    people: list[Person]
    chance: random.Random
    acknowledged: dict[int, str] = field(default_factory=dict)
    over: bool = False

    @classmethod
    async def begin(cls, people: list[Person], game: str, *, bots: tuple[str, ...] = (), seed: int = 0) -> Game:
        first, *others = people
        answer = await first.post("/tables", game=game, opponents=["open"] * len(others) + list(bots))
        assert answer.status_code == 201, answer.text
        table = answer.json()["table"]
        for other in others:
            answer = await other.post(f"/t/{table}/sit", version=answer.json()["version"])
            assert answer.status_code == 200, answer.text
        return cls(table, people, random.Random(seed))

    async def play(self, moves: int = 1) -> int:
        """Let the people play so many moves, or until the game is over; gives how many they were."""
        played, seat, end = 0, 0, time.monotonic() + PATIENCE
        while played < moves and not self.over:
            assert time.monotonic() < end, "the game does not go on"
            scene = await self.people[seat].look(self.table)
            mover = scene["to_move"]
            self.over = scene["phase"] == "over"
            if self.over:
                break
            if mover >= len(self.people):
                await asyncio.sleep(0.02)
            elif mover != seat:
                seat = mover
            elif await self.move(self.people[seat], scene):
                played += 1
        return played

    async def move(self, person: Person, scene: dict) -> bool:
        """Play one of the moves that a person was shown; False if somebody was quicker."""
        version, move = scene["version"], self.chance.choice(scene["moves"])["move"]
        answer = await person.post(f"/t/{self.table}/moves", move=move, version=version)
        if answer.status_code == 409:
            return False
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] == version + 1
        assert version + 1 not in self.acknowledged
        self.acknowledged[version + 1] = move
        return True


class Listening:
    def __init__(self, person: Person, table: str, *, seen: int | None = None, after: int | None = None) -> None:
        self.events: list[tuple[int, dict]] = []
        self.seats: list[list[dict]] = []
        self.status: int | None = None
        path = f"/t/{table}/events" + ("" if after is None else f"?after={after}")
        headers = person.headers | ({} if seen is None else {"last-event-id": str(seen)})
        self.task = asyncio.create_task(self._listen(person.http, person.address + path, headers))

    async def _listen(self, http: httpx.AsyncClient, address: str, headers: dict[str, str]) -> None:
        fields: dict[str, str] = {}
        with suppress(httpx.HTTPError):
            async with http.stream("GET", address, headers=headers) as answer:
                self.status = answer.status_code
                async for line in answer.aiter_lines():
                    name, _, value = line.partition(": ")
                    if line:
                        fields[name] = value
                        continue
                    if fields.get("event") == "seats":
                        self.seats.append(json.loads(fields["data"]))
                    elif "data" in fields:
                        self.events.append((int(fields["id"]), json.loads(fields["data"])))
                    fields = {}

    @property
    def numbers(self) -> list[int]:
        return [number for number, _ in self.events]

    @property
    def lines(self) -> list[dict]:
        return [event["line"] for _, event in self.events]

    async def opened(self) -> Listening:
        await until(lambda: self.seats)
        return self

    async def close(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task


async def until(happens, patience: float = PATIENCE):
    end = time.monotonic() + patience
    while not (found := happens()):
        assert time.monotonic() < end, "it does not happen"
        await asyncio.sleep(0.01)
    return found
