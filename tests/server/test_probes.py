import asyncio
import sqlite3
import time
from contextlib import closing

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.server.inside import Worker
from tests.server.running import Client, Listener, get, post, running, wait_for
from tests.server.whole.players import until
from undercut.site.server import middleware
from undercut.site.workers import supervisor
from undercut.site.workers import thinkers as pool
from undercut.site.workers.importer import Importer

TOKEN = "a-token-of-the-tests"  # noqa: S105  of tests
SAMPLES = {
    "undercut_requests_total",
    "undercut_answer_seconds_bucket",
    "undercut_refusals_total",
    "undercut_moves_total",
    "undercut_commit_seconds_count",
    "undercut_loop_lag_seconds_count",
    "undercut_worker_restarts_total",
    "undercut_queue_length",
    "undercut_ready",
    "undercut_rooms",
    "undercut_streams",
    "undercut_connections",
    "process_resident_memory_bytes",
    "process_open_fds",
}


def samples(address: str, **headers: str) -> dict[str, list]:
    text = get(f"{address}/metrics", headers=headers)
    assert text.status_code == 200
    found: dict[str, list] = {}
    for family in text_string_to_metric_families(text.text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append(sample)
    return found


def value(address: str, name: str, **labels: str) -> float:
    return sum(sample.value for sample in samples(address).get(name, ()) if labels.items() <= sample.labels.items())


def ready(address: str) -> tuple[int, list[str]]:
    answer = get(f"{address}/ready")
    assert answer.json()["ready"] == (not answer.json()["reasons"])
    return answer.status_code, answer.json()["reasons"]


def test_a_running_site_is_alive_and_ready_and_sets_no_cookie(url):
    with running(url, rate=0.001, burst=1) as address:
        wait_for(lambda: ready(address) == (200, []))
        for path in ("/health", "/ready", "/metrics") * 3:
            answer = get(address + path, headers={"host": "127.0.0.1:1" if path == "/metrics" else "whatever:99999"})
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
            assert answer.headers["cache-control"] == "no-store"
            assert httpx.head(address + path).status_code == 200
            assert post(address + path).status_code == 405
        assert get(f"{address}/health").json() == {"alive": True}


def test_without_its_database_the_site_is_alive_and_not_ready(url, tmp_path, monkeypatch):
    monkeypatch.setattr(middleware, "_FRESH", 0.0)
    with running(url) as address:
        wait_for(lambda: ready(address) == (200, []))
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            other.execute("UPDATE alembic_version SET version_num = '9999'")
            assert ready(address)[0] == 503
            assert "another version of Undercut" in ready(address)[1][0]
            other.execute("DROP TABLE alembic_version")
            assert ready(address)[0] == 503
            assert get(f"{address}/health").status_code == 200


def test_a_database_that_is_away_is_named(monkeypatch, frail_postgres):
    monkeypatch.setattr(middleware, "_FRESH", 0.0)
    url = frail_postgres.create()
    with running(url) as address:
        wait_for(lambda: ready(address) == (200, []))
        frail_postgres.stop()
        assert ready(address)[0] == 503
        assert ready(address)[1][0].startswith("database: ")
        assert get(f"{address}/health").status_code == 200
        frail_postgres.start()
        wait_for(lambda: ready(address) == (200, []))


def test_probes_in_masses_ask_the_database_once_a_second(url, monkeypatch):
    asked = []

    async def check(_site):
        asked.append(time.monotonic())
        await asyncio.sleep(0)
        return ""

    monkeypatch.setattr(middleware, "_check_database", check)
    with running(url) as address, httpx.Client(timeout=60) as client:
        began = time.monotonic()
        for _ in range(100):
            client.get(f"{address}/ready")
        assert 1 <= len(asked) <= 1 + (time.monotonic() - began)


async def test_an_idle_process_that_dies_is_missed_at_once_and_replaced(monkeypatch):
    monkeypatch.setattr(pool, "needs_compiler", lambda: False)
    monkeypatch.setattr(supervisor, "_RESTART_SECONDS", 0.0)
    processes, may_start = [Worker(), Worker()], asyncio.Event()
    started: list[Worker] = []

    async def start():
        if started:
            await may_start.wait()
        started.append(processes[len(started)])
        return started[-1]

    thinkers = pool.Thinkers(1, start)
    await thinkers.start()
    await until(lambda: not thinkers.missing)
    processes[0].dies.set()
    await until(lambda: thinkers.missing)
    may_start.set()
    await until(lambda: not thinkers.missing)
    assert started == processes
    await thinkers.close()


def test_missing_workers_are_named(url, monkeypatch):
    with running(url) as address:
        wait_for(lambda: ready(address) == (200, []))
        monkeypatch.setattr(pool.Thinkers, "missing", 1)
        assert ready(address) == (503, ["thinking: 1 of 1 processes do not run"])
        monkeypatch.setattr(pool.Thinkers, "missing", 0)
        monkeypatch.setattr(Importer, "alive", False)
        assert ready(address) == (503, ["imports: the process has ended"])


def test_what_happens_is_measured(url):
    with running(url) as address:
        client = Client(address)
        before = value(address, "undercut_moves_total", game="cuttle")
        table = client.open(game="cuttle", opponents=["open"])
        other = Client(address)
        other.ask(table, "sit")
        listener = Listener(client, f"/t/{table}/events?after=0")
        wait_for(listener.events)
        mover = client if client.look(table)["to_move"] == 0 else other
        assert mover.ask(table, "moves", move="draw").status_code == 200
        assert mover.ask(table, "moves", move="nonsense").status_code in (403, 409, 422)
        assert client.get("/nothing-here").status_code == 404
        assert samples(address).keys() >= SAMPLES
        assert value(address, "undercut_moves_total", game="cuttle") == before + 1
        assert value(address, "undercut_streams") == 1
        assert value(address, "undercut_rooms") == 1
        assert value(address, "undercut_connections") >= 1
        assert value(address, "undercut_requests_total", route="/t/{table}/moves", status="200", method="POST") >= 1
        assert value(address, "undercut_requests_total", route="other", status="404") >= 1
        assert value(address, "undercut_refusals_total", status="404") >= 1
        queues = {sample.labels["queue"] for sample in samples(address)["undercut_queue_length"]}
        assert queues == {"move", "hint", "judgement", "import", "load", "write"}
        everything = get(f"{address}/metrics").text
        assert table not in everything
        assert "nothing-here" not in everything


def test_measurements_are_for_this_machine_and_for_the_token(url):
    proxied = {"x-forwarded-for": "192.0.2.7"}
    with running(url, metrics_token=TOKEN) as address:
        assert get(f"{address}/metrics").status_code == 200
        for header in (proxied, {"forwarded": "for=127.0.0.1"}, {"x-forwarded-for": "127.0.0.1"}, {"via": "1.1 proxy"}):
            assert get(f"{address}/metrics", headers=header).status_code == 404
            wrong = header | {"authorization": f"Bearer {TOKEN}x"}
            assert get(f"{address}/metrics", headers=wrong).status_code == 404
            right = header | {"authorization": f"Bearer {TOKEN}"}
            assert get(f"{address}/metrics", headers=right).status_code == 200
    with running(url) as address:
        for host, status in [("localhost", 200), ("[::1]:80", 200), ("evil.example", 404), ("[", 404)]:
            assert get(f"{address}/metrics", headers={"host": host}).status_code == status
        empty = proxied | {"authorization": "Bearer"}
        assert get(f"{address}/metrics", headers=empty).status_code == 404
