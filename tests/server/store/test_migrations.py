"""The database's tables, from their first form to the newest and back, with what is in them."""

from __future__ import annotations

import asyncio

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from undercut.errors import UndercutError
from undercut.site.store import Creation, NewTable, Store
from undercut.site.store.engines import database_url, make_engines
from undercut.site.store.migrate import alembic_config, migrate
from undercut.site.store.schema import metadata

pytestmark = pytest.mark.anyio

FIRST = [
    """INSERT INTO tables (id, game, listed, created, last, updated, status, seats, data)
       VALUES ('old', 'cups', true, 1, 2, 3, 'playing', 4, CAST('shown' AS BYTES))""",
    "INSERT INTO events (table_id, seq, at, data) VALUES ('old', 1, 1, CAST('opened' AS BYTES))",
    "INSERT INTO events (table_id, seq, at, data) VALUES ('old', 2, 3, CAST('dealt' AS BYTES))",
    "INSERT INTO holders (table_id, seat, guest) VALUES ('old', 0, 'ann')",
]
"""A game as it was kept in the first form; never changed, for such databases exist."""


@pytest.fixture
def engine(database):
    engines = make_engines(database_url(database.url))
    yield engines.writer
    engines.dispose()


def keep_first(database):
    for statement in FIRST:
        database.query(statement.replace("BYTES", "BLOB" if database.kind == "sqlite" else "bytea"))


def revisions(engine):
    with engine.begin() as connection:
        script = ScriptDirectory.from_config(alembic_config(connection))
    return [revision.revision for revision in reversed(list(script.walk_revisions()))]


def downgrade(engine, revision):
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), revision)


def shape(engine):
    """All that the database says of its tables."""
    with engine.begin() as connection:
        found = inspect(connection)
        return {
            name: (
                [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(name)],
                found.get_pk_constraint(name)["constrained_columns"],
                sorted(index["name"] for index in found.get_indexes(name)),
                [key["referred_table"] for key in found.get_foreign_keys(name)],
            )
            for name in found.get_table_names()
            if name != "alembic_version"
        }


async def test_a_game_kept_in_the_first_form_goes_on(database, engine):
    migrate(engine, "0001")
    keep_first(database)
    async with await Store.open(database.url) as store:
        assert await store.unfinished() == ["old"]
        await store.append("old", 3, [b"moved"])
        assert [event.data for event in await store.events("old")] == [b"opened", b"dealt", b"moved"]
        assert [(shown.table, shown.data) for shown in await store.held("ann")] == [("old", b"shown")]


def test_each_step_back_undoes_exactly_its_step_and_keeps_the_games(database, engine):
    steps = revisions(engine)
    shapes = [{}]
    for revision in steps:
        migrate(engine, revision)
        shapes.append(shape(engine))
    keep_first(database)
    for revision, expected in zip(reversed(steps[:-1]), reversed(shapes[1:-1]), strict=True):
        downgrade(engine, revision)
        assert shape(engine) == expected
        assert database.query("SELECT seq FROM events ORDER BY seq") == [(1,), (2,)]
    downgrade(engine, "base")
    assert shape(engine) == {}
    migrate(engine)
    assert shape(engine) == shapes[-1]


def test_the_newest_form_is_the_one_that_the_code_uses(engine):
    migrate(engine)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


async def test_a_database_of_a_newer_undercut_is_left_alone(database, engine):
    migrate(engine)
    database.query("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UndercutError, match=r"written by a newer version of Undercut.*9999"):
        await Store.open(database.url)
    assert database.query("SELECT version_num FROM alembic_version") == [("9999",)]


async def test_processes_that_start_together_migrate_once(database):
    stores = await asyncio.gather(*(Store.open(database.url) for _ in range(4)))
    for i, store in enumerate(stores):
        await store.create(Creation(NewTable(f"t{i}", "cuttle", listed=True, created=0.0), [b"a"]))
    assert [len(await store.events(f"t{i}")) for i, store in enumerate(reversed(stores))] == [1] * 4
    for store in stores:
        await store.close()
