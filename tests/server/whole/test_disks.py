"""No room to write: players are told so, nothing is half written, and play goes on by itself when there is room."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests import preloaded
from tests.amounts import some
from tests.server.conftest import Database
from tests.server.store.disks import can_mount, full, read_only, small_disk
from tests.server.whole.players import Game, Listening, Person, connections, until
from tests.server.whole.sites import Site, site_process
from tests.server.whole.test_crashes import check, logs

pytestmark = pytest.mark.anyio


@contextmanager
def filled(site: Site, database: Database) -> Iterator[str]:
    del site
    with full(Path(database.path).parent):
        yield "the disk is full"


@contextmanager
def no_larger(site: Site, database: Database) -> Iterator[str]:
    """No file may grow any more, as with a quota."""
    largest = max(path.stat().st_size for path in Path(database.path).parent.iterdir())
    before = resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    try:
        yield "the disk cannot be written or read"
    finally:
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def not_writable(site: Site, database: Database) -> Iterator[str]:
    """The database is read-only, as while it is being moved."""
    del site

    def turn(setting: str) -> None:
        name = database.url.rpartition("/")[2]
        with psycopg.connect(database.url, autocommit=True) as connection:
            connection.execute("set default_transaction_read_only = off")
            connection.execute(f"alter database {name} set default_transaction_read_only = {setting}".encode())
            connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid != pg_backend_pid()")  # fmt: skip  # noqa: E501

    turn("on")
    try:
        yield "read-only"
    finally:
        turn("off")


FAULTS = {"quota": no_larger, "read-only": not_writable} | ({"full": filled} if can_mount() else {})


@pytest.fixture(params=some(FAULTS, 2))
def fault(request):
    return request.param


@pytest.fixture
def database(fault, tmp_path, request) -> Iterator[Database]:
    if fault == "read-only":
        yield Database("postgresql", request.getfixturevalue("postgres_urls")())
        return
    folder = tmp_path / "disk"
    folder.mkdir()
    found = Database("sqlite", f"sqlite:///{folder}/tables.db")
    if fault == "full":
        with small_disk(folder, 2):
            yield found
    else:
        yield found


async def test_no_room_to_write_is_said_and_passes(fault, database, tmp_path):
    async with connections() as http:
        with site_process(tmp_path, database.url) as site:
            two = await Game.begin([Person(http, site.address), Person(http, site.address)], "cuttle")
            one = await Game.begin([Person(http, site.address)], "cuttle", bots=("random",))
            listening = await Listening(one.people[0], one.table, after=0).opened()
            await two.play(3)
            await one.play(2)
            with FAULTS[fault](site, database) as reason:
                refused = await play_until_refused(two)
                assert refused.status_code == 503
                assert refused.json()["detail"].startswith("Nothing was changed: ")
                assert reason in refused.json()["detail"] or fault != "read-only"
                before = logs(database)
                check(database, [two, one])
                for person in two.people:
                    scene = await person.look(two.table)
                    assert scene["version"] == len(before[two.table])
                    page = await person.get(f"/t/{two.table}", accept="text/html")
                    assert page.status_code == 200
                mover = two.people[scene["to_move"]]
                move = {"version": scene["version"], "move": (await mover.look(two.table))["moves"][0]["move"]}
                form = move | {"_csrf_token": mover.headers["x-csrf-token"]}
                page = await http.post(
                    f"{site.address}/t/{two.table}/moves", data=form, headers=mover.headers | {"accept": "text/html"}
                )
                opened = await mover.post("/tables", game="cuttle", opponents=["easy"])
                assert (page.status_code, opened.status_code) == (503, 503)
                assert "<h1>Not available</h1>" in page.text
                assert "Nothing was changed" in page.text
                assert logs(database) == before
            assert await two.play(2) == 2
            assert await one.play(2) == 2 or one.over
            check(database, [two, one])
            version = (await one.people[0].look(one.table))["version"]
            await until(lambda: listening.numbers[-1] >= version)
            heard = [*listening.numbers]  # a bot may have moved meanwhile
            assert heard == list(range(1, heard[-1] + 1))
            await listening.close()
            assert "Traceback" not in site.log


async def play_until_refused(game: Game):
    """Play moves until one is refused: there may be room for some."""
    seat = 0
    for _ in range(3000):
        scene = await game.people[seat].look(game.table)
        assert scene["phase"] == "playing"
        if scene["to_move"] != seat:
            seat = scene["to_move"]
            continue
        version, move = scene["version"], game.chance.choice(scene["moves"])["move"]
        answer = await game.people[seat].post(f"/t/{game.table}/moves", move=move, version=version)
        if answer.status_code != 200:
            return answer
        game.acknowledged[version + 1] = move
    return pytest.fail("nothing is refused")


@pytest.mark.skipif(os.geteuid() == 0 and not can_mount(), reason="root may write everywhere but on such a disk")
def test_a_site_that_cannot_write_says_so_and_does_not_start(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, 2):
        url = f"sqlite:///{folder}/tables.db"
        with site_process(tmp_path, url) as site:
            site.stop(signal.SIGTERM)
        with read_only(folder):
            done = preloaded.run(["serve", "--port", "0", "--database", url])
    assert done.returncode == 1
    assert "read-only" in done.stderr or "cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr
