"""The site's clock in virtual time: whatever stops the site or its database, no second of it counts for a player."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from undercut.site.rooms.uptime import TICK, SiteClock

EXACT = 1e-6


class Machine:
    """A machine with a clock, which only these tests move."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.stored = 0.0

    def process(self) -> SiteClock:
        clock = SiteClock(lambda: self.now)
        self.sign(clock)
        return clock

    def run(self, seconds: float, *clocks: SiteClock) -> None:
        """Let processes run, which look at their clocks as they do."""
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
        if kind == "refused":
            clock.lose()
        else:
            machine.sign(clock, storing=seconds)
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
