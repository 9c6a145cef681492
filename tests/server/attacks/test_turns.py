"""Long work on the event loop, in slices and in turns."""

from __future__ import annotations

import asyncio

import pytest

from undercut.site.rooms.loading import Slices, Turns

pytestmark = pytest.mark.anyio


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


async def in_turn(turns, group, order, held):
    async with turns.turn(group):
        order.append(group)
        await held.wait()


async def queued(groups):
    """Requests of these groups in order; gives the turns, the tasks, the order of turns so far, and how to go on."""
    turns, order, held = Turns(), [], asyncio.Event()
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
    """A clock that only work advances."""

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
    slices = Slices(0.005, lambda: clock.now)
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

    slices = Slices(0.0)
    with pytest.raises(RuntimeError, match="the work fails"):
        await slices.run(fail())
    done = []
    await slices.run(steps(Clock(), 3, done, "after"))
    assert len(done) == 3
