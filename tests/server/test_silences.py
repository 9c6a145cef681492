"""Signs of life of silent streams."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from undercut.site.operations import silences
from undercut.site.operations.silences import ALIVE_SECONDS, Silences


class Clock:
    """An event loop whose time passes when it is told to."""

    def __init__(self):
        self.now = 0.0
        self.timers = []

    def time(self):
        return self.now

    def call_later(self, delay, function):
        self.timers.append((self.now + delay, function))
        return self.timers[-1]

    def pass_time(self, until):
        while self.timers and min(when for when, _ in self.timers) <= until:
            timer = min(self.timers, key=lambda each: each[0])
            self.timers.remove(timer)
            self.now = timer[0]
            timer[1]()
        self.now = until


@dataclass(eq=False)
class Stream:
    silences: Silences
    clock: Clock
    shown: list[float] = field(default_factory=list)

    def show_life(self):
        self.shown.append(self.clock.now)
        self.silences.end(self)


@pytest.fixture
def clock(monkeypatch):
    one = Clock()
    monkeypatch.setattr(silences.asyncio, "get_running_loop", lambda: one)
    return one


def test_every_silent_stream_shows_life_by_one_timer(clock):
    these = Silences()
    streams = [Stream(these, clock) for _ in range(5)]
    for number, stream in enumerate(streams):
        clock.pass_time(3.0 * number)
        these.end(stream)
    for _ in range(40):
        clock.pass_time(clock.now + ALIVE_SECONDS)
        assert len(clock.timers) == 1
    for stream in streams:
        assert len(stream.shown) == pytest.approx(40, abs=1)
        assert all(
            later - earlier >= ALIVE_SECONDS for earlier, later in zip(stream.shown, stream.shown[1:], strict=False)
        )


def test_streams_that_speak_or_end_show_no_life(clock):
    these = Silences()
    speaks, ends = Stream(these, clock), Stream(these, clock)
    these.end(speaks)
    these.end(ends)
    these.forget(ends)
    for _ in range(10):
        clock.pass_time(clock.now + ALIVE_SECONDS - 1)
        these.end(speaks)
    assert speaks.shown == ends.shown == []
    these.forget(speaks)
    clock.pass_time(clock.now + 2 * ALIVE_SECONDS)
    assert clock.timers == []
    these.end(speaks)
    clock.pass_time(clock.now + ALIVE_SECONDS)
    assert len(speaks.shown) == 1
