import asyncio

import pytest

from tests.server.inside import process, two_players
from tests.server.whole.players import until
from undercut.site.rooms import people
from undercut.site.rooms.people import Presence


class Wire:
    shared = True

    def __init__(self):
        self.hearers = []
        self.notices = []

    on_notice = property(None, lambda self, noticed: self.hearers.append(noticed))

    async def notice(self, text):
        assert len(text) < 8_000
        self.notices.append(text)
        for noticed in self.hearers:
            noticed(text)


@pytest.fixture
async def site(monkeypatch):
    monkeypatch.setattr(people, "_PAUSE", 0.0)
    wire, changed = Wire(), []
    both = [Presence(wire, lambda table, who=who: changed.append((who, table))) for who in (0, 1)]
    yield *both, wire, changed
    for one in both:
        await one.close()


async def quiet(wire):
    before = -1
    while before != len(wire.notices):
        before = len(wire.notices)
        await asyncio.sleep(0.1)


async def test_many_tables_are_told_in_few_notices_and_taken_leave_of(site):
    one, other, wire, _ = site
    tables = [f"{place:016}" for place in range(1000)]
    for table in tables:
        one.here(table, frozenset({0, 1, 2, 3, 4, 5, 6, 7}))
        other.here(table, frozenset())
    await quiet(wire)
    assert all(len(other.elsewhere(table)) == 8 for table in tables)
    assert len(wire.notices) <= 30
    await one.close()
    assert not any(other.elsewhere(table) for table in tables)


async def test_who_falls_silent_is_forgotten_and_who_speaks_is_not(site, monkeypatch):
    one, other, wire, changed = site
    monkeypatch.setattr(people, "EVERY", 0.2)
    one.here("t", frozenset({0}))
    other.here("t", frozenset({1}))
    await until(lambda: one.elsewhere("t") and other.elsewhere("t"))
    one.forget()
    assert one.elsewhere("t") == {1}
    wire.hearers.pop(0)  # the first is deaf now
    monkeypatch.setattr(people, "LOST", 0.05)
    await asyncio.sleep(0.1)
    changed.clear()
    one.forget()
    assert (one.elsewhere("t"), changed) == (frozenset(), [(0, "t")])
    said = len(wire.notices)
    await until(lambda: len(wire.notices) > said + 3)  # everything is told again and again
    await until(lambda: other.forget() or other.elsewhere("t"))


async def test_a_dropped_table_is_told_of_no_more(database, monkeypatch):
    monkeypatch.setattr(people, "_BEHIND", 0.0)
    async with process(database, patience=0.1) as (rooms, _):
        room, told = await two_players(rooms), []
        (await room.listen("ann", None)).close()
        room.close()
        monkeypatch.setattr(rooms.shared.presence, "here", lambda *news: told.append(news))
        await asyncio.sleep(0.3)
        assert told == []
