import asyncio
import time

import pytest

from undercut.errors import UndercutError
from undercut.site.base.client import Maker
from undercut.site.store.database import Creation, Stale, Summary, Unknown
from undercut.site.store.statements import read_held, read_idle, read_lobby
from undercut.site.store.store import Store

BYTES = bytes(range(256)) * 40


@pytest.fixture
async def store(database):
    async with await Store.open(database.url) as opened:
        yield opened


def new(name="t1", events=(b"a",), **more):
    return Creation(name, "cuttle", events, **more)


def summary(name="t1", status="playing", *, listed=True, data=b"{}"):
    return Summary(name, "cuttle", status, listed=listed, seats=2, data=data)


async def log(store, name="t1", after=0):
    return [(event.seq, event.data) for event in await store.events(name, after)]


async def test_events_come_back_as_they_went_in_numbered_without_gaps(store):
    before = time.time()
    await store.create(new("t1", [b"one", b""]))
    await store.append("t1", 3, [BYTES])
    await store.append("t1", 4, [b"four", b"five"])
    assert await log(store) == [(1, b"one"), (2, b""), (3, BYTES), (4, b"four"), (5, b"five")]
    assert all(before <= event.at <= time.time() for event in await store.events("t1"))


async def test_only_the_end_of_a_log_is_read(store):
    await store.create(new("t1", [b"a", b"b", b"c"]))
    for after, seqs in ((0, [1, 2, 3]), (2, [3]), (3, []), (10**40, []), (-(10**40), [1, 2, 3])):
        assert [seq for seq, _ in await log(store, after=after)] == seqs


async def test_a_write_that_does_not_follow_the_last_event_is_stale_and_changes_nothing(store):
    await store.create(new("t1", [b"a", b"b"], summary=summary(data=b"before"), holders={0: {"ann"}}))
    for seq in (1, 2, 4, 10**40, 0, -1):
        with pytest.raises(Stale, match="does not follow the last one, 2") as refused:
            await store.append("t1", seq, [b"x"], summary=summary(data=b"after"), holders={0: "eve", 1: "eve"})
        assert str(refused.value) == f"table t1: event {seq} does not follow the last one, 2"
        with pytest.raises(Stale):
            await store.create(new("t0"), Creation("t1", "cups", [b"x", b"y"], listed=False, created=6.0))
        with pytest.raises(Unknown):
            await store.events("t0")
    assert await log(store) == [(1, b"a"), (2, b"b")]
    assert [shown.data for shown in await store.ask(read_lobby)] == [b"before"]
    assert await store.holders("t1") == {0: {"ann"}}
    await store.append("t1", 3, [b"c"])


NOBODYS = ["t2", "", "a" * 65, "t1\0", "t1 ", "\udc80", "té", "t1' OR 1=1"]


async def test_a_table_is_created_with_a_change_of_another_or_not_at_all(store):
    await store.create(new())
    second = new("t2", [b"x"], holders={0: {"ann", "bob"}})
    with pytest.raises(Stale):
        await store.append("t1", 7, [b"b"], creates=second)
    with pytest.raises(Unknown):
        await store.events("t2")
    await store.append("t1", 2, [b"b"], creates=second)
    assert (await log(store, "t2"), await store.holders("t2")) == ([(1, b"x")], {0: {"ann", "bob"}})
    with pytest.raises(Stale):
        await store.append("t1", 3, [b"c"], creates=second)
    assert await log(store) == [(1, b"a"), (2, b"b")]


async def test_a_table_that_is_not_there_is_unknown_whatever_is_asked(store):
    await store.create(new())
    for name in NOBODYS:
        writes = store.append(name, 1, [b"x"]), store.hold(name, 0, "ann")
        for asked in (store.events(name), store.holders(name), *writes):
            with pytest.raises(Unknown) as refused:
                await asked
            assert str(refused.value) == f"no such table: {name}"


@pytest.mark.parametrize("name", NOBODYS[1:])
def test_a_table_needs_an_id_that_fits_into_an_address(name):
    with pytest.raises(UndercutError, match="not a table id"):
        new(name)


async def test_the_lobby_shows_listed_tables_the_last_changed_first(store):
    for i, status in enumerate(("open", "playing", "over")):
        await store.create(new(f"t{i}", summary=summary(f"t{i}", status)))
    await store.create(new("hidden", summary=summary("hidden", listed=False)))
    await store.create(new("bare"))
    assert [shown.table for shown in await store.ask(read_lobby)] == ["t1", "t0"]
    before = time.time()
    await store.append("t0", 2, [b"b"])
    shown, _ = await store.ask(read_lobby)
    assert (shown.table, shown.game, shown.status, shown.listed, shown.seats) == ("t0", "cuttle", "open", True, 2)
    assert before <= shown.updated <= time.time()
    assert [shown.table for shown in await store.ask(read_lobby, ["over"])] == ["t2"]
    assert [shown.table for shown in await store.ask(read_lobby, limit=1)] == ["t0"]
    await store.append("t0", 3, [b"c"], summary=summary("t0", listed=False))
    assert [shown.table for shown in await store.ask(read_lobby)] == ["t1"]


async def test_the_summary_changes_with_the_event_that_changes_it(store):
    await store.create(new(summary=summary(status="open")))
    assert await store.ask(read_idle, 1e12) == []
    await store.append("t1", 2, [b"b"], summary=summary(status="playing"))
    assert await store.ask(read_idle, 1e12) == ["t1"]
    await store.append("t1", 3, [b"c"])
    assert await store.ask(read_idle, 1e12) == ["t1"]
    await store.append("t1", 4, [b"d"], summary=summary(status="over"))
    assert await store.ask(read_idle, 1e12) == []


async def test_seats_are_held_by_any_number_of_guests_and_change_hands_with_an_event(store):
    await store.create(new(holders={0: {"ann", "ann's tablet"}}))
    assert await store.holders("t1") == {0: {"ann", "ann's tablet"}}
    await store.hold("t1", 0, "ann's phone")
    await store.hold("t1", 0, "ann's phone")
    await store.hold("t1", 1, "bob")
    assert await store.holders("t1") == {0: {"ann", "ann's tablet", "ann's phone"}, 1: {"bob"}}
    await store.append("t1", 2, [b"left, and sat"], holders={0: None, 1: "cleo"})
    assert await store.holders("t1") == {1: {"cleo"}}
    await store.append("t1", 3, [b"left"], holders={1: None})
    assert await store.holders("t1") == {}


async def test_a_guest_finds_the_tables_that_he_sits_at(store):
    for i, status in enumerate(("open", "playing", "over")):
        shown = summary(f"t{i}", status, listed=False)
        await store.create(new(f"t{i}", summary=shown, listed=False, holders={0: {"ann"}}))
    await store.create(new("other", summary=summary("other"), holders={0: {"bob"}}))
    assert [held.table for held in await store.ask(read_held, "ann")] == ["t1", "t0"]
    assert [held.table for held in await store.ask(read_held, "ann", limit=1)] == ["t1"]
    assert [held.table for held in await store.ask(read_held, "ann", ["over"])] == ["t2"]
    assert await store.ask(read_held, "nobody") == []


async def test_who_gives_up_waiting_disturbs_nobody(store):
    await store.create(new())
    impatient = [asyncio.create_task(store.append("t1", 2, [b"x"])) for _ in range(20)]
    await asyncio.sleep(0)
    for task in impatient:
        task.cancel()
    await asyncio.wait(impatient)
    await store.hold("t1", 0, "ann")  # writes are done in order: the others are over by now
    seqs = [seq for seq, _ in await log(store)]
    assert seqs in ([1], [1, 2])
    await store.append("t1", len(seqs) + 1, [b"b"])


async def make(store, name, guest, mark="home", *, status="open"):
    shown = Summary(name, "cuttle", status, listed=True, seats=2, data=b"")
    await store.create(new(name, summary=shown, maker=Maker(guest, (mark,)) if guest else None))


async def test_no_maker_and_no_group_fills_the_lobby(store):
    for i in range(3):
        await make(store, f"other{i}", f"guest{i}", f"group{i}")
    await make(store, "early", None)
    for i in range(30):
        await make(store, f"flood{i}", "mallory", "flood")
        await make(store, f"many{i}", f"mallory{i}", "many")
        await make(store, f"game{i}", "mallory", "flood", status="playing")
    shown = {each.table for each in await store.ask(read_lobby, limit=8)}
    assert {"other0", "other1", "other2", "early"} <= shown
    assert {name.rstrip("0123456789") for name in shown} == {"other", "early", "flood", "many"}
    assert "flood29" in shown
    everything = await store.ask(read_lobby, limit=1000)
    assert len(everything) == 94
    assert [each.updated for each in everything] == sorted((each.updated for each in everything), reverse=True)


async def test_two_guests_behind_one_address_take_turns(store):
    for i in range(5):
        await make(store, f"ann{i}", "ann")
    await make(store, "bob", "bob")
    for i in range(5):
        await make(store, f"more{i}", "ann")
    assert {each.table for each in await store.ask(read_lobby, limit=2)} == {"more4", "bob"}


async def test_a_rematch_has_the_maker_of_the_table_before(store, database):
    await make(store, "a", "ann")
    await store.append("a", 2, [b"b"], creates=Creation("b", "cuttle", [b"x"]))
    assert database.query("SELECT maker, maker_mark FROM tables WHERE id = 'b'") == [("ann", "home")]
