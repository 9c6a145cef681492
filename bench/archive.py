"""A database with many tables, for the rows of ``python bench/site.py`` about a site in its later years."""

from __future__ import annotations

import json
import random
import time

from sqlalchemy import insert

from undercut.site.base.settings import database_url
from undercut.site.store.database import make_engines
from undercut.site.store.migrations import migrate
from undercut.site.store.schema import events, holders, tables
from undercut.site.store.statements import recent

FINISHED = 100_000
UNFINISHED = 30_000
GUESTS = 20_000
EVENTS = 8
BATCH = 2000


def fill(url: str, finished: int = FINISHED, unfinished: int = UNFINISHED) -> None:
    """Write finished and unfinished tables into a new database; a tenth of the unfinished ones waits for players.

    Their logs are short, because no list reads them.
    """
    chance, now = random.Random(1), time.time()
    engines = make_engines(database_url(url))
    migrate(engines.writer)
    for first in range(0, finished + unfinished, BATCH):
        with engines.writer.begin() as connection:
            numbers = range(first, min(first + BATCH, finished + unfinished))
            rows = [_table(number, number < finished, chance, now) for number in numbers]
            connection.execute(insert(tables), rows)
            logs = [
                {"table_id": row["id"], "seq": seq, "at": now, "data": b'{"type":"moved","seat":0,"move":"draw"}'}
                for row in rows
                for seq in range(1, EVENTS + 1)
            ]
            connection.execute(insert(events), logs)
            held = [
                {"table_id": row["id"], "seat": seat, "guest": f"guest{chance.randrange(GUESTS)}"}
                for row in rows
                for seat in range(2)
            ]
            connection.execute(insert(holders), held)
    engines.dispose()


def _table(number: int, over: bool, chance: random.Random, now: float) -> dict[str, object]:  # noqa: FBT001  one of the two kinds
    status = "over" if over else "open" if number % 10 == 0 else "playing"
    updated = now - chance.random() * (3e7 if over else 1e6)
    name = f"table{number:015}"
    shown = {
        "table": name,
        "game": "cuttle",
        "title": "Cuttle",
        "rules": "standard",
        "status": status,
        "seats": 2,
        "open": int(status == "open"),
        "players": ["Ann", "" if status == "open" else "Bob"],
        "moves": chance.randrange(60),
        "updated": updated,
    }
    maker = chance.randrange(GUESTS)
    return {
        "id": name,
        "game": "cuttle",
        "listed": True,
        "created": updated - 1000,
        "last": EVENTS,
        "updated": updated,
        "status": status,
        "seats": 2,
        "data": json.dumps(shown).encode(),
        "maker": f"guest{maker}",
        "maker_mark": f"mark{maker // 3}",
        "seen": updated,
        "recent": recent(updated),
    }
