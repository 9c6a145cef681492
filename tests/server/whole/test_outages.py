import asyncio
import os
import signal
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.amounts import some
from tests.server.conftest import Database
from tests.server.store.disks import can_mount, full, small_disk
from tests.server.whole.players import Game, Listening, Person, connections, until
from tests.server.whole.sites import Site, site_process
from tests.server.whole.test_crashes import ENDLESS, check, logs

LOST = 25.0
"""Seconds of an outage, longer than the clocks of these tests; those are long enough for a busy machine."""

JUMPING = """
import signal, time
from undercut.cli import app as cli
wall, jump = time.time, [0.0]
time.time = lambda: wall() + jump[0]
signal.signal(signal.SIGUSR1, lambda *_: jump.append(jump.pop() + 500_000))
signal.signal(signal.SIGUSR2, lambda *_: jump.append(jump.pop() - 900_000))
cli.main()
"""


async def begin(http, site: Site, time: str) -> tuple[Person, str, dict]:
    people = [Person(http, site.address), Person(http, site.address)]
    clock = {"time": time, "zero": "lose"}
    answer = await people[0].post("/tables", game="cuttle", opponents=["open"], clock=clock)
    table = answer.json()["table"]
    await people[1].post(f"/t/{table}/sit", version=answer.json()["version"])
    scene = await people[0].look(table)
    return people[scene["to_move"]], table, await people[scene["to_move"]].look(table)


async def play(person: Person, table: str, scene: dict) -> int:
    move = {"version": scene["version"], "move": scene["moves"][0]["move"]}
    return (await person.post(f"/t/{table}/moves", **move)).status_code


async def still_on(person: Person, table: str) -> bool:
    return (await person.look(table))["phase"] == "playing"


async def ready(http, site: Site) -> bool:
    return (await http.get(f"{site.address}/ready")).status_code == 200


async def test_neither_a_stopped_process_nor_a_jump_of_the_wall_clock_costs_time(tmp_path):
    async with connections() as http:
        url = f"sqlite:///{tmp_path}/tables.db"
        with site_process(tmp_path, url, program=("-c", JUMPING), away="1h", abandoned="1d") as site:
            games = [await begin(http, site, time) for time in ("move 24", "move 20", "game 20 0", "game 24 2")]
            waiting = Person(http, site.address)
            opened = (await waiting.post("/tables", game="cuttle", opponents=["open"])).json()["table"]
            site.process.send_signal(signal.SIGSTOP)
            moves = [asyncio.create_task(play(*game)) for game in games[1:]]
            await asyncio.sleep(LOST)
            site.process.send_signal(signal.SIGUSR1)  # it sees the jump as soon as it wakes
            site.process.send_signal(signal.SIGCONT)
            assert await asyncio.gather(*moves) == [200] * 3
            await asyncio.sleep(2.0)
            site.process.send_signal(signal.SIGUSR2)
            await asyncio.sleep(2.0)
            assert all([await still_on(person, table) for person, table, _ in games])
            assert (await waiting.look(opened))["phase"] == "open"
            assert await play(*games[0]) == 200
            person, table, _ = games[1]
            for _ in range(600):  # its time is up all the same
                if not await still_on(person, table):
                    break
                await asyncio.sleep(0.2)
            assert not await still_on(person, table)
            assert "Traceback" not in site.log


@contextmanager
def stuck_postgresql(postgres):
    server = postgres._process.pid  # noqa: SLF001  to stop it
    files = Path("/proc").glob("[0-9]*/stat")
    stats = {path.parent.name: path.read_text().rpartition(")")[2].split() for path in files}
    processes = [server, *(int(process) for process, words in stats.items() if int(words[1]) == server)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.fixture(params=some(["stuck", "full"], 1))
def outage(request, tmp_path):
    if request.param != "full":
        postgres = request.getfixturevalue("frail_postgres")
        url = postgres.create()
        yield url, partial(stuck_postgresql, postgres)
        postgres.drop(url)
        return
    if not can_mount():
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, 2):
        yield f"sqlite:///{folder}/tables.db", lambda: full(folder)


async def test_no_time_is_lost_while_nothing_can_be_stored(outage, tmp_path):
    url, fault = outage
    async with connections() as http:
        with site_process(tmp_path, url) as site:
            games = [await begin(http, site, time) for time in ("move 20", "game 20 0", "move 20")]
            fill = await begin(http, site, "move 600")
            assert await ready(http, site)
            with fault():
                began = asyncio.get_running_loop().time()
                moves = [asyncio.create_task(play(*game)) for game in games[:2]] if "postgres" in url else []
                while await ready(http, site):
                    assert asyncio.get_running_loop().time() - began < 18
                    await asyncio.sleep(0.1)
                await asyncio.sleep(began + LOST - asyncio.get_running_loop().time())
                assert not await ready(http, site)
            done = [await move for move in moves] or [503, 503]
            for _ in range(600):
                if await ready(http, site):
                    break
                await asyncio.sleep(0.1)
            assert await ready(http, site)
            await asyncio.sleep(1.5)
            assert all([await still_on(person, table) for person, table, _ in games])
            for status, game in zip([*done, 503], games, strict=True):
                assert status in (200, 503)
                assert status == 200 or await play(*game) == 200
            assert await play(*fill) == 200
            assert "Traceback" not in site.log


@pytest.fixture
def database(postgres_urls) -> Database:
    return Database("postgresql", postgres_urls())


@pytest.mark.parametrize(("game", "bots"), some([("cuttle", ()), ("cut_the_rope", ("random", "greedy"))], 1))
async def test_people_at_different_processes_play_a_whole_game(database, tmp_path, game, bots):
    async with connections() as http:
        with site_process(tmp_path, database.url) as one, site_process(tmp_path, database.url) as other:
            ann, bob = people = [Person(http, one.address), Person(http, other.address)]
            table = await Game.begin(people, game, bots=bots)
            readers = [ann, bob, Person(http, one.address), Person(http, other.address)]
            listening = [await Listening(reader, table.table, after=0).opened() for reader in readers]
            for heard in listening:
                await until(lambda heard=heard: all(seat["present"] for seat in heard.seats[-1]))
            await table.play(ENDLESS)
            assert table.over
            check(database, [table])
            log = logs(database)[table.table]
            moves = [(seq, event) for seq, event in log if event["type"] == "moved"]
            for place, heard in enumerate(listening):
                await until(lambda heard=heard: heard.numbers[-1] == len(log))
                assert heard.numbers == list(range(1, len(log) + 1))
                scene = await readers[place].look(table.table)
                assert (scene["phase"], scene["steps"], scene["version"]) == ("over", len(moves), len(log))
                assert [line | {"at": 0} for line in heard.lines] == [line | {"at": 0} for line in scene["log"]]
                await heard.close()
            assert timeless(listening[2].lines) == timeless(listening[3].lines)
            answers = [await person.get(f"/t/{table.table}/record.json") for person in people]
            assert answers[0].json() == answers[1].json()
            await presence_is_known(table.table, ann, bob, other)
            assert "Traceback" not in one.log + other.log


async def test_one_process_goes_on_where_the_other_was_killed(database, tmp_path):
    async with connections() as http:
        site = {"patience": 1}
        with site_process(tmp_path, database.url, **site) as one, site_process(tmp_path, database.url, **site) as other:
            people = [Person(http, one.address), Person(http, one.address)]
            # At the first table the other process listens, of the second it has never heard.
            games = [await Game.begin(people, "cut_the_rope", bots=("master",), seed=seed) for seed in (1, 2)]
            watching = await Listening(Person(http, other.address), games[0].table, after=0).opened()
            for game in games:
                scene = await people[0].look(game.table)
                while scene["to_move"] != 2:
                    assert await game.move(people[scene["to_move"]], await people[scene["to_move"]].look(game.table))
                    scene = await people[0].look(game.table)
            await until(lambda: last_seen(watching) >= max(games[0].acknowledged))
            one.stop(signal.SIGKILL)
            for person in people:
                person.address = other.address
            await until(lambda: watching.events[-1][1]["line"]["seat"] == 2)
            for game in games:
                assert await game.play(4) == 4 or game.over
            check(database, games)
            await until(lambda: last_seen(watching) >= max(games[0].acknowledged))
            assert watching.numbers == list(range(1, last_seen(watching) + 1))
            await watching.close()
            assert "Traceback" not in other.log


async def presence_is_known(table: str, ann: Person, bob: Person, bobs: Site) -> None:
    """Let Bob come and go, and his process stop, while Ann watches from another process."""
    watching = await Listening(ann, table).opened()
    for ends in (False, False, True):
        there = await Listening(bob, table).opened()
        await until(lambda there=there: there.seats[-1][0]["present"])
        await until(lambda: watching.seats[-1][1]["present"])
        assert [seat["present"] for seat in (await ann.look(table))["seats"][:2]] == [True, True]
        if ends:
            bobs.stop()
        await there.close()
        await until(lambda: not watching.seats[-1][1]["present"])
    await watching.close()


def timeless(lines: list[dict]) -> list[dict]:
    """Leave out when it happened: each process has its own clock."""
    return [line | {"at": 0} for line in lines]


def last_seen(listening: Listening) -> int:
    return max(listening.numbers, default=0)
