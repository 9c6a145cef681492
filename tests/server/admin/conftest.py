import asyncio
import json

import pytest

from tests.server.inside import opened
from undercut.cli.app import app
from undercut.errors import UndercutError
from undercut.site.base.client import Maker
from undercut.site.base.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.commands import Resign


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    monkeypatch.setenv("UNDERCUT_DATA", str(folder))
    monkeypatch.delenv("UNDERCUT_SECRET", raising=False)
    monkeypatch.setenv("SUDO_USER", "olga")
    return folder


@pytest.fixture
def admin(database, capsys):
    """Do a command; gives what it prints, as data with ``--json``, or expects a refusal with these words."""

    def do(*words, of=database.url, refused=None):
        capsys.readouterr()
        command = ["admin", *map(str, words), "--database", of]
        if refused:
            with pytest.raises(UndercutError, match=refused):
                app(command)
            return None
        assert not app(command)
        text = capsys.readouterr().out
        return json.loads(text) if "--json" in words else text

    return do


async def fill_database(url, wishes, marks=lambda guest: (f"{guest:0<16}",)):
    made = []
    async with await Store.open(url) as store:
        rooms = Rooms(store, Thinkers(0), Settings(database=url, secret="not kept", listed=0, listed_group=0))  # noqa: S106
        for guest, wish in wishes:
            given = {"name": guest.capitalize(), "listed": True} | wish
            over = given.pop("over", False)
            room = await opened(rooms, guest, Maker(guest, marks(guest)), **given)
            made.append(room.id)
            if over:
                await room.obey(guest, Resign())
        await rooms.close()
    return made


@pytest.fixture
def fill(database):
    return lambda *wishes: asyncio.run(fill_database(database.url, wishes))
