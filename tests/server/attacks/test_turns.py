import asyncio
import threading

import pytest

from tests.server.conftest import Database
from tests.server.inside import process
from undercut.site.base.client import client_group, client_guest
from undercut.site.base.tasks import FairQueue, TimeSlices
from undercut.site.rooms.loading import RebuildLimit
from undercut.site.security.limits import TooMuch


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


async def in_turn(turns, group, order, held):
    async with turns.turn(group):
        order.append(group)
        await held.wait()


async def queued(groups):
    """Requests of these groups in order; gives the turns, the tasks, the order of turns so far, and how to go on."""
    turns, order, held = FairQueue(), [], asyncio.Event()
    tasks = []
    for group in groups:
        tasks.append(asyncio.create_task(in_turn(turns, group, order, held)))
        await settle()
    return turns, tasks, order, held


async def test_groups_take_turns_whatever_the_number_of_their_requests():
    _, tasks, order, held = await queued("aaaabbc")
    assert order == ["a"]
    held.set()
    await asyncio.gather(*tasks)
    assert order == list("aabcaba")


async def test_a_turn_that_is_no_longer_wanted_goes_to_the_next():
    turns, tasks, order, held = await queued("abcd")
    tasks[1].cancel()
    await settle()
    tasks[0].cancel()
    tasks[2].cancel()  # just after it got the turn, or just before
    await settle()
    held.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert order[0] == "a"
    assert order[-1] == "d"
    async with asyncio.timeout(5), turns.turn("e"):
        pass


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.since_loop = 0.0
        self.longest = 0.0
        self.rounds = 0

    def work(self, seconds):
        self.now += seconds
        self.since_loop += seconds
        self.longest = max(self.longest, self.since_loop)

    async def tick(self):
        while True:
            self.since_loop = 0.0
            self.rounds += 1
            await asyncio.sleep(0)


def steps(clock, number, done, name):
    for _ in range(number):
        clock.work(0.001)
        done.append(name)
        yield


async def test_work_never_holds_the_loop_for_longer_than_a_slice():
    clock, done = Clock(), []
    slices = TimeSlices(0.005, lambda: clock.now)
    ticker = asyncio.create_task(clock.tick())
    await asyncio.gather(*(slices.run(steps(clock, 50, done, name), str(name)) for name in range(8)))
    ticker.cancel()
    assert len(done) == 400
    assert clock.longest < 0.007
    assert clock.rounds >= 400 // 6


async def test_an_error_ends_the_work_and_passes_the_turn_on():
    def fail():
        yield
        message = "the work fails"
        raise RuntimeError(message)

    slices = TimeSlices(0.0)
    with pytest.raises(RuntimeError, match="the work fails"):
        await slices.run(fail())
    done = []
    await slices.run(steps(Clock(), 3, done, "after"))
    assert len(done) == 3


HELD = 0.3


async def queued_apart(rooms, asking):
    """Let clients ask in order while the first work is held; give who was served in order, and each one's error."""
    order, held = [], threading.Event()

    def work(client):
        order.append(client)
        held.wait(5)

    async def ask(client):
        client_group.set(client)
        await rooms.in_thread(lambda: work(client))

    tasks = []
    for client in asking:
        tasks.append(asyncio.create_task(ask(client)))
        await asyncio.sleep(0)
    await asyncio.sleep(HELD)
    held.set()
    return order, await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("allowance", [0, HELD / 4])
async def test_a_client_with_much_work_delays_and_charges_only_itself(tmp_path, allowance):
    async with process(Database("sqlite", f"sqlite:///{tmp_path}/tables.db"), rebuilds=allowance) as (rooms, _):
        order, errors = await queued_apart(rooms, "aaaab")
        assert order == (list("ab") if allowance else list("aabaa"))
        refused = [client for client, error in zip("aaaab", errors, strict=True) if isinstance(error, TooMuch)]
        assert refused == (["a"] * 3 if allowance else [])


async def load(rebuilds, clock, client, number, done):
    client_group.set(client)
    client_guest.set(client)
    async with rebuilds.turn() as run:
        await run(steps(clock, number, done, client))


async def test_one_client_loads_four_tables_at_once_and_no_more_than_its_time():
    clock, done = Clock(), []
    rebuilds = RebuildLimit(TimeSlices(0.005, lambda: clock.now), 0.2)
    greedy = [asyncio.create_task(load(rebuilds, clock, "greedy", 100, done)) for _ in range(60)]
    found = await asyncio.gather(*greedy, return_exceptions=True)
    refused = [error for error in found if isinstance(error, TooMuch)]
    assert len(refused) >= 60 - 2 - 4
    assert done.count("greedy") <= 100 * (2 + 4)
    assert all(error.wait >= 1 for error in refused)
    await asyncio.create_task(load(rebuilds, clock, "modest", 3, done))
    assert done.count("modest") == 3


async def test_a_short_table_waits_for_one_slice_of_each_other_client():
    clock, done = Clock(), []
    rebuilds = RebuildLimit(TimeSlices(0.005, lambda: clock.now), 20.0)
    many = [asyncio.create_task(load(rebuilds, clock, f"client {n % 3}", 1_000, done)) for n in range(30)]
    await asyncio.sleep(0.01)
    before = len(done)
    await asyncio.create_task(load(rebuilds, clock, "modest", 3, done))
    in_line, on_the_way = 3, 2  # a slice of each other client, and those taken before this one is in line
    assert len(done) - before <= (in_line + on_the_way) * 6 + 3
    for task in many:
        task.cancel()
    await asyncio.gather(*many, return_exceptions=True)


async def test_the_line_of_one_client_has_an_end_and_the_site_itself_never_waits():
    clock, done = Clock(), []
    rebuilds = RebuildLimit(TimeSlices(0.005, lambda: clock.now), 1e-9)
    many = [asyncio.create_task(load(rebuilds, clock, "greedy", 50, done)) for _ in range(200)]
    await asyncio.sleep(0)
    assert sum(task.done() for task in many) >= 200 - 64 or not done
    async with rebuilds.turn() as run:
        await run(steps(clock, 50, done, "site"))
    async with rebuilds.turn() as run:
        await run(steps(clock, 50, done, "site"))
    assert done.count("site") == 100
    found = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(error, TooMuch) for error in found) >= 196
