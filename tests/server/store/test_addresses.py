"""Where a database can be, and what is said if it is not there; never with the password."""

import asyncio
import os
import tempfile
from pathlib import Path

import pytest

from tests.postgres import Server, free_port
from undercut.errors import UndercutError
from undercut.site.store.model import Creation, NewTable, Unavailable
from undercut.site.store.store import Store

pytestmark = pytest.mark.anyio


async def test_a_file_is_made_with_its_folders_and_found_again_from_where_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with await Store.open("sqlite:///some/where else/tables.db") as store:
        await store.create(Creation(NewTable("t1", "cuttle", listed=True, created=0.0), [b"a"]))
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
                await one.create(Creation(NewTable("t1", "cuttle", listed=True, created=0.0), [b"a"]))
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


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables.db",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://ann:secret@host/x",
        "postgresql+asyncpg://ann:secret@h/x",
    ],
)
async def test_an_address_that_is_none_says_what_one_looks_like(url):
    with pytest.raises(UndercutError, match="must be sqlite:///path or postgresql://") as error:
        await Store.open(url)
    assert "secret" not in str(error.value)


async def test_only_their_owner_reads_the_tables(tmp_path):
    umask = os.umask(0)
    try:
        async with await Store.open(f"sqlite:///{tmp_path}/tables.db") as store:
            await store.create(Creation(NewTable("t1", "cuttle", listed=True, created=0.0), [b"a"]))
            modes = {one.name: oct(one.stat().st_mode & 0o777) for one in tmp_path.glob("tables.db*")}
    finally:
        os.umask(umask)
    assert modes == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), "0o600")
