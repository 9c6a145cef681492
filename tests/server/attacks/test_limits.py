"""Limits: not to be flushed by many addresses, shared by processes, and for loading tables too."""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address

import pytest

from tests.amounts import amount
from tests.server.running import Client, running
from undercut.site.rooms.loading import Rebuilds, Slices
from undercut.site.security.client import client_group, client_guest
from undercut.site.security.keys import Keys
from undercut.site.security.limits import CELLS, MOST_BUCKETS, Allowance, Sharing, TooMuch
from undercut.site.store.store import Store


def homes(number: int, first: str = "2001:db8::") -> list[str]:
    start = int(IPv6Address(first)) >> 64
    found = [f"{start + place:016x}" for place in range(number)]
    return [f"{one[:4]}:{one[4:8]}:{one[8:12]}:{one[12:]}::/64" for one in found]


# --- Memory ----------------------------------------------------------------------------------------------------------


ADDRESSES = amount(200_000, 1_000_000)


def test_a_million_addresses_reset_no_limit_and_take_bounded_memory():
    allowance = Allowance(2, 60.0)
    victims = [f"192.0.2.{number}" for number in range(100)]
    for victim in victims:
        assert [allowance.take_now([victim], now=0.0) == 0 for _ in range(3)] == [True, True, False]
    largest = 0
    for place in range(ADDRESSES):
        allowance.take_now([f"10.{place >> 16}.{place >> 8 & 255}.{place & 255}"], now=10.0 * place / ADDRESSES)
        largest = max(largest, len(allowance))
    assert MOST_BUCKETS <= largest <= MOST_BUCKETS + CELLS
    assert all(allowance.take_now([victim], now=10.0) > 0 for victim in victims)
    assert all(allowance.take_now([victim], now=60.0) == 0 for victim in victims)


def test_many_addresses_of_one_provider_share_few_buckets_and_others_are_let_in():
    allowance = Allowance(2, 60.0, most=1_000)
    admitted = sum(not allowance.take_now([home], now=1.0) for home in homes(20_000) for _ in range(3))
    assert admitted <= 2 * (1_000 + 20_000 // 65_536 + 1)
    others = [allowance.take_now([f"198.51.{number}.7"], now=2.0) for number in range(50)]
    assert others.count(0.0) >= 48  # a cell of the attacker's could be theirs, too
    assert allowance.take_now(homes(1), now=62.0) == 0


def test_entries_that_are_not_needed_any_more_are_dropped():
    allowance = Allowance(10, 60.0)
    for minute in range(20):
        for home in homes(900, f"2001:db8:{minute:x}::"):
            assert not allowance.take_now([home], now=60.0 * minute)
    assert len(allowance) <= 2_000


def test_a_client_is_its_address_and_its_guest():
    allowance = Allowance(3, 60.0)
    moving = [allowance.take_now([f"192.0.2.{number}", "guest ann"], now=0.0) == 0 for number in range(5)]
    assert moving == [True, True, True, False, False]
    changing = [allowance.take_now(["203.0.113.1", f"guest {number}"], now=0.0) == 0 for number in range(5)]
    assert changing == [True, True, True, False, False]
    assert allowance.take_now(["192.0.2.4", "guest bob"], now=0.0) == 0  # a refusal uses nothing


def test_what_is_used_afterwards_is_paid_back():
    allowance = Allowance(6.0)
    allowance.use(["::/64"], 7.0, now=0.0)
    assert allowance.wait(["::/64"], now=0.0) == pytest.approx(10.0)
    assert allowance.wait(["::/64"], now=10.0) == 0
    assert Allowance(0).wait(["::/64"], 1e9) == 0


# --- On the site -----------------------------------------------------------------------------------------------------


def test_seats_cannot_be_taken_and_left_all_the_time(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", seat_changes=4) as site:
        maker, other = Client(site), Client(site)
        table = maker.open(game="cups", opponents=["open", "open"])
        answers = [other.ask(table, what) for what in ("sit", "leave", "sit", "leave", "sit")]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
        assert answers[-1].json()["detail"] == "You have taken and left seats too often. Wait a moment."
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 15
        assert maker.look(table)["version"] == 6


def test_a_rematch_counts_as_an_opened_table(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", opened=3) as site:
        client = Client(site)
        table, answers = client.open(game="cuttle", opponents=["easy"]), []
        for _ in range(3):
            assert client.ask(table, "resign").status_code == 200
            answers.append(client.ask(table, "rematch"))
            table = answers[-1].json()["table"]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["detail"] == "Too many tables were opened from your address. Wait a moment."
        assert int(answers[-1].headers["retry-after"]) >= 1


def test_a_seat_link_does_not_bring_any_number_of_guests(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", seat_changes=4) as site:
        maker = Client(site)
        link = maker.look(maker.open(game="cuttle", opponents=["easy"]))["seat_link"].rpartition("/")[2]
        assert [maker.post(f"/s/{link}").status_code for _ in range(6)] == [200] * 6
        phones = [Client(site) for _ in range(6)]
        assert [phone.post(f"/s/{link}").status_code for phone in phones] == [200] * 4 + [429] * 2


def test_loading_tables_is_limited(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", rebuilds=1e-6) as site:
        client = Client(site)
        tables = [client.open(game="cuttle", opponents=["open"]) for _ in range(3)]
        assert client.get(f"/t/{tables[0]}").status_code == 200
        for path in (f"/t/{tables[1]}", f"/t/{tables[2]}/events"):
            answer = client.get(path)
            assert answer.status_code == 429
            assert "Wait a moment before you open more." in answer.json()["detail"]
            assert int(answer.headers["retry-after"]) >= 1
        assert client.get(f"/t/{tables[0]}").status_code == 200  # it is loaded
        assert client.ask(tables[0], "leave").status_code == 200


def test_streams_are_counted_by_household(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", streams=2) as site:
        client = Client(site)
        found = []
        for number in range(4):
            headers = {"x-forwarded-for": f"2001:db8::{number + 1}"}
            request = client.build_request("GET", "/lobby/events", headers=headers)
            response = client.send(request, stream=True)
            found.append((response.status_code, response))
        assert [status for status, _ in found] == [200, 200, 429, 429]
        for _, response in found:
            response.close()


# --- Loading tables --------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 0.0


def long_work(clock, steps, done, name):
    for _ in range(steps):
        clock.now += 0.001
        done.append(name)
        yield


async def load(rebuilds, clock, client, steps, done):
    client_group.set(client)
    client_guest.set(client)
    async with rebuilds.turn() as run:
        await run(long_work(clock, steps, done, client))


@pytest.mark.anyio
async def test_one_client_loads_four_tables_at_once_and_no_more_than_its_time():
    clock, done = Clock(), []
    rebuilds = Rebuilds(Slices(0.005, lambda: clock.now), 0.2)
    greedy = [asyncio.create_task(load(rebuilds, clock, "greedy", 100, done)) for _ in range(60)]
    found = await asyncio.gather(*greedy, return_exceptions=True)
    refused = [error for error in found if isinstance(error, TooMuch)]
    assert len(refused) >= 60 - 2 - 4
    assert done.count("greedy") <= 100 * (2 + 4)
    assert all(error.wait >= 1 for error in refused)
    await asyncio.create_task(load(rebuilds, clock, "modest", 3, done))
    assert done.count("modest") == 3


@pytest.mark.anyio
async def test_a_short_table_waits_for_one_slice_of_each_other_client():
    clock, done = Clock(), []
    rebuilds = Rebuilds(Slices(0.005, lambda: clock.now), 20.0)
    many = [asyncio.create_task(load(rebuilds, clock, f"client {n % 3}", 1_000, done)) for n in range(30)]
    await asyncio.sleep(0.01)
    before = len(done)
    await asyncio.create_task(load(rebuilds, clock, "modest", 3, done))
    in_line, on_the_way = 3, 2  # a slice of each other client, and those taken before this one is in line
    assert len(done) - before <= (in_line + on_the_way) * 6 + 3
    for task in many:
        task.cancel()
    await asyncio.gather(*many, return_exceptions=True)


@pytest.mark.anyio
async def test_the_line_of_one_client_has_an_end_and_the_site_itself_never_waits():
    clock, done = Clock(), []
    rebuilds = Rebuilds(Slices(0.005, lambda: clock.now), 1e-9)
    many = [asyncio.create_task(load(rebuilds, clock, "greedy", 50, done)) for _ in range(200)]
    await asyncio.sleep(0)
    assert sum(task.done() for task in many) >= 200 - 64 or not done
    async with rebuilds.turn() as run:
        await run(long_work(clock, 50, done, "site"))
    async with rebuilds.turn() as run:
        await run(long_work(clock, 50, done, "site"))
    assert done.count("site") == 100
    found = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(error, TooMuch) for error in found) >= 196


# --- Several processes -----------------------------------------------------------------------------------------------


async def both(url, amount):
    """Two processes' stores, allowances and sharing."""
    stores = [await Store.open(url) for _ in range(2)]
    allowances = [Allowance(amount, 3600.0) for _ in range(2)]
    sharings = [
        Sharing(store, Keys("secret"), {"openings": one}) for store, one in zip(stores, allowances, strict=True)
    ]
    return stores, allowances, sharings


async def close(stores, sharings):
    for sharing in sharings:
        await sharing.close()
    for store in stores:
        await store.close()


async def taken(allowance, client, most):
    """How much a client gets, up to a number."""
    for number in range(most):
        try:
            await allowance.take([client])
        except TooMuch:
            return number
    return most


@pytest.mark.anyio
async def test_processes_share_what_a_client_has_used(postgres_urls):
    stores, (one, other), sharings = await both(postgres_urls(), 40)
    try:
        assert await taken(one, "192.0.2.1", 100) == 40
        await sharings[0].settle()
        assert await taken(other, "192.0.2.1", 100) <= 40 // 8  # what it gives before it asks
        assert await taken(other, "192.0.2.2", 100) == 40
        await other.check(["192.0.2.3"])
        one.use(["192.0.2.3"], 41)
        await sharings[0].settle()
        with pytest.raises(TooMuch):
            await other.check(["192.0.2.3"])
        rows = await stores[0].ask(lambda connection: connection.exec_driver_sql("SELECT client FROM budgets").all())
        assert len(rows) == 3
        assert not any("192" in row[0] for row in rows)
    finally:
        await close(stores, sharings)


@pytest.mark.anyio
async def test_alternating_between_processes_gains_a_part_at_most(postgres_urls):
    stores, allowances, sharings = await both(postgres_urls(), 40)
    try:
        found = 0
        for number in range(200):
            found += await taken(allowances[number % 2], "192.0.2.1", 1)
        assert 40 <= found <= 40 + 2 * 40 // 8
    finally:
        await close(stores, sharings)


@pytest.mark.anyio
async def test_requests_ask_the_database_rarely(postgres_urls, monkeypatch):
    stores, (one, _), sharings = await both(postgres_urls(), 4_000)
    asked = []
    ask = stores[0].ask
    monkeypatch.setattr(stores[0], "ask", lambda *read: asked.append(1) or ask(*read))
    try:
        assert await taken(one, "192.0.2.1", 499) == 499
        assert len(asked) <= 1 + 3  # by the clock at most; none for a request
        assert await taken(one, "192.0.2.1", 5_000) == 4_000 - 499
        assert len(asked) < 50
    finally:
        await close(stores, sharings)


@pytest.mark.anyio
async def test_a_process_alone_or_without_its_database_counts_for_itself(tmp_path, frail_postgres):
    stores, allowances, sharings = await both(f"sqlite:///{tmp_path}/tables.db", 8)
    assert await taken(allowances[0], "192.0.2.1", 20) == 8
    await close(stores, sharings)
    url = frail_postgres.create()
    stores, allowances, sharings = await both(url, 8)
    try:
        frail_postgres.stop()
        assert await taken(allowances[0], "192.0.2.1", 9) == 8
        frail_postgres.start()
        await allowances[0].check(["192.0.2.2"])
        assert await taken(allowances[1], "192.0.2.1", 8) <= 1
    finally:
        await close(stores, sharings)
        frail_postgres.drop(url)
