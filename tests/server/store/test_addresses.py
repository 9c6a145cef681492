import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests import preloaded
from tests.postgres import Server, free_port
from tests.server.running import Client, running
from undercut.errors import UndercutError
from undercut.site.base.settings import database_url
from undercut.site.store.database import Creation, Unavailable, make_engines, sole_server
from undercut.site.store.migrations import migrate
from undercut.site.store.schema import metadata
from undercut.site.store.statements import read_idle
from undercut.site.store.store import Store


async def test_a_file_is_made_with_its_folders_and_found_again_from_where_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with await Store.open("sqlite:///some/where else/tables.db") as store:
        await store.create(Creation("t1", "cuttle", [b"a"]))
    async with await Store.open(f"sqlite:///{tmp_path}/some/where else/tables.db") as store:
        assert len(await store.events("t1")) == 1


async def test_postgresql_is_reached_through_a_socket_with_any_password():
    with tempfile.TemporaryDirectory() as folder:
        await asyncio.to_thread(Path(folder).chmod, 0o777)
        with Server("fsync=off", f"unix_socket_directories={folder}") as server:
            server.execute("ALTER ROLE undercut PASSWORD 'p@ss:w/rd?%20'")
            port = server.url().rsplit(":", 1)[1].split("/")[0]
            url = f"postgresql://undercut:p%40ss%3Aw%2Frd%3F%2520@/postgres?host={folder}&port={port}"
            async with await Store.open(url) as one, await Store.open(url) as other:
                heard = asyncio.Event()
                other.subscribe(lambda *_: heard.set())
                await one.create(Creation("t1", "cuttle", [b"a"]))
                await asyncio.wait_for(heard.wait(), 20)


async def test_opening_says_what_is_wrong_but_never_the_password():
    gone = f"postgresql://ann:secret@127.0.0.1:{free_port()}/tables"
    with pytest.raises(Unavailable, match=r"^the database is away: .*refused") as error:
        await Store.open(gone)
    assert "secret" not in str(error.value)


async def test_opening_names_a_wrong_password_and_a_database_that_is_not_there(postgres):
    with pytest.raises(Unavailable, match="password authentication failed") as error:
        await Store.open(postgres.url().replace("undercut:", "undercut:wrong"))
    assert "wrong" not in str(error.value)
    with pytest.raises(Unavailable, match='database "nowhere" does not exist'):
        await Store.open(postgres.url("nowhere"))


REMOTE = ["mysql://ann:secret@host/x", "postgresql+asyncpg://ann:secret@h/x"]


@pytest.mark.parametrize("url", ["", "tables.db", "sqlite://", "sqlite:///:memory:", *REMOTE])
async def test_an_address_that_is_none_says_what_one_looks_like(url):
    with pytest.raises(UndercutError, match="must be sqlite:///path or postgresql://") as error:
        await Store.open(url)
    assert "secret" not in str(error.value)


async def test_only_their_owner_reads_the_tables(tmp_path):
    umask = os.umask(0)
    try:
        async with await Store.open(f"sqlite:///{tmp_path}/tables.db") as store:
            await store.create(Creation("t1", "cuttle", [b"a"]))
            modes = {one.name: oct(one.stat().st_mode & 0o777) for one in tmp_path.glob("tables.db*")}
    finally:
        os.umask(umask)
    assert modes == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), "0o600")


def test_a_second_server_on_one_sqlite_file_is_refused(url, tmp_path):
    with sole_server(url):
        own = os.environ | {"UNDERCUT_DATA": str(tmp_path)}
        second = preloaded.run(["serve", "--port", "0", "--database", url], env=own)
        assert second.returncode == 1
        assert f"another server already uses {tmp_path}/tables.db" in " ".join(second.stderr.split())
        assert not (tmp_path / "tables.db").exists()
        with sole_server(f"sqlite:///{tmp_path}/others.db"):
            pass
    with sole_server(url):
        pass


def test_a_killed_server_keeps_nobody_away(url):
    code = "import sys, time; from undercut.site.store.database import sole_server\n"
    code += "with sole_server(sys.argv[1]): print('locked', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(UndercutError, match="another server"), sole_server(url):
            pass
        process.kill()
    with sole_server(url):
        pass


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


async def test_a_game_kept_in_the_first_form_is_shown_and_goes_on(tmp_path):
    shutil.copy(EARLIER, tmp_path / "tables.db")
    with running(f"sqlite:///{tmp_path}/tables.db") as site:
        scene = Client(site).look("LrEKbvO8CKN2Y-7f")
        assert (scene["phase"], scene["version"]) == ("playing", 10)
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
        await store.create(Creation(f"t{i}", "cuttle", [b"a"]))
    assert [len(await store.events(f"t{i}")) for i, store in enumerate(reversed(stores))] == [1] * 4
    for store in stores:
        await store.close()
