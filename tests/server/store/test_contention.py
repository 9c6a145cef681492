"""Whatever several stores write to the same tables at once, each number has one winner and the log is what won."""

import asyncio
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from undercut.site.store.model import Creation, NewTable, Stale, Unknown
from undercut.site.store.store import Store

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


def test_each_number_has_one_winner(database):
    names = itertools.count()
    with asyncio.Runner() as runner:
        stores = [runner.run(Store.open(database.url)) for _ in range(3)]

        @given(rounds=st.lists(WRITES, min_size=1, max_size=3))
        @settings(max_examples=40)
        def check(rounds):
            runner.run(play(stores, f"{next(names)}-", rounds))

        check()
        for store in stores:
            runner.run(store.close())


async def play(stores, prefix, rounds):
    """Write in rounds, all writes of one at once; after each the log is what was acknowledged."""
    won = {}
    labels = itertools.count()
    for writes in rounds:
        jobs = []
        for which, name, kind, seq, count in writes:
            label = next(labels)
            events = [f"{label}.{i}".encode() for i in range(count)]
            jobs.append(write(stores[which], prefix + name, 1 if kind == "create" else seq, events, kind))
        for outcome in await asyncio.gather(*jobs):
            for key, data in outcome:
                assert key not in won
                won[key] = data
        for store in stores:
            for table in (f"{prefix}t1", f"{prefix}t2"):
                assert await read(store, table) == [data for (owner, _), data in sorted(won.items()) if owner == table]


async def write(store, table, seq, events, kind):
    try:
        if kind == "create":
            await store.create(Creation(NewTable(table, "cuttle", listed=True, created=0.0), events))
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
