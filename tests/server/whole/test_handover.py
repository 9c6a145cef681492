"""A server hands over to its successor in the middle of games, and either may be killed at every step of it."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests import preloaded
from tests.amounts import THOROUGH
from tests.server.conftest import Database
from tests.server.whole.players import Game, Person, connections, until
from tests.server.whole.sites import PATIENCE, SECRET, Site, site_process
from tests.server.whole.test_crashes import logs

pytestmark = pytest.mark.anyio

# Notes which process commits, and lets it die before or after a call of a function.
PROGRAM = """
import asyncio, importlib, os, signal
import undercut.cli.app
from undercut.site.store.writer import Writer

def dying(owner, name, number, when):
    original, calls = getattr(owner, name), [0]

    def die(moment):
        calls[0] += moment == "before"
        if (moment, calls[0]) == (when, number):
            os.kill(os.getpid(), signal.SIGKILL)  # or SIGSTOP

    async def slow(*arguments, **options):
        die("before")
        found = await original(*arguments, **options)
        die("after")
        return found

    def quick(*arguments, **options):
        die("before")
        found = original(*arguments, **options)
        die("after")
        return found

    setattr(owner, name, slow if asyncio.iscoroutinefunction(original) else quick)

def noting(original):
    def together(self, group):
        found = original(self, group)
        with open(os.environ["UNDERCUT_DATA"] + "/commits", "a") as file:
            file.write(f"{os.getpid()}\\n")
        return found
    return together

Writer._together = noting(Writer._together)
place, number, when = DEATH
if place:
    module, *names = place.split("/")
    owner = importlib.import_module("undercut.site." + module)
    for name in names[:-1]:
        owner = getattr(owner, name)
    dying(owner, names[-1], number, when)
undercut.cli.app.main()
"""
ALIVE = ("", 0, "")

OLD_DIES = [
    ("operations.handover/hear", 1, "after"),  # the successor has asked
    ("operations.handover/tell", 1, "after"),  # the sockets are offered
    ("operations.handover/hear", 2, "after"),  # the successor wants them
    ("operations.serve/Server/shutdown", 1, "before"),
    ("rooms.rooms/Rooms/drain", 1, "after"),
    ("store.store/Store/close", 2, "before"),  # the first one tries the database at the start
    ("store.store/Store/close", 2, "after"),
    ("operations.serve/serves", 1, "before"),  # the lock is released
    ("operations.handover/tell", 3, "after"),  # and the successor knows it
    ("operations.handover/hear", 3, "after"),  # the successor serves
]
NEW_DIES = [
    ("operations.handover/tell", 1, "after"),  # it has asked
    ("operations.handover/Predecessor/ask", 1, "after"),  # it has the sockets
    ("operations.handover/tell", 2, "after"),  # it wants them
    ("operations.handover/Predecessor/drain", 1, "after"),
    ("operations.serve/Server/run_at", 1, "before"),  # it has the lock
    ("store.store/Store/open", 1, "after"),
    ("operations.handover/Predecessor/confirm", 1, "before"),  # it serves
]
NEW_HANGS = NEW_DIES[3:]
OLD_HANGS = [OLD_DIES[3], OLD_DIES[5]]
USUAL_OLD = OLD_DIES if THOROUGH else [OLD_DIES[0], OLD_DIES[7]]
USUAL_NEW = NEW_DIES if THOROUGH else [NEW_DIES[4]]
ON_POSTGRESQL = [(OLD_DIES[5], ALIVE), (OLD_DIES[7], ALIVE), (ALIVE, NEW_DIES[4]), (ALIVE, NEW_DIES[6])]


def program(death: tuple[str, int, str] = ALIVE) -> tuple[str, str]:
    return ("-c", PROGRAM.replace("DEATH", repr(death)))


def hanging(death: tuple[str, int, str] = ALIVE) -> tuple[str, str]:
    """A program that stops where others die, and waits for less long."""
    brief = "from undercut.site.operations import handover; handover.DRAINING, handover.STARTING = 3.0, 3.0\n"
    return ("-c", brief + program(death)[1].replace("signal.SIGKILL", "signal.SIGSTOP"))


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Bots need no compiler here."""
    monkeypatch.setenv("UNDERCUT_HOST", "plain")


class Faithful:
    """People who play on whatever happens, and a reader who misses nothing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.faults: list[httpx.TransportError] = []
        self.seen: list[int] = []
        self.retries: list[int] = []
        self.tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._read())]

    async def _play(self) -> None:
        while not self.game.over:
            try:
                await self.game.play(1)
            except httpx.TransportError as error:
                self.faults.append(error)
            except AssertionError as error:  # a 503
                assert "replaced" in str(error) or "closed" in str(error), error
            await asyncio.sleep(0.01)

    async def _read(self) -> None:
        """Read the events as browsers do."""
        person, pause = self.game.people[0], 1.0
        while True:
            headers = person.headers | {"last-event-id": str(self.seen[-1] if self.seen else 0)}
            path = f"{person.address}/t/{self.game.table}/events"
            try:
                async with person.http.stream("GET", path, headers=headers) as answer:
                    async for line in answer.aiter_lines():
                        if line.startswith("id: "):
                            self.seen.append(int(line[4:]))
                        elif line.startswith("retry: "):
                            pause = int(line[7:]) / 1000
                            self.retries.append(int(line[7:]))
            except httpx.TransportError as error:
                self.faults.append(error)
            await asyncio.sleep(pause)

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        for task in self.tasks:
            with suppress(asyncio.CancelledError):
                await task

    @property
    def refused(self) -> list[httpx.TransportError]:
        return [fault for fault in self.faults if isinstance(fault, httpx.ConnectError)]


def check(database, games: list[Game], folder: Path) -> None:
    """Hold that nothing acknowledged is lost, and that processes did not commit in turns."""
    written = logs(database)
    for game in games:
        log = written[game.table]
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        moves = {seq: event["move"] for seq, event in log if event["type"] == "moved"}
        assert game.acknowledged.items() <= moves.items()
    commits = (folder / "commits").read_text().split()
    turns = [process for process, _ in itertools.groupby(commits)]
    assert len(turns) <= 3, turns


@contextmanager
def successor(folder: Path, database: str, old: Site, death: tuple[str, int, str] = ALIVE, program=program):
    """Start a successor in the background."""
    words = ["serve", "--take-over", "--port", str(old.port), "--database", database]
    own = {"UNDERCUT_DATA": str(folder), "UNDERCUT_SECRET": SECRET, "UNDERCUT_PACE": "0", "UNDERCUT_RATE": "0"}
    own |= {"UNDERCUT_OPENED": "0", "UNDERCUT_THINKERS": "1", "UNDERCUT_STREAMS": "0"}
    with (
        (folder / "successor.log").open("ab") as log,
        preloaded.Process(
            words, program=program(death), env=os.environ | own, streams=(None, subprocess.PIPE, log)
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


async def begun(http: httpx.AsyncClient, site: Site) -> list[Faithful]:
    """Begin games of people, and one with a bot."""
    mixes = [("cut_the_rope", 2, ()), ("cups", 2, ()), ("cut_the_rope", 2, ("greedy",))]
    games = [
        await Game.begin([Person(http, site.address) for _ in range(persons)], game, bots=bots, seed=seed)
        for seed, (game, persons, bots) in enumerate(mixes)
    ]
    faithful = [Faithful(game) for game in games]
    await until(lambda: all(len(game.acknowledged) > 2 for game in games))
    return faithful


async def play_on(faithful: list[Faithful], moves: int = 3) -> None:
    """Let everybody play some moves from now on."""
    before = [len(each.game.acknowledged) for each in faithful]
    await until(
        lambda: all(
            each.game.over or len(each.game.acknowledged) >= number + moves
            for each, number in zip(faithful, before, strict=True)
        )
    )


async def test_a_successor_takes_over_in_the_middle_of_games(database, tmp_path):
    async with connections() as http:
        with site_process(tmp_path, database.url, program=program()) as old:
            faithful = await begun(http, old)
            assert (tmp_path / f"hand-over-{old.port}").stat().st_mode & 0o777 == 0o600
            with successor(tmp_path, database.url, old) as new:
                await asyncio.to_thread(old.process.wait, PATIENCE)
                assert old.process.returncode == 0
                await play_on(faithful, 5)
                assert new.poll() is None
                for each in faithful:
                    last = max(each.game.acknowledged)
                    await until(lambda each=each, last=last: each.seen[-1] >= last)
                    await each.end()
                    assert each.seen == list(range(1, each.seen[-1] + 1))
                    assert not each.refused
                    assert {retry == 1000 or 100 <= retry < 1000 for retry in each.retries} == {True}
                    assert any(retry < 1000 for retry in each.retries)
                check(database, [each.game for each in faithful], tmp_path)
                new.terminate()
                assert await asyncio.to_thread(new.wait, PATIENCE) == 0
            assert "Traceback" not in old.log
        assert not (tmp_path / f"hand-over-{old.port}").exists()


async def test_a_clock_goes_on_at_the_successor_and_charges_no_more_than_passed(tmp_path):
    database, clock = sqlite(tmp_path), {"time": "game 600 0", "zero": "lose"}
    async with connections() as http:
        with site_process(tmp_path, database.url, program=program()) as old:
            people = [Person(http, old.address) for _ in range(2)]
            opened = (await people[0].post("/tables", game="cuttle", opponents=["open"], clock=clock)).json()
            table, begun = opened["table"], time.monotonic()
            sat = await people[1].post(f"/t/{table}/sit", version=opened["version"])
            assert sat.status_code == 200, sat.text
            before = (await people[0].look(table))["clock"]
            with successor(tmp_path, database.url, old):
                await asyncio.to_thread(old.process.wait, PATIENCE)
                after = (await people[0].look(table))["clock"]
                passed = time.monotonic() - begun
                running = before["running"]
                assert after["running"] == running
                assert 599.9 - passed <= after["left"][running] < before["left"][running]
                game = Game(table, people, random.Random(1))
                assert await game.play(1) == 1
    (move,) = (event for _, event in logs(database)[table] if event["type"] == "moved")
    assert 599.9 - (time.monotonic() - begun) <= move["left"] <= after["left"][running] + 0.1


@pytest.mark.parametrize("death", USUAL_OLD, ids=str)
async def test_the_server_dies_while_it_hands_over(tmp_path, death):
    database = sqlite(tmp_path)
    async with connections() as http:
        with site_process(tmp_path, database.url, program=program(death)) as old:
            faithful = await begun(http, old)
            with successor(tmp_path, database.url, old) as new:
                await asyncio.to_thread(old.process.wait, PATIENCE)
                assert old.process.returncode == -signal.SIGKILL
                if death == OLD_DIES[0]:  # nobody else has the sockets
                    assert await asyncio.to_thread(new.wait, PATIENCE) == 1
                    options = ("--port", str(old.port))
                    with site_process(tmp_path, database.url, program=program(), options=options):
                        await play_on(faithful)
                else:
                    await play_on(faithful)
                    assert new.poll() is None
                    assert not any(each.refused for each in faithful)
                for each in faithful:
                    await each.end()
                check(database, [each.game for each in faithful], tmp_path)


@pytest.mark.parametrize("death", USUAL_NEW, ids=str)
async def test_the_successor_dies_while_it_takes_over(tmp_path, death):
    database = sqlite(tmp_path)
    async with connections() as http:
        with site_process(tmp_path, database.url, program=program()) as old:
            faithful = await begun(http, old)
            with successor(tmp_path, database.url, old, death) as new:
                assert await asyncio.to_thread(new.wait, PATIENCE) == -signal.SIGKILL
            await play_on(faithful)
            assert old.process.poll() is None
            assert not any(each.refused for each in faithful)
            with successor(tmp_path, database.url, old) as new:  # and another one may try
                await asyncio.to_thread(old.process.wait, PATIENCE)
                await play_on(faithful)
                assert new.poll() is None
                for each in faithful:
                    await each.end()
            written = logs(database)
            for each in faithful:
                moves = {seq: event["move"] for seq, event in written[each.game.table] if event["type"] == "moved"}
                assert each.game.acknowledged.items() <= moves.items()


@pytest.mark.parametrize("hang", NEW_HANGS if THOROUGH else NEW_HANGS[1:2], ids=str)
async def test_a_successor_that_hangs_is_killed_and_the_server_goes_on(tmp_path, hang):
    database = sqlite(tmp_path)
    async with connections() as http:
        with site_process(tmp_path, database.url, program=hanging()) as old:
            faithful = await begun(http, old)
            with successor(tmp_path, database.url, old, hang, hanging) as new:
                assert await asyncio.to_thread(new.wait, PATIENCE) == -signal.SIGKILL
                await play_on(faithful)
            assert old.process.poll() is None
            assert "hangs; it is killed" in old.log
            with successor(tmp_path, database.url, old) as new:  # and another one may try
                await asyncio.to_thread(old.process.wait, PATIENCE)
                await play_on(faithful)
                assert new.poll() is None
                for each in faithful:
                    assert not each.refused
                    await each.end()


@pytest.mark.parametrize("hang", OLD_HANGS if THOROUGH else OLD_HANGS[:1], ids=str)
async def test_a_successor_of_a_server_that_hangs_says_so(tmp_path, hang):
    database = sqlite(tmp_path)
    async with connections() as http:
        with site_process(tmp_path, database.url, program=hanging(hang)) as old:
            faithful = await begun(http, old)
            with successor(tmp_path, database.url, old, ALIVE, hanging) as new:
                assert await asyncio.to_thread(new.wait, PATIENCE) == 1
                assert "has not ended its work in 3 s; it goes on as soon as it has" in " ".join(
                    (tmp_path / "successor.log").read_text().split()
                )
            old.process.send_signal(signal.SIGCONT)
            await play_on(faithful)
            for each in faithful:
                await each.end()


@pytest.mark.parametrize(("old_dies", "new_dies"), ON_POSTGRESQL if THOROUGH else ON_POSTGRESQL[2:3], ids=str)
async def test_either_dies_on_postgresql(postgres_urls, tmp_path, old_dies, new_dies):
    database = Database("postgresql", postgres_urls())
    async with connections() as http:
        with site_process(tmp_path, database.url, program=program(old_dies)) as old:
            faithful = await begun(http, old)
            with successor(tmp_path, database.url, old, new_dies) as new:
                dying, living = (old.process, new) if new_dies == ALIVE else (new, old.process)
                assert await asyncio.to_thread(dying.wait, PATIENCE) == -signal.SIGKILL
                await play_on(faithful)
                assert living.poll() is None
                for each in faithful:
                    assert not each.refused
                    await each.end()
                check(database, [each.game for each in faithful], tmp_path)


async def test_a_write_that_is_stuck_dies_with_its_server(tmp_path):
    database = sqlite(tmp_path)
    patient = ("-c", f"from undercut.site.store import database; database.PATIENCE = {PATIENCE}\n{program()[1]}")
    async with connections() as http:
        with site_process(tmp_path, database.url, program=patient) as old:
            ann, bob = people = [Person(http, old.address), Person(http, old.address)]
            game = await Game.begin(people, "cuttle")
            scene = await ann.look(game.table)
            mover = people[scene["to_move"]]
            move = (await mover.look(game.table))["moves"][0]["move"]
            with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                moving = asyncio.create_task(mover.post(f"/t/{game.table}/moves", move=move, version=scene["version"]))
                with successor(tmp_path, database.url, old) as new:
                    answer = await moving
                    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
                    assert "being replaced" in answer.text
                    await asyncio.to_thread(old.process.wait, PATIENCE)
                    other.execute("ROLLBACK")
                    assert (await bob.look(game.table))["version"] == scene["version"]
                    assert new.poll() is None


def sqlite(folder: Path) -> Database:
    return Database("sqlite", f"sqlite:///{folder}/tables.db")


# --- Refusals --------------------------------------------------------------------------------------------------------


def take_over(folder: Path, database: str, *options: str, **settings: str) -> str:
    """Try to take over, and give the reason why that is refused."""
    own = {"UNDERCUT_DATA": str(folder), "UNDERCUT_SECRET": SECRET} | settings
    done = preloaded.run(["serve", "--take-over", *options, "--database", database], env=os.environ | own)
    assert done.returncode == 1
    return " ".join(done.stderr.split())


def test_what_cannot_start_takes_nothing_over(tmp_path):
    url = f"sqlite:///{tmp_path}/tables.db"
    assert "no server runs with the data folder" in take_over(tmp_path, url)
    with site_process(tmp_path, url) as old:
        assert httpx.get(f"{old.address}/health", timeout=PATIENCE).status_code == 200
        assert f"no server runs at port {old.port + 1}" in take_over(tmp_path, url, "--port", str(old.port + 1))
        assert "it uses another database" in take_over(tmp_path, f"sqlite:///{tmp_path}/other.db")
        assert "UNDERCUT_LOG: 'xml'" in take_over(tmp_path, url, UNDERCUT_LOG="xml")
        assert "UNDERCUT_SECRET: it is empty" in take_over(tmp_path, url, UNDERCUT_SECRET=" ")  # noqa: S106  none
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            [(newest,)] = other.execute("SELECT version_num FROM alembic_version").fetchall()
            for version in ["0001", "9999"]:
                other.execute("UPDATE alembic_version SET version_num = ?", [version])
                assert f"revision {version}; this version knows" in take_over(tmp_path, url)
            other.execute("UPDATE alembic_version SET version_num = ?", [newest])
        with site_process(tmp_path, f"sqlite:///{tmp_path}/second.db") as second:
            assert httpx.get(f"{second.address}/health", timeout=PATIENCE).status_code == 200
            assert "2 servers run" in take_over(tmp_path, url)
        assert httpx.get(f"{old.address}/ready", timeout=PATIENCE).json()["ready"]
        assert old.process.poll() is None
