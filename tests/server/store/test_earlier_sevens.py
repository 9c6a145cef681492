"""A database of the time when `cuttle-cards-1` and `-2` had `seven_leaves=before`, written by that code."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from undercut.site.rooms.entries import summary_of
from undercut.site.store import Store
from undercut.site.store.engines import database_url, make_engines
from undercut.site.store.migrate import alembic_config, migrate
from undercut.table.events import Dealt, Opened, read_event, write_event
from undercut.table.table import Table

pytestmark = pytest.mark.anyio

EARLIER = Path(__file__).parents[2] / "earlier" / "tables.sqlite"
RULES = {
    "mid-seven-1": {"set": "cuttle-cards-1", "seven_leaves": "before"},
    "mid-seven-2": {"set": "cuttle-cards-2", "seven_leaves": "before"},
    "over-1": {"set": "cuttle-cards-1", "seven_leaves": "before"},
    "over-2": {"set": "cuttle-cards-2", "seven_leaves": "before"},
    "changed": {"set": "cuttle-cards-2", "hand_limit": 5, "seven_leaves": "before"},
    "imported": {"set": "cuttle-cards-2", "seven_leaves": "before"},
    "from-a-seven": {"set": "cuttle-cards-1", "seven_leaves": "before"},
    "open": {"set": "cuttle-cards-2", "seven_leaves": "before"},
    "after": {"set": "cuttle-cards-1", "seven_leaves": "after"},
    "sipie": "sipie",
    "cups": "simple",
}


def rows_of_earlier():
    """All that lies in the earlier database, by table."""
    with closing(sqlite3.connect(EARLIER)) as connection:
        return {
            name: connection.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608  names of our own
            for name in ("tables", "events", "holders")
        }


@pytest.fixture
def engine(database):
    engines = make_engines(database_url(database.url))
    yield engines.writer
    engines.dispose()


@pytest.fixture
def earlier(database, engine):
    """The earlier database: on SQLite its very file, on PostgreSQL its rows at the same revision."""
    if database.kind == "sqlite":
        shutil.copy(EARLIER, database.path)
        return database
    migrate(engine, "0002")
    with engine.begin() as connection:
        for name, rows in rows_of_earlier().items():
            marks = ", ".join(f":v{place}" for place in range(len(rows[0])))
            for row in rows:
                values = {f"v{place}": value for place, value in enumerate(row)}
                if name == "tables":
                    values["v2"] = bool(values["v2"])
                connection.execute(text(f"INSERT INTO {name} VALUES ({marks})"), values)  # noqa: S608  as above
    return database


async def tables_of(database):
    found = {}
    async with await Store.open(database.url) as store:
        for name in RULES:
            found[name] = Table(name)
            for stored in await store.events(name):
                found[name].apply(read_event(stored.data), stored.at)
    return found


def logs(engine):
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT table_id, seq, data FROM events ORDER BY table_id, seq")).all()
        shown = connection.execute(text("SELECT id, data FROM tables ORDER BY id")).all()
    return (
        [(table, seq, json.loads(bytes(data))) for table, seq, data in rows],
        [(table, json.loads(bytes(data))) for table, data in shown],
    )


async def test_every_table_of_that_time_goes_on_under_its_own_rules(earlier):
    tables = await tables_of(earlier)
    assert {name: table.game.rules for name, table in tables.items()} == RULES
    assert tables["mid-seven-1"].phase == tables["mid-seven-2"].phase == "playing"
    assert tables["over-1"].phase == tables["over-2"].phase == "over"
    for name in ("mid-seven-1", "mid-seven-2"):
        state = tables[name].state
        assert state.position()["phase"] == "seven"
        assert state.position()["suspended"] == []
        lone = next(str(move) for move in state.legal_moves() if str(move)[0] == "3" and str(move).endswith("!"))
        state.play(lone)


async def test_lists_show_the_rules_that_a_table_of_that_time_keeps(earlier):
    tables = await tables_of(earlier)
    async with await Store.open(earlier.url) as store:
        shown = {summary.table: json.loads(summary.data) for summary in await store.held("ann", limit=100)}
    assert shown
    for name, found in shown.items():
        expected = json.loads(summary_of(tables[name]).data)
        assert (found["chosen"], found["rules"]) == (expected["chosen"], expected["rules"])


async def test_the_way_back_gives_the_very_tables_of_that_time(earlier, engine):
    if earlier.kind == "sqlite":
        migrate(engine, "0002")
    before = logs(engine)
    migrate(engine)
    assert logs(engine) != before
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0002")
    assert logs(engine) == before


def insert(engine, table, shown, *events):
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO tables (id, game, listed, created, last, updated, seats, data)"
                " VALUES (:table, 'cuttle', true, 1, 1, 1, 2, :shown)"
            ),
            {"table": table, "shown": shown},
        )
        for seq, data in enumerate(events, 1):
            connection.execute(
                text("INSERT INTO events (table_id, seq, at, data) VALUES (:table, :seq, 1, :data)"),
                {"table": table, "seq": seq, "data": data},
            )


@pytest.mark.parametrize(
    ("rules", "as_then"),
    [
        ("cuttle-cards-1", "cuttle-cards-1"),
        ({"set": "cuttle-cards-2", "hand_limit": 5}, {"set": "cuttle-cards-2", "hand_limit": 5}),
        ({"set": "sipie", "seven_leaves": "played"}, {"set": "sipie", "seven_leaves": "before"}),
    ],
)
def test_the_way_back_puts_a_seven_that_waits_into_the_scrap(engine, rules, as_then):
    migrate(engine)
    position = {"rules": rules, "phase": "seven", "scrap": ["Kd"], "suspended": ["7c"]}
    shown = json.dumps({"rules": "as shown", "chosen": rules}).encode()
    insert(engine, "new", shown, write_event(Opened("cuttle", rules, 2)), write_event(Dealt(position)))
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0002")
    events, tables = logs(engine)
    assert [event["rules"] for _, seq, event in events if seq == 1] == [as_then]
    expected = {"rules": as_then, "phase": "seven", "scrap": ["Kd", "7c"], "suspended": []}
    assert [event["position"] for _, seq, event in events if seq == 2] == [expected]
    assert [found["chosen"] for _, found in tables] == [as_then]


def test_what_is_no_event_is_left_as_it_is(database, engine):
    migrate(engine, "0002")
    insert(engine, "odd", b"shown", b"[1]", b"dealt")
    migrate(engine)
    assert [bytes(data) for (data,) in database.query("SELECT data FROM events ORDER BY seq")] == [b"[1]", b"dealt"]
