from contextlib import asynccontextmanager
from ipaddress import IPv6Address

import httpx
import pytest

from tests.amounts import amount
from tests.server.running import Client, running
from undercut.site.base.keys import Keys
from undercut.site.security.limits import CELLS, MOST_BUCKETS, Allowance, TooMuch
from undercut.site.store.sharing import SharedAllowances
from undercut.site.store.store import Store


def homes(number: int, first: str = "2001:db8::") -> list[str]:
    start = int(IPv6Address(first)) >> 64
    found = [f"{start + place:016x}" for place in range(number)]
    return [f"{one[:4]}:{one[4:8]}:{one[8:12]}:{one[12:]}::/64" for one in found]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


ADDRESSES = amount(200_000, 1_000_000)


def test_a_million_addresses_reset_no_limit_and_take_bounded_memory():
    clock = Clock()
    allowance = Allowance(2, 60.0, clock=clock)
    victims = [f"192.0.2.{number}" for number in range(100)]
    for victim in victims:
        assert [allowance.try_take([victim]) == 0 for _ in range(3)] == [True, True, False]
    largest = 0
    for place in range(ADDRESSES):
        clock.now = 10.0 * place / ADDRESSES
        allowance.try_take([f"10.{place >> 16}.{place >> 8 & 255}.{place & 255}"])
        largest = max(largest, len(allowance))
    assert MOST_BUCKETS <= largest <= MOST_BUCKETS + CELLS
    clock.now = 10.0
    assert all(allowance.try_take([victim]) > 0 for victim in victims)
    clock.now = 60.0
    assert all(allowance.try_take([victim]) == 0 for victim in victims)


def test_many_addresses_of_one_provider_share_few_buckets_and_others_are_let_in():
    clock = Clock()
    allowance = Allowance(2, 60.0, most=1_000, clock=clock)
    admitted = sum(not allowance.try_take([home]) for home in homes(20_000) for _ in range(3))
    assert admitted <= 2 * (1_000 + 20_000 // 65_536 + 1)
    clock.now = 1.0
    others = [allowance.try_take([f"198.51.{number}.7"]) for number in range(50)]
    assert others.count(0.0) >= 48  # a cell of the attacker's could be theirs, too
    clock.now = 61.0
    assert allowance.try_take(homes(1)) == 0


def test_entries_that_are_not_needed_any_more_are_dropped():
    clock = Clock()
    allowance = Allowance(10, 60.0, clock=clock)
    for minute in range(20):
        clock.now = 60.0 * minute
        for home in homes(900, f"2001:db8:{minute:x}::"):
            assert not allowance.try_take([home])
    assert len(allowance) <= 2_000


def test_a_client_is_its_address_and_its_guest():
    allowance = Allowance(3, 60.0, clock=Clock())
    moving = [allowance.try_take([f"192.0.2.{number}", "guest ann"]) == 0 for number in range(5)]
    assert moving == [True, True, True, False, False]
    changing = [allowance.try_take(["203.0.113.1", f"guest {number}"]) == 0 for number in range(5)]
    assert changing == [True, True, True, False, False]
    assert allowance.try_take(["192.0.2.4", "guest bob"]) == 0  # a refusal uses nothing


def test_what_is_used_afterwards_is_paid_back():
    clock = Clock()
    allowance = Allowance(6.0, clock=clock)
    allowance.use(["::/64"], 7.0)
    assert allowance.wait(["::/64"]) == pytest.approx(10.0)
    clock.now = 10.0
    assert allowance.wait(["::/64"]) == 0
    assert Allowance(0).wait(["::/64"], 1e9) == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def site(folder):
    """A site with a limit of each kind; tests come from addresses of their own."""
    limits = {"listed": 3, "listed_group": 7, "seat_changes": 4, "streams": 2}
    with running(f"sqlite:///{folder}/tables.db", proxies="127.0.0.1", **limits) as address:
        yield address


def test_seats_cannot_be_taken_and_left_all_the_time(site):
    maker, other = [Client(site, **{"x-forwarded-for": "192.0.2.21"}) for _ in range(2)]
    table = maker.open(game="cups", opponents=["open", "open"])
    answers = [other.ask(table, what) for what in ("sit", "leave", "sit", "leave", "sit")]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert answers[-1].json()["detail"] == "You have taken and left seats too often. Wait a moment."
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 15
    assert maker.look(table)["version"] == 6


def test_a_seat_link_does_not_bring_any_number_of_guests(site):
    maker, *phones = [Client(site, **{"x-forwarded-for": "192.0.2.22"}) for _ in range(7)]
    link = maker.look(maker.open(game="cuttle", opponents=["easy"]))["seat_link"].rpartition("/")[2]
    assert [maker.post(f"/s/{link}").status_code for _ in range(6)] == [200] * 6
    assert [phone.post(f"/s/{link}").status_code for phone in phones] == [200] * 4 + [429] * 2


def test_streams_are_counted_by_household(client):
    found = []
    for number in range(4):
        headers = {"x-forwarded-for": f"2001:db8::{number + 1}"}
        found.append(client.send(client.build_request("GET", "/lobby/events", headers=headers), stream=True))
    assert [response.status_code for response in found] == [200, 200, 429, 429]
    for response in found:
        response.close()


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


@asynccontextmanager
async def both(url, amount):
    stores = [await Store.open(url) for _ in range(2)]
    allowances = [Allowance(amount, 3600.0) for _ in range(2)]
    kept, keys = ({"openings": one} for one in allowances), Keys("secret")
    sharings = [SharedAllowances(store, keys, one) for store, one in zip(stores, kept, strict=True)]
    yield stores, allowances, sharings
    for one in (*sharings, *stores):
        await one.close()


async def taken(allowance, client, most):
    for number in range(most):
        try:
            await allowance.take([client])
        except TooMuch:
            return number
    return most


async def test_processes_share_what_a_client_has_used(postgres_urls):
    async with both(postgres_urls(), 40) as (stores, (one, other), sharings):
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


async def test_alternating_between_processes_gains_a_part_at_most(postgres_urls):
    async with both(postgres_urls(), 40) as (_, allowances, _):
        found = sum([await taken(allowances[number % 2], "192.0.2.1", 1) for number in range(200)])
        assert 40 <= found <= 40 + 2 * 40 // 8


async def test_requests_ask_the_database_rarely(postgres_urls, monkeypatch):
    async with both(postgres_urls(), 4_000) as (stores, (one, _), _):
        asked, ask = [], stores[0].ask
        monkeypatch.setattr(stores[0], "ask", lambda *read: asked.append(1) or ask(*read))
        assert await taken(one, "192.0.2.1", 499) == 499
        assert len(asked) <= 1 + 3  # by the clock at most; none for a request
        assert await taken(one, "192.0.2.1", 5_000) == 4_000 - 499
        assert len(asked) < 50


async def test_a_process_alone_or_without_its_database_counts_for_itself(tmp_path, frail_postgres):
    async with both(f"sqlite:///{tmp_path}/tables.db", 8) as (_, allowances, _):
        assert await taken(allowances[0], "192.0.2.1", 20) == 8
    async with both(frail_postgres.create(), 8) as (_, allowances, _):
        frail_postgres.stop()
        assert await taken(allowances[0], "192.0.2.1", 9) == 8
        frail_postgres.start()
        await allowances[0].check(["192.0.2.2"])
        assert await taken(allowances[1], "192.0.2.1", 8) <= 1


def opened(client: httpx.Client, **more) -> httpx.Response:
    return client.post("/tables", json={"game": "cuttle", "opponents": ["open"], "listed": True} | more)


def test_a_flood_of_listed_tables_is_refused_and_pushes_no_others_out(site):
    other = Client(site, **{"x-forwarded-for": "192.0.2.1"})
    kept = other.open(game="cuttle", opponents=["open"], listed=True, name="Zoe")
    before = len(other.get("/lobby").json()["tables"])
    mallory = Client(site, **{"x-forwarded-for": "198.51.100.7"})
    answers = [opened(mallory) for _ in range(101)]
    assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 98
    refused = answers[-1]
    assert refused.json()["detail"].startswith("You have 3 open tables in the lobby.")
    assert refused.headers["retry-after"] == "60"
    strangers = [Client(site, **{"x-forwarded-for": "198.51.100.7"}) for _ in range(5)]
    answers = [opened(stranger) for stranger in strangers]
    assert [answer.status_code for answer in answers] == [201] * 4 + [429]
    assert "from your network" in answers[-1].json()["detail"]
    lobby = [line["table"] for line in other.get("/lobby").json()["tables"]]
    assert kept in lobby
    assert len(lobby) == before + 7
    assert opened(mallory, listed=False).status_code == 201
    assert opened(mallory, opponents=["easy"]).status_code == 201


def test_a_form_keeps_what_was_chosen_and_says_why(site):
    client = Client(site, **{"x-forwarded-for": "203.0.113.5"})
    for _ in range(3):
        assert opened(client).status_code == 201
    form = {"game": "cuttle", "opponents[]": "open", "listed": "true", "name": "Ann & Co"}
    form["_csrf_token"] = client.headers["x-csrf-token"]
    answer = client.post("/tables", data=form, headers={"accept": "text/html"})
    assert answer.status_code == 429
    assert "You have 3 open tables in the lobby." in answer.text
    assert "Ann &amp; Co" in answer.text


def test_no_address_of_a_maker_is_stored(site, folder):
    client = Client(site, **{"x-forwarded-for": "203.0.113.99"})
    assert opened(client).status_code == 201
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    assert b"maker_mark" in stored
    assert b"203.0.113.99" not in stored
