import asyncio
import contextvars
import gc
import json
import logging
import re
import sqlite3
import sys
from collections import Counter
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import amount
from tests.server.running import Client, Listener, get, post, running, wait_for
from tests.server.whole.players import Game, Listening, Person, connections, until
from tests.server.whole.sites import SECRET, site_process
from undercut.site.base import monitoring
from undercut.site.base.client import client_guest
from undercut.site.base.keys import Keys

CARD = re.compile(r"\b(10|[2-9AJQKTajqkt])[cdhs]\b|hearts|spades|diamonds|clubs", re.IGNORECASE)
RANDOM = ("time", "request", "guest", "table")
"""Fields of a line whose random letters may look like a card."""
NAME = "Zebedee"
CARDS = "the seven of hearts, 7h"
DAMAGED = b'{"type":"moved","seat":0,"move":"7h"}'
FAULTY = f"""
import undercut.cli.app
from undercut.pages import templates
from undercut.site.rooms import bots
from undercut.site.rooms import streams
from undercut.pages.answers import tables

def fail(*_, **__):
    raise RuntimeError({CARDS!r})

bots.play_move = tables.board_context = templates.board_context = streams.Stream._take = fail
undercut.cli.app.main()
"""
EVERYTHING = """
import logging
import undercut.cli.app
from undercut.site.base import monitoring
from undercut.site.server import serve
from undercut.pages.answers import lobby

monitoring.LINES_A_MINUTE = 1_000_000

def configure(*given, **options):
    original(*given, **options)
    logging.getLogger().setLevel(logging.DEBUG)

def fail(*_, **__):
    raise RuntimeError("the seven of hearts, 7h")

original, serve.configure_logging = serve.configure_logging, configure
lobby.game_cards = fail
undercut.cli.app.main()
"""


def lines(site) -> list[dict]:
    return [json.loads(line) for line in site.log.splitlines()]


async def test_games_with_everything_logged_leave_no_secret_in_the_log(url, tmp_path):
    settings = {"log": "json", "access_log": 1}
    async with connections() as http:
        with site_process(tmp_path, url, program=("-c", EVERYTHING), **settings) as site:
            games = [
                await Game.begin([Person(http, site.address) for _ in range(persons)], game, bots=bots, seed=seed)
                for seed, (game, persons, bots) in enumerate(
                    [("cuttle", 2, ()), ("cups", 1, ("random", "greedy")), ("cut_the_rope", 2, ("random",))]
                )
            ]
            secrets = {SECRET, NAME}
            for game in games:
                ann = game.people[0]
                named = await ann.post("/tables", game="cuttle", opponents=["open"], name=NAME)
                assert named.status_code == 201
                listening = await Listening(ann, game.table, after=0).opened()
                link = (await ann.look(game.table))["seat_link"]
                token = link.rpartition("/s/")[2]
                assert len(token) > 10
                assert (await ann.get(f"/s/{token}")).status_code == 200
                assert (await ann.get(f"/S/{token}")).status_code == 404
                assert (await ann.get(f"/t/{game.table}?secret={token}")).status_code == 200
                assert (await ann.get("/s/wrong-" + token)).status_code == 404
                await game.play(16)
                await ann.ask(game.table, "hint")
                await listening.close()
                secrets |= {game.table, token, token.rpartition(".")[2]}
                for person in game.people:
                    secrets |= {person.guest, person.headers["cookie"], person.headers["x-csrf-token"]}
            failed = await ann.get("/about")
            assert failed.status_code == 500
            assert failed.json()["request"] == failed.headers["x-request-id"]
            page = await ann.get("/about", accept="text/html")
            assert page.headers["x-request-id"] in page.text
            wait_for(lambda: page.headers["x-request-id"] in site.log)
            site.stop()
        for line in lines(site):
            told = json.dumps({name: value for name, value in line.items() if name not in RANDOM})
            assert not CARD.search(told), told
        assert not [secret for secret in secrets if secret in site.log]
        errors = [line for line in lines(site) if line["level"] == "ERROR"]
        assert {failed.headers["x-request-id"], page.headers["x-request-id"]} == {line["request"] for line in errors}
        seen = [line for line in lines(site) if line["logger"] == "undercut.access"]
        assert {"/t/{table}/moves", "/s/{token}", "other"} <= {line["route"] for line in seen}
        assert {"time", "level", "logger", "message", "request", "method", "route", "status", "ms"} <= seen[0].keys()
        tables = {line["table"] for line in seen if "table" in line}
        assert tables == {game.table[:6] for game in games}
        moved = {line["guest"] for line in seen if line["route"] == "/t/{table}/moves"}
        assert len(moved) == sum(len(game.people) for game in games)


@pytest.mark.parametrize(("proxies", "kept"), [("127.0.0.0/8", True), ("192.0.2.1", False)])
def test_the_id_of_a_request_comes_from_trusted_proxies_only(url, proxies, kept):
    def told(**headers: str) -> str:
        return get(f"{site}/health", headers=headers).headers["x-request-id"]

    with running(url, proxies=proxies) as site:
        for sane in ("0123456789abcdef", "5f3c-proxy_1.2"):
            assert (told(**{"x-request-id": sane}) == sane) == kept
        for odd in ("short", "x" * 65, "two words", 'quote"quote', "new%0aline"):
            assert re.fullmatch(r"[0-9a-f]{16}", told(**{"x-request-id": odd}))
        assert len({told() for _ in range(5)}) == 5


def test_a_line_is_one_line_and_hashes_its_guest():
    record = logging.LogRecord("undercut.x", logging.ERROR, "x.py", 1, "one\n%s", ("two",), None)
    context = contextvars.copy_context()
    context.run(monitoring.request_id.set, "0123456789abcdef")
    context.run(client_guest.set, "ann")
    text = context.run(monitoring.LogFormatter(Keys("secret"), as_json=False).format, record)
    data = json.loads(context.run(monitoring.LogFormatter(Keys("secret"), as_json=True).format, record))
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT[\d:.]{12}Z ERROR undercut\.x: one two request=0123456789abcdef guest=[0-9a-f]{12}", text
    )
    assert (data["message"], data["level"], data["logger"]) == ("one two", "ERROR", "undercut.x")
    assert data["guest"] == text.rpartition("=")[2]
    other = json.loads(context.run(monitoring.LogFormatter(Keys("another"), as_json=True).format, record))
    assert other["guest"] != data["guest"]


@given(st.lists(st.tuples(st.floats(0, 20), st.sampled_from("ab")), max_size=400))
def test_lines_of_a_kind_are_limited_and_all_are_counted(lines):
    now, heard, waiting = 0.0, [], Counter()
    limit = monitoring.LogLimit(lambda: now)
    for later, kind in lines:
        now += later / 10
        record = logging.LogRecord(kind, logging.WARNING, "x.py", 1, "%d bytes", (len(heard),), None)
        if limit.filter(record):
            assert getattr(record, "fields", {}).get("left_out", 0) == waiting.pop(kind, 0)
            heard.append((now, kind))
        else:
            waiting[kind] += 1
        for each in "ab":
            lately = sum(moment > now - 60 and other == each for moment, other in heard)
            assert lately <= 2 * monitoring.LINES_A_MINUTE
    assert waiting.total() + len(heard) <= len(lines)


def test_each_kind_of_line_has_its_own_limit_and_requests_have_none():
    now = 0.0
    limit = monitoring.LogLimit(lambda: now)

    def heard(name, text):
        return limit.filter(logging.LogRecord(name, logging.WARNING, "x.py", 1, text, (), None))

    assert sum(heard("one", "bad") for _ in range(1000)) == monitoring.LINES_A_MINUTE
    assert heard("one", "worse")
    assert sum(heard(f"lib{number}", "x") for number in range(100_000)) < 2_000
    assert all(heard("undercut.access", "request") for _ in range(100))
    now = 60.0
    assert heard("one", "bad")


async def test_malformed_requests_fill_no_disk(url, tmp_path):
    bad = [b"\x00\x01\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01"]
    bad += [b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"]
    with site_process(tmp_path, url) as site:
        for number in range(amount(300, 600)):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(bad[number % len(bad)])
            writer.write_eof()
            await reader.read()
            writer.close()
        assert 1 < len(site.log.splitlines()) < 200
        assert "undercut.access" not in site.log, "it is off unless switched on"


FAILING = """
import sys, threading
from undercut.site.base.client import client_guest
from undercut.site.base.monitoring import summarise_errors
summarise_errors()
def fail():
    raise RuntimeError("the seven of hearts, 7h")
thread = threading.Thread(target=fail)
thread.start()
thread.join()
fail()
"""


async def test_an_error_of_a_worker_is_logged_without_its_message(caplog):
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", FAILING, stderr=asyncio.subprocess.PIPE)
    monitoring.log_output("worker", process)
    assert await process.wait() == 1
    await until(lambda: caplog.text.count("worker: error: RuntimeError at ") == 2)
    assert "seven" not in caplog.text
    assert "7h" not in caplog.text


def test_whatever_fails_the_log_names_no_card(url, tmp_path):
    with site_process(tmp_path, url, program=("-c", FAULTY)) as faulty:
        client = Client(faulty.address)
        table = client.open(game="cuttle", opponents=["random"])
        assert client.get(f"/t/{table}", headers={"accept": "text/html"}).status_code == 500
        wait_for(lambda: "GET /t/: RuntimeError at " in faulty.log)
        listener = Listener(client, f"/t/{table}/events")
        wait_for(lambda: listener.ended)
        wait_for(lambda: "streams.py" in faulty.log)
        assert client.ask(table, "moves", move="draw").status_code == 200
        wait_for(lambda: "a bot cannot move at a table: RuntimeError at " in faulty.log)
        other = client.open(game="cuttle", opponents=["open"])
        with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
            connection.execute("update events set data = ? where table_id = ? and seq = 2", (DAMAGED, other))
            connection.commit()
        assert post(f"{faulty.address}/tables", json={"game": CARDS}).status_code == 403
        record = {"game": "cuttle", "moves": [CARDS], "start": {"stock": ["7h"]}}
        assert client.post("/import", json=record).status_code == 422
        assert faulty.log.count("RuntimeError at ") >= 3
        assert "seven" not in faulty.log
        assert "7h" not in faulty.log
        faulty.stop()
        assert "Traceback" not in faulty.log


async def test_what_fails_in_the_background_is_told_likewise(caplog):
    async def fail():
        raise RuntimeError(CARDS)

    monitoring.log_task_errors()
    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert "Task exception was never retrieved: RuntimeError at test_logging.py:" in caplog.text
    assert CARDS not in caplog.text
