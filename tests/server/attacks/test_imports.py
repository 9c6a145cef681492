import asyncio
import resource
import threading
from contextlib import asynccontextmanager
from dataclasses import replace

import msgspec
import pytest

import undercut
from tests.server.inside import workers
from tests.server.running import Client, running
from tests.touring import played
from undercut.errors import BadRecord
from undercut.site.security.limits import TooMuch
from undercut.site.workers import importer as module
from undercut.site.workers.importer import Checked, Full, Importer, check
from undercut.table.events import read_event
from undercut.table.listing import listing
from undercut.table.opening.records import import_record
from undercut.table.table import Table


def random_record(game: str, seats: int, moves: int, seed: int = 1) -> dict:
    return played(undercut.game(game, seats=seats), seed, moves).record()


@pytest.fixture(scope="module")
def long():
    return max((random_record("cut_the_rope", 8, 400, seed) for seed in range(6)), key=lambda one: len(one["moves"]))


@pytest.mark.parametrize(("game", "seats"), [("cuttle", 2), ("cups", 4), ("cut_the_rope", 8)])
def test_a_checked_record_is_the_table_that_it_would_be_here(game, seats):
    record = random_record(game, seats, 25)
    found = check(msgspec.json.encode(record))
    assert found.games
    opening = import_record(record)
    (imported,) = found.games
    assert [read_event(data) for data in imported.events] == opening.events
    table = Table("")
    for event in opening.events:
        table.apply(event, 0.0)
    assert (imported.shown, imported.seat) == (listing(table), None)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff",
        b"[]",
        b"[" * 500_000,
        b'{"start":' * 100_000,
        b'{"start":{"game":"cuttle","hands":' + b"[" * 900 + b"]" * 900 + b"}}",
        msgspec.json.encode({"start": {"game": "cuttle", "hands": [["Zz"] * 100_000]}}),
        msgspec.json.encode({f"f{number}": 1 for number in range(60_000)}),
        msgspec.json.encode({"start": {"game": "cuttle"}, "moves": ["x"] * 150_000}),
        msgspec.json.encode(random_record("cuttle", 2, 5) | {"moves": ["x" * 500_000]}),
    ],
)
def test_the_faults_of_a_large_record_are_few_and_short(text):
    found = check(text)
    assert 1 <= len(found.faults) <= 20
    assert all(len(fault) <= 300 for fault in found.faults)


class Held:
    def __init__(self, seconds: float = 0.0) -> None:
        self.may = asyncio.Event()
        self.seen: list[bytes] = []
        self.seconds = seconds

    async def check(self, text: bytes, _stop) -> Checked:
        self.seen.append(text)
        await self.may.wait()
        return Checked(self.seconds, faults=["a fault"])


@asynccontextmanager
async def importing(process: Held, budget: float = 0.0):
    importer = Importer(budget, workers(process.check))
    yield importer
    await importer.close()


async def asked(importer, *imports):
    """Import one after the other without waiting for an answer; give the tasks."""
    tasks = []
    for number, (guest, group) in enumerate(imports):
        tasks.append(asyncio.create_task(importer.check(f"{guest}{number}".encode(), guest, group)))
        for _ in range(5):
            await asyncio.sleep(0)
    return tasks


async def outcomes(tasks):
    return [type(found) for found in await asyncio.gather(*tasks, return_exceptions=True)]


async def test_a_guest_imports_one_game_at_a_time_and_an_address_four():
    process = Held()
    async with importing(process) as importer:
        tasks = await asked(importer, ("a", "x"), ("a", "y"), *((guest, "x") for guest in "bcde"), ("f", "z"))
        process.may.set()
        assert await outcomes(tasks) == [BadRecord, TooMuch, BadRecord, BadRecord, BadRecord, TooMuch, BadRecord]
        assert process.seen == [b"a0", b"b2", b"f6", b"c3", b"d4"]  # the other address is not last
        (again,) = await asked(importer, ("a", "x"))
        assert await outcomes([again]) == [BadRecord]


async def test_the_queue_has_an_end():
    process = Held()
    async with importing(process) as importer:
        tasks = await asked(importer, *((str(number), str(number)) for number in range(40)))
        process.may.set()
        assert await outcomes(tasks) == [BadRecord] * 32 + [Full] * 8


async def test_work_that_was_done_counts_against_the_address():
    process = Held(seconds=6.0)
    process.may.set()
    async with importing(process, budget=10.0) as importer:
        found = [await outcomes(await asked(importer, (str(number), "x"))) for number in range(3)]
        assert found == [[BadRecord], [BadRecord], [TooMuch]]
        assert await outcomes(await asked(importer, ("0", "y"))) == [BadRecord]


async def test_an_import_that_is_given_up_counts_as_the_longest():
    process = Held()
    async with importing(process, budget=10.0) as importer:
        (task,) = await asked(importer, ("a", "x"))
        task.cancel()
        assert await outcomes([task]) == [asyncio.CancelledError]
        assert await outcomes(await asked(importer, ("b", "x"))) == [TooMuch]


async def test_an_import_that_takes_too_long_ends_its_process_alone(monkeypatch):
    good = msgspec.json.encode(random_record("cuttle", 2, 5))
    with monkeypatch.context() as patch:
        patch.setattr(module, "_WORK", replace(module._WORK, longest=0.0))  # noqa: SLF001  no one waits 20 s
        hurried = Importer(0.0)
    try:
        with pytest.raises(BadRecord, match="too long"):
            await hurried.check(good, "a", "x")
        hurried._workers._work = module._WORK  # noqa: SLF001  as above
        assert (await hurried.check(good, "a", "x")).games
    finally:
        await hurried.close()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux tells another process's limits")
async def test_the_process_that_checks_has_a_limit_of_memory():
    importer = Importer(0.0)
    try:
        await importer.check(msgspec.json.encode(random_record("cuttle", 2, 5)), "a", "x")
        (process,) = importer._workers._processes  # noqa: SLF001  ours
        assert resource.prlimit(process.pid, resource.RLIMIT_AS)[0] == 1 << 30
    finally:
        await importer.close()


def answered_meanwhile(site: str, work) -> int:
    """Do some work in a thread; count the pages that another client is given meanwhile."""
    thread, client, number = threading.Thread(target=work), Client(site), 0
    thread.start()
    while thread.is_alive():
        assert client.get("/lobby").status_code == 200
        number += 1
    return number


def test_others_are_served_while_a_long_game_is_imported_and_opened(tmp_path, long):
    with running(f"sqlite:///{tmp_path}/tables.db") as site:
        client, found = Client(site), []
        client.get("/lobby")  # the first one loads the game that it shows
        assert answered_meanwhile(site, lambda: found.append(client.post("/import", json=long))) >= 3
        assert found[0].status_code == 201
        table = found[0].json()["table"]
        assert answered_meanwhile(site, lambda: found.append(client.get(f"/t/{table}"))) >= 3
        assert found[1].json()["phase"] == "over"
        shown = found[1].json()
        assert shown["earlier"] + len(shown["log"]) >= len(long["moves"])


def test_an_address_that_has_used_its_budget_is_told_how_long_to_wait(tmp_path):
    record = random_record("cuttle", 2, 30)
    with running(f"sqlite:///{tmp_path}/tables.db", imports=0.001) as site:
        client = Client(site)
        assert client.post("/import", json=record).status_code == 201
        refused = client.post("/import", json=record)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 1
        assert refused.json()["detail"].startswith("Your games have taken a long time")
        page = client.post("/import", json=record, headers={"accept": "text/html"})
        assert "Your games have taken a long time" in page.text
