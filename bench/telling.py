"""What a player learns from the times of bots, and how long bots take while one seat floods the site with requests.

Rows of ``python bench/site.py``. A player plays one-offs against a `master` bot and notes how long it takes to answer
each; afterwards the record of the game tells whether the bot held a two. Simple classifiers guess that from the time.
The area under the curve (AUC) of a classifier is 0.5 where the times tell nothing and 1 where they tell all.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from load import Client

import undercut

STEP = 0.5
FLOOD = 60
WARMING = 10.0
BUSY_TABLES = 6

CLASSIFIERS: dict[str, Callable[[float, float], float]] = {
    "longer": lambda seconds, _: seconds,
    "far from usual": lambda seconds, median: abs(seconds - median),
    "within a step": lambda seconds, median: (seconds - median) % STEP,
}


def auc(yes: Sequence[float], no: Sequence[float]) -> tuple[float, float]:
    """Return the AUC of a score, whichever way round it tells more, and its upper 95 % bound (Hanley and McNeil)."""
    wins = sum((one > other) + (one == other) / 2 for one in yes for other in no)
    area = wins / (len(yes) * len(no))
    area = max(area, 1 - area)
    first, second = area / (2 - area), 2 * area * area / (1 + area)
    spread = area * (1 - area) + (len(yes) - 1) * (first - area**2) + (len(no) - 1) * (second - area**2)
    return area, area + 1.96 * math.sqrt(spread / (len(yes) * len(no)))


async def game(port: int, level: str, chance: random.Random, end: float) -> list[tuple[float, bool]]:
    """Play one game of Cuttle; return the time of each answer to a one-off, and whether the bot had a choice.

    Args:
        end: When to resign at the latest.
    """
    player, arrived, changed = Client(port), dict[int, float](), asyncio.Event()

    def heard(number: int, at: float) -> None:
        arrived[number] = at
        changed.set()

    await player.request("GET", "/lobby")
    wish = {"game": "cuttle", "opponents": [level], "name": "Ann"}
    table = json.loads(await player.request("POST", "/tables", wish))["table"]
    listening = asyncio.create_task(player.listen(f"/t/{table}/events", heard))
    while True:
        changed.clear()
        scene = json.loads(await player.request("GET", f"/t/{table}"))
        if scene["phase"] == "over" or time.perf_counter() > end:
            break
        if scene["moves"]:
            moves = [move for move in scene["moves"] if move["kind"] == "one-off"] or scene["moves"]
            move = {"version": scene["version"], "move": chance.choice(moves)["move"]}
            await player.request("POST", f"/t/{table}/moves", move)
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), 30)
    if scene["phase"] != "over":
        await player.request("POST", f"/t/{table}/resign", {})
        scene = json.loads(await player.request("GET", f"/t/{table}"))
    listening.cancel()
    record = json.loads(await player.request("GET", f"/t/{table}/record.json"))
    return answers(record, [line["seq"] for line in scene["log"] if line["move"]], arrived)


def answers(record: dict[str, object], numbers: list[int], arrived: dict[int, float]) -> list[tuple[float, bool]]:
    """Find the bot's answers to one-offs in a record.

    Args:
        numbers: The event's number of each move.
        arrived: When each event arrived.
    """
    state, found = undercut.replay(record), list[tuple[float, bool]]()
    for place in reversed(range(len(numbers))):
        while len(state.moves) > place:  # a resignation is undone, too
            state.undo()
        number = numbers[place]
        at, before = arrived.get(number), arrived.get(number - 1)
        if at and before and state.to_move == 1 and state.view(None)["phase"] == "counter":
            found.append((at - before, len(state.legal_moves()) > 1))
    return found


async def times(port: int, seconds: float) -> dict[str, float]:
    """Guess from a `master` bot's times whether it holds a two: on an idle site, then on a busy one."""
    figures: dict[str, float] = {}
    for name, tables in (("idle", 1), ("busy", BUSY_TABLES)):
        found: list[tuple[float, bool]] = []
        await game(port, "master", random.Random(0), time.perf_counter() + WARMING)
        end = time.perf_counter() + seconds

        async def play(seed: int, end: float = end, found: list[tuple[float, bool]] = found) -> None:
            chance = random.Random(seed)
            while time.perf_counter() < end:
                found += await game(port, "master", chance, end)

        await asyncio.gather(*(play(seed) for seed in range(tables)))
        figures |= {f"{name} {what}": figure for what, figure in guesses(found).items()}
    return figures


def guesses(found: list[tuple[float, bool]]) -> dict[str, float]:
    """Return the figures of all classifiers."""
    median = statistics.median(seconds for seconds, _ in found)
    figures = {"decisions": len(found), "with a choice": sum(held for _, held in found), "median ms": 1000 * median}
    for name, score in CLASSIFIERS.items():
        yes, no = ([score(seconds, median) for seconds, held in found if held is wanted] for wanted in (True, False))
        if yes and no:
            figures[f"AUC {name}"], figures[f"AUC {name}, bound"] = auc(yes, no)
    return figures


async def hints(port: int, seconds: float) -> dict[str, float]:
    """Return how long an easy bot takes while one seat asks for the same hint 60 times, at table after table."""
    waits, chance = list[float](), random.Random(0)
    await game(port, "easy", chance, time.perf_counter() + WARMING)
    flooding, end = asyncio.create_task(flood(port)), time.perf_counter() + seconds
    while time.perf_counter() < end:
        waits += [wait for wait, _ in await game(port, "easy", chance, end)]
    flooding.cancel()
    await asyncio.gather(flooding, return_exceptions=True)
    return {"answers": len(waits), "median ms": 1000 * statistics.median(waits), "longest ms": 1000 * max(waits)}


async def flood(port: int) -> None:
    """Ask for the same hint on many connections at once, then for one at another table."""
    clients = [Client(port) for _ in range(FLOOD)]
    await clients[0].request("GET", "/lobby")
    for client in clients:
        client.cookies = clients[0].cookies
    while True:
        made = await clients[0].request("POST", "/tables", {"game": "cuttle", "opponents": ["easy"]})
        table = json.loads(made)["table"]
        wish = {"version": json.loads(await clients[0].request("GET", f"/t/{table}"))["version"]}
        await asyncio.gather(*(client.request("POST", f"/t/{table}/hint", wish) for client in clients))
