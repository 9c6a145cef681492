"""Whatever several stores write to the same tables at once, each number has one winner and the log is what won."""

from __future__ import annotations

import asyncio

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from undercut.server.store import NewTable, Stale, Store, Unknown

WRITES = st.lists(
    st.tuples(
        st.integers(0, 2),  # by which store
        st.sampled_from(["t1", "t2"]),
        st.sampled_from(["create", "append"]),
        st.integers(1, 6),  # at which number
        st.integers(0, 3),  # how many events
    ),
    max_size=30,
)


@given(rounds=st.lists(WRITES, min_size=1, max_size=3))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_number_has_one_winner(new_database, rounds):
    async def play():
        url = new_database().url
        stores = [await Store.open(url) for _ in range(3)]
        won = {}
        label = 0
        for writes in rounds:
            jobs = []
            for which, table, kind, seq, count in writes:
                label += 1
                events = [f"{label}.{i}".encode() for i in range(count)]
                jobs.append(write(stores[which], table, 1 if kind == "create" else seq, events, kind))
            for outcome in await asyncio.gather(*jobs):
                for key, data in outcome:
                    assert key not in won
                    won[key] = data
            for store in stores:
                for table in ("t1", "t2"):
                    log = await read(store, table)
                    assert log == [data for (name, _), data in sorted(won.items()) if name == table]
        for store in stores:
            await store.close()

    asyncio.run(play())


async def write(store, table, seq, events, kind):
    try:
        if kind == "create":
            await store.create(NewTable(table, "cuttle", listed=True, created=0.0), events)
        else:
            await store.append(table, seq, events)
    except (Stale, Unknown):
        return []
    return [((table, seq + i), data) for i, data in enumerate(events)]


async def read(store, table):
    try:
        log = await store.events(table)
    except Unknown:
        return []
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    return [event.data for event in log]
