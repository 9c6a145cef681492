import asyncio
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from tests.server.conftest import on_both
from tests.server.inside import opened
from undercut.site.base.settings import Settings
from undercut.site.rooms import uptime
from undercut.site.rooms.rooms import Rooms
from undercut.site.rooms.uptime import TICK, SiteClock
from undercut.site.store import statements
from undercut.site.store.database import Unavailable
from undercut.site.store.sharing import read_due
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.events import read_event

HOUR = 3600.0


class Hours:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def read(self) -> float:
        return self.now

    async def run(self, rooms, seconds):
        for number in range(1, round(seconds / TICK) + 1):
            self.now += TICK
            rooms.uptime.now()
            if number % 5 == 0:
                await rooms.uptime.beat()


async def started(url, hours):
    store = await Store.open(url)
    rooms = Rooms(store, Thinkers(0), Settings(database=url, secret="not kept"), hours.read)  # noqa: S106
    await rooms.uptime.beat()
    return store, rooms


async def killed(store, rooms):
    await rooms.close()
    await store.close()


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
async def running(database, hours):
    found = await started(database.url, hours)
    yield found
    await killed(*found)


async def two_persons(rooms, time):
    room = await opened(rooms, clock={"time": time})
    await room.obey("bob", asked.Sit(version=2))
    return room.id


async def left(rooms, name):
    return (await rooms.room(name).scene("ann", "")).clock.time_left


async def move(rooms, name):
    scene = await rooms.room(name).scene("ann", "")
    return await rooms.room(name).obey("ann", asked.Play(version=scene.version, move=scene.moves[0].move))


@on_both
async def test_no_clock_runs_while_the_site_is_down(database):
    hours = Hours()
    store, rooms = await started(database.url, hours)
    name = await two_persons(rooms, "game 60 0")
    await hours.run(rooms, 20)
    await killed(store, rooms)
    hours.now += HOUR
    store, rooms = await started(database.url, hours)
    await hours.run(rooms, 8)
    await rooms.uptime.check_clocks(rooms.flag)
    assert await left(rooms, name) == [32.0, 60.0]
    assert (await move(rooms, name)).clocks.time_left == {0: pytest.approx(32.0, abs=0.01)}
    await killed(store, rooms)


async def test_a_fault_at_one_table_stops_no_other_clock(running, hours):
    _, rooms = running
    broken, whole = await two_persons(rooms, "move 30"), await two_persons(rooms, "move 40")
    await hours.run(rooms, 60)
    looked = []

    async def flag(table):
        looked.append(table)
        if table == broken:
            raise ValueError

    for later in (0, 0, 600):
        hours.now += later
        await rooms.uptime.check_clocks(flag)
    assert looked == [broken, whole, whole, broken, whole]


async def test_a_move_that_comes_too_late_is_not_played(running, hours):
    store, rooms = running
    room = rooms.room(await two_persons(rooms, "move 30"))
    scene = await room.scene("ann", "")
    await hours.run(rooms, 30.4)  # the last sign of life was before the time was up
    with pytest.raises(asked.TooLate):
        await room.obey("ann", asked.Play(version=scene.version, move=scene.moves[0].move))
    table = await room.enter()
    assert (table.state.result.winners, table.state.result.reason) == ((1,), "time")
    assert isinstance(read_event((await store.events(room.id))[-2].data), happened.TimedOut)


async def test_time_is_up_at_a_table_that_nobody_looks_at(tmp_path):
    hours = Hours()
    store, rooms = await started(f"sqlite:///{tmp_path}/tables.db", hours)
    name = await two_persons(rooms, "move 60")
    assert await store.ask(lambda found: statements.read_idle(found, 1e12)) == []
    await killed(store, rooms)
    hours.now += 5 * HOUR
    store, rooms = await started(f"sqlite:///{tmp_path}/tables.db", hours)
    await rooms.uptime.check_clocks(rooms.flag)
    assert (await rooms.room(name).enter()).phase == "playing"
    await hours.run(rooms, 61)
    await rooms.uptime.check_clocks(rooms.flag)
    table = await rooms.room(name).enter()
    assert (table.phase, table.due) == ("over", None)
    assert await store.ask(lambda found: read_due(found, 1e12)) == []
    await killed(store, rooms)


def refuse(_group):
    statement = "INSERT"
    raise OperationalError(statement, {}, Exception("the disk is full"))


async def refuses(rooms, name):
    with pytest.raises(Unavailable):
        await move(rooms, name)


async def test_what_passes_while_nothing_can_be_stored_counts_for_nobody(running, hours, monkeypatch):
    store, rooms = running
    name = await two_persons(rooms, "game 60 0")
    await hours.run(rooms, 10)
    with monkeypatch.context() as patches:
        patches.setattr(store.writer, "_transact", refuse)
        await refuses(rooms, name)
        assert rooms.uptime.fault
        for _ in range(1000):
            hours.now += TICK
            rooms.uptime.now()
        with pytest.raises(Unavailable):
            await rooms.uptime.beat()
        await rooms.uptime.check_clocks(rooms.flag)
        await refuses(rooms, name)
        assert await left(rooms, name) == [50.0, 60.0]
    table = await move(rooms, name)  # before any other sign of life
    assert table.clocks.time_left == {0: pytest.approx(50.0, abs=0.01)}
    assert rooms.uptime.fault == ""


async def test_a_process_that_stood_still_plays_the_moves_that_waited(running, hours):
    _, rooms = running
    tables = [await two_persons(rooms, time) for time in ("move 10", "game 10 0")]
    await hours.run(rooms, 3)
    hours.now += 13.0
    for name in tables:
        assert (await move(rooms, name)).phase == "playing"
    await rooms.uptime.beat()
    await rooms.uptime.check_clocks(rooms.flag)
    assert [(await rooms.room(name).enter()).phase for name in tables] == ["playing", "playing"]


async def test_nobody_is_out_of_time_while_a_move_of_theirs_is_on_its_way(running, hours):
    _, rooms = running
    name = await two_persons(rooms, "move 10")
    room = rooms.room(name)
    scene = await room.scene("ann", "")
    await hours.run(rooms, 9)
    async with AsyncExitStack() as others:
        while not rooms.shared.commands.locked():
            await others.enter_async_context(rooms.shared.commands)
        moving = asyncio.create_task(room.obey("ann", asked.Play(version=scene.version, move=scene.moves[0].move)))
        await asyncio.sleep(0)
        await hours.run(rooms, 5)  # it waits for the commands of others
        await rooms.uptime.check_clocks(rooms.flag)
    assert (await moving).phase == "playing"
    await hours.run(rooms, 11)
    await rooms.uptime.check_clocks(rooms.flag)
    assert (await room.enter()).phase == "over"


async def test_storing_is_charged_to_neither_player(running, hours, monkeypatch):
    store, rooms = running
    name = await two_persons(rooms, "game 60 0")
    await hours.run(rooms, 5)
    append = store.append

    async def slow(*values, **more):
        await append(*values, **more)
        hours.now += 0.4

    with monkeypatch.context() as patches:
        patches.setattr(store, "append", slow)
        table = await move(rooms, name)
    assert (table.clocks.time_left, await left(rooms, name)) == ({0: pytest.approx(55.0, abs=0.01)}, [55.0, 60.0])


async def test_callers_at_once_share_a_sign_of_life(running, hours):
    store, rooms = running
    changes = []
    change = store.change

    async def counted(*values):
        changes.append(values)
        await change(*values)

    store.change = counted
    hours.now += HOUR
    await asyncio.gather(*(rooms.uptime.beat() for _ in range(20)))
    assert len(changes) == 1


class Processes:
    def __init__(self, url) -> None:
        self.url, self.running = url, []

    async def start(self):
        hours = Hours()
        self.running.append((hours, *await started(self.url, hours)))
        await self.run(2)
        return self.running[-1]

    async def run(self, seconds, *, without=None):
        awake = [(hours, rooms) for hours, _, rooms in self.running if rooms is not without]
        for _ in range(seconds):
            for hours, rooms in awake:
                await hours.run(rooms, 1)
        for _, rooms in awake:
            await rooms.uptime.check_clocks(rooms.flag)

    async def kill(self, process):
        self.running.remove(process)
        await killed(*process[1:])


async def phases(rooms, games, expected):
    """Read the phases of games once they are as expected: what another process stores is heard a little later."""
    found = []
    for _ in range(100):
        found = [(await rooms.room(name).enter()).phase for name in games]
        if found == expected:
            break
        await asyncio.sleep(0.05)
    return found


async def test_time_in_which_one_of_several_processes_stands_still_counts_for_nobody(postgres_urls):
    processes = Processes(postgres_urls())
    (hours, _, rooms), (_, _, others) = await processes.start(), await processes.start()
    games = [await two_persons(rooms, time) for time in ("move 10", "game 10 0", "move 10")]
    await processes.run(3)
    await processes.run(13, without=rooms)
    assert await left(others, games[1]) == [pytest.approx(5.0, abs=0.5), 10.0]
    hours.now += 13.0
    assert (await move(rooms, games[0])).phase == "playing"
    assert (await move(rooms, games[1])).clocks.time_left == {0: pytest.approx(6.0, abs=1.0)}
    await processes.run(3)
    assert [(await others.room(name).enter()).phase for name in games] == ["playing"] * 3
    await processes.run(6)
    expected = ["playing", "playing", "over"]
    assert await phases(others, games, expected) == expected
    for process in tuple(processes.running):
        await processes.kill(process)


async def test_clocks_wait_for_a_killed_process_until_another_replaces_it_or_long_enough(postgres_urls, monkeypatch):
    monkeypatch.setattr(uptime, "_GONE", 10.0)
    processes = Processes(postgres_urls())
    one, (_, _, rooms) = await processes.start(), await processes.start()
    games = [await two_persons(one[2], time) for time in ("move 10", "move 30", "move 42")]

    async def over(number):
        expected = ["over"] * number + ["playing"] * (3 - number)
        return await phases(rooms, games, expected) == expected

    await processes.run(4)
    await processes.kill(one)
    await processes.run(9)
    assert await over(0)
    successor = await processes.start()
    await processes.run(12)
    assert await over(1)
    await successor[2].uptime.start(successor[2].flag)
    await successor[2].uptime.close()  # as it should end
    await processes.kill(successor)
    await processes.run(14)
    assert await over(2)
    await processes.kill(await processes.start())
    await processes.run(8)
    assert await over(2)
    await processes.run(12)
    assert await over(3)
    await processes.kill(processes.running[0])


EXACT = 1e-6


class Machine:
    def __init__(self) -> None:
        self.now = 1000.0
        self.stored = 0.0

    def process(self) -> SiteClock:
        clock = SiteClock(lambda: self.now)
        self.sign(clock)
        return clock

    def run(self, seconds: float, *clocks: SiteClock) -> None:
        while seconds > 0:
            self.now += min(TICK, seconds)
            seconds -= TICK
            for clock in clocks:
                clock.running()

    def sign(self, clock: SiteClock, *, storing: float = 0.0) -> None:
        sign = clock.sign()
        self.run(storing, clock)
        self.stored = max(self.stored, sign[0])
        clock.agree(sign, self.stored, self.stored)


def outage_of(machine: Machine, clock: SiteClock, kind: str, seconds: float) -> SiteClock:
    """Let something stop the site or its database; gives the clock of the process that runs afterwards."""
    if kind == "stopped":  # or the machine was suspended, or something held the event loop
        machine.now += max(seconds, 0.6)
    elif kind == "killed":
        machine.now += seconds
        return machine.process()
    elif kind == "jumped back":
        machine.now -= seconds
    else:
        machine.run(seconds, clock)
        clock.lose()
    return clock


KINDS = st.sampled_from(["stopped", "killed", "jumped back", "refused"])
PARTS = st.lists(st.tuples(st.floats(0.0, 1.5), KINDS, st.floats(0.0, 100_000.0)), max_size=20)


@given(PARTS)
def test_only_time_counts_that_a_stored_sign_of_life_follows(parts):
    machine = Machine()
    clock = machine.process()
    for served, kind, lost in parts:
        before = machine.stored
        machine.run(served, clock)
        machine.sign(clock)
        assert abs(machine.stored - before - served) < EXACT
        before = machine.stored
        clock = outage_of(machine, clock, kind, min(lost, 300.0) if kind == "refused" else lost)
        assert abs(clock.now() - before) < EXACT
        machine.sign(clock)
        assert abs(machine.stored - before) < EXACT


@given(st.floats(0.0, 1.0), st.floats(0.5, 60.0))
def test_the_time_that_storing_takes_counts_half_a_second_at_most(served, storing):
    machine = Machine()
    clock = machine.process()
    machine.run(served, clock)
    machine.sign(clock, storing=storing)
    machine.sign(clock)
    assert served - EXACT < machine.stored < served + 0.5 + EXACT


@given(st.floats(0.0, 30.0))
def test_a_clock_without_a_sign_of_life_stands_still(silent):
    machine = Machine()
    clock = machine.process()
    machine.run(silent, clock)
    assert abs(clock.now() - min(silent, 1.75)) < EXACT
    assert clock.is_fresh == (silent < 1.75)
    assert machine.stored == clock.stored == 0.0


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0.0, 0.6), st.floats(0.0, 0.3)), max_size=60))
def test_processes_agree_and_are_never_ahead_of_the_time_that_passes(signs):
    machine = Machine()
    clocks = [machine.process() for _ in range(3)]
    began = machine.now
    for process, waits, storing in signs:
        machine.run(waits, *clocks)
        sign = clocks[process].sign()
        machine.run(storing, *clocks)
        machine.stored = max(machine.stored, sign[0])
        clocks[process].agree(sign, machine.stored, machine.stored)
        assert machine.stored <= clocks[process].now() <= machine.now - began + EXACT
