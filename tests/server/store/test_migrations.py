"""The database: made as the code uses it, opened as it was kept, and left alone where another program made it."""

import asyncio
import shutil
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests.server.running import Client, running
from undercut.errors import UndercutError
from undercut.site.store.database import database_url, make_engines
from undercut.site.store.migrations import migrate
from undercut.site.store.model import Creation, NewTable
from undercut.site.store.schema import metadata
from undercut.site.store.statements import read_idle
from undercut.site.store.store import Store

pytestmark = pytest.mark.anyio

EARLIER = Path(__file__).parents[2] / "earlier" / "tables.sqlite"
"""A game in progress, kept when the schema had its first revision; never changed, for such databases exist."""


@pytest.fixture
def engine(database):
    engines = make_engines(database_url(database.url))
    yield engines.writer
    engines.dispose()


def test_the_newest_form_is_the_one_that_the_code_uses(engine):
    migrate(engine)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_game_kept_in_the_first_form_is_shown(tmp_path):
    shutil.copy(EARLIER, tmp_path / "tables.db")
    with running(f"sqlite:///{tmp_path}/tables.db") as site:
        scene = Client(site).look("LrEKbvO8CKN2Y-7f")
        assert (scene["phase"], scene["version"]) == ("playing", 10)


async def test_a_game_kept_in_the_first_form_goes_on(tmp_path):
    shutil.copy(EARLIER, tmp_path / "tables.db")
    async with await Store.open(f"sqlite:///{tmp_path}/tables.db") as store:
        (table,) = await store.ask(read_idle, 1e12)
        assert list(await store.holders(table)) == [0]
        await store.append(table, 11, [b"moved"])
        assert (await store.events(table))[-1].data == b"moved"


@pytest.mark.parametrize("revision", ["0013", "9999"])
async def test_a_database_of_another_undercut_is_left_alone(database, engine, revision):
    migrate(engine)
    database.query(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608  from above
    with pytest.raises(UndercutError, match=rf"revision {revision}; .*: use that version, or name another database"):
        await Store.open(database.url)
    assert database.query("SELECT version_num FROM alembic_version") == [(revision,)]


async def test_tables_without_a_revision_are_left_alone(database):
    database.query("CREATE TABLE tables (id INTEGER)")
    with pytest.raises(UndercutError, match=r"revision none; .*: use that version, or name another database"):
        await Store.open(database.url)
    assert database.query("SELECT * FROM tables") == []


async def test_processes_that_start_together_migrate_once(database):
    stores = await asyncio.gather(*(Store.open(database.url) for _ in range(4)))
    for i, store in enumerate(stores):
        await store.create(Creation(NewTable(f"t{i}", "cuttle", listed=True, created=0.0), [b"a"]))
    assert [len(await store.events(f"t{i}")) for i, store in enumerate(reversed(stores))] == [1] * 4
    for store in stores:
        await store.close()
