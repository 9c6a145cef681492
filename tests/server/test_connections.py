"""Clients that send too much, too slowly, or on too many connections."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from functools import partial

import pytest
import uvicorn
from undercut.site.operations.crowd import Crowd, most_connections
from uvicorn.server import ServerState

from undercut.site.operations import silences
from undercut.site.operations.connections import CONNECTION, LARGEST_HEAD, Connection, Patience
from undercut.site.rooms.streams import Stream
from undercut.site.security.addresses import group_of

QUICK = Patience(head=0.2, body=0.2, reading=0.2)
LONG = 5.0
begun, ended = [], []
"""The event streams of `echo`, and those that have ended."""


@pytest.fixture(autouse=True)
def _no_streams():
    begun.clear()
    ended.clear()


async def echo(scope, receive, send):
    """Answer with the size of the body, or at ``/events`` with an event stream, or never completely at ``/stream``."""
    size = 0
    while (message := await receive()) and message.get("more_body"):
        size += len(message["body"])
    size += len(message.get("body", b""))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/events":
        stream = Stream([b"first"], ended.append)
        begun.append(stream)
        if scope["state"][CONNECTION].hand_over(scope, stream):
            return
        stream.close()
    while scope["path"] == "/stream" and (await receive())["type"] != "http.disconnect":
        pass
    await send({"type": "http.response.body", "body": str(size).encode()})


@asynccontextmanager
async def listening(crowd=None, patience=None):
    """Listen on a loopback port; gives a function that connects."""
    config = uvicorn.Config(echo, log_config=None, lifespan="off", timeout_keep_alive=60)
    config.load()
    crowd = crowd or Crowd(most=100, per_group=0)
    make = partial(Connection, config, ServerState(), {}, crowd=crowd, patience=patience)
    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    writers = []

    async def connect(data: bytes = b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writers.append(writer)
        writer.write(data)
        return reader, writer

    try:
        yield connect
    finally:
        for writer in writers:
            writer.close()
        # A reset ends a connection as well. Nothing of it may outlive its loop.
        await asyncio.gather(*(writer.wait_closed() for writer in writers), return_exceptions=True)
        server.close()
        await asyncio.sleep(0)


async def answer(reader):
    """Read up to the end of the connection; what was sent before a reset counts."""
    found = b""
    async with asyncio.timeout(LONG):
        try:
            while part := await reader.read(4096):
                found += part
        except ConnectionResetError:
            pass
    return found


GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
HEAVY = [
    pytest.param(GET + b"X: " + b"a" * (2 * LARGEST_HEAD), id="a header that does not end"),
    pytest.param(GET + b"X: " + b"a" * LARGEST_HEAD + b"\r\n\r\n", id="a header that ends"),
    pytest.param(GET + b"X: a\r\n" * LARGEST_HEAD + b"\r\n", id="many headers"),
    pytest.param(b"GET /" + b"a" * (2 * LARGEST_HEAD), id="an address"),
    pytest.param(POST + b"1\r\na\r\n0\r\n" + b"X: a\r\n" * LARGEST_HEAD * 4, id="trailers"),
]


@pytest.mark.parametrize("request_", HEAVY)
def test_a_head_that_is_too_large_is_refused_and_nothing_of_it_is_kept(request_):
    async def trying():
        async with listening() as connect:
            reader, writer = await connect()
            for start in range(0, len(request_), 4096):
                writer.write(request_[start : start + 4096])
                await asyncio.sleep(0)
            found = await answer(reader)
            # An answer to the body may have gone out before the trailers grew.
            assert b" 431 " in found or found == b""
            assert b" 200 " not in found

    asyncio.run(trying())


def test_large_bodies_pass_in_one_piece_and_in_chunks():
    async def trying():
        body = b"a" * 200_000
        chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:50_000], body[50_000:])) + b"0\r\n\r\n"
        whole = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + body
        async with listening(patience=QUICK) as connect:
            for request in (POST + chunks, whole):
                reader, _ = await connect(request)
                assert b"200000" in await asyncio.wait_for(reader.readuntil(b"200000"), LONG)

    asyncio.run(trying())


@pytest.mark.parametrize("start", [b"", b"G", GET, POST, POST + b"5\r\nab"])
def test_a_request_that_stops_half_way_is_cut_off(start):
    async def trying():
        async with listening(patience=QUICK) as connect:
            reader, _ = await connect(start)
            assert await answer(reader) == b""

    asyncio.run(trying())


def test_a_second_request_that_stops_half_way_is_cut_off():
    async def trying():
        async with listening(patience=QUICK) as connect:
            reader, writer = await connect(GET + b"\r\n")
            assert b" 200 " in await reader.readuntil(b"200 OK")
            writer.write(GET)
            await answer(reader)

    asyncio.run(trying())


def test_a_stream_lives_longer_than_a_request_may_take():
    async def trying():
        async with listening(patience=QUICK) as connect:
            reader, writer = await connect(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.wait_for(reader.readuntil(b"200 OK"), LONG)
            await asyncio.sleep(3 * (QUICK.head + QUICK.body))
            assert not writer.is_closing()
            assert not reader.at_eof()

    asyncio.run(trying())


def test_half_sent_requests_lock_nobody_out(caplog):
    async def trying():
        async with listening(Crowd(most=10, per_group=0)) as connect:
            half = [await connect(GET) for _ in range(30)]
            reader, _ = await connect(GET + b"\r\n")
            assert b" 200 " in await asyncio.wait_for(reader.readuntil(b"200 OK"), LONG)
            closed = [await answer(reader) for reader, _ in half[:10]]
            assert closed == [b""] * 10

    with caplog.at_level(logging.WARNING):
        asyncio.run(trying())
    assert caplog.text.count("too many connections from all addresses (limit 10)") == 1


def test_one_address_cannot_take_every_connection():
    async def trying():
        crowd = Crowd(most=100, per_group=5)
        async with listening(crowd) as connect:
            streams = [await connect(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(5)]
            for reader, _ in streams:
                await asyncio.wait_for(reader.readuntil(b"200 OK"), LONG)
            reader, _ = await connect(GET + b"\r\n")
            assert await answer(reader) == b""
            assert not any(reader.at_eof() for reader, _ in streams)
            streams.pop()[1].close()
            while crowd.number > 4:  # noqa: ASYNC110  nothing tells when the last byte has come
                await asyncio.sleep(0.01)
            reader, _ = await connect(GET + b"\r\n")
            assert b" 200 " in await asyncio.wait_for(reader.readuntil(b"200 OK"), LONG)

    asyncio.run(trying())


def test_a_trusted_proxy_brings_many():
    async def trying():
        async with listening(Crowd(most=100, per_group=1, trusted=frozenset({"127.0.0.1"}))) as connect:
            for _ in range(5):
                reader, _ = await connect(GET + b"\r\n")
                assert b" 200 " in await asyncio.wait_for(reader.readuntil(b"200 OK"), LONG)

    asyncio.run(trying())


def test_a_household_is_one_group():
    assert group_of("2001:db8::1") == group_of("2001:db8::ffff:0:0:1") != group_of("2001:db8:0:1::1")
    assert group_of("nonsense") == "nonsense"


def test_some_descriptors_are_kept():
    import resource  # noqa: PLC0415  Unix alone

    most = most_connections()
    assert 0 < most < resource.getrlimit(resource.RLIMIT_NOFILE)[0]


EVENTS = b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n"


async def opened(connect):
    """Open an event stream, and read its first message."""
    reader, writer = await connect(EVENTS)
    await asyncio.wait_for(reader.readuntil(b"first\r\n"), LONG)
    return reader, writer, begun[-1]


async def until(holds):
    async with asyncio.timeout(LONG):
        while not holds():  # noqa: ASYNC110  nothing tells when the last byte has come
            await asyncio.sleep(0.01)


def test_what_comes_at_once_is_sent_in_one_chunk_and_the_end_of_the_stream_ends_the_connection():
    async def trying():
        crowd = Crowd(most=100, per_group=0)
        async with listening(crowd) as connect:
            reader, _, stream = await opened(connect)
            stream.send(b"one")
            stream.send(b"two")
            assert await asyncio.wait_for(reader.readexactly(11), LONG) == b"6\r\nonetwo\r\n"
            stream.end(b"bye")
            assert await answer(reader) == b"3\r\nbye\r\n0\r\n\r\n"
            await until(lambda: crowd.number == 0)
            assert ended == [stream]

    asyncio.run(trying())


def test_a_client_that_hangs_up_ends_its_stream():
    async def trying():
        async with listening() as connect:
            _, writer, stream = await opened(connect)
            writer.close()
            await until(lambda: ended == [stream])

    asyncio.run(trying())


def test_what_a_client_sends_after_its_request_ends_its_stream():
    async def trying():
        async with listening() as connect:
            reader, writer, stream = await opened(connect)
            writer.write(GET)
            assert await answer(reader) == b""
            await until(lambda: ended == [stream])

    asyncio.run(trying())


def test_a_request_right_behind_that_for_a_stream_leaves_the_stream_empty():
    async def trying():
        async with listening() as connect:
            reader, _ = await connect(EVENTS + GET + b"\r\n")
            found = await asyncio.wait_for(reader.readuntil(b"0\r\n\r\n"), LONG)
            assert b"first" not in found
            assert begun == ended

    asyncio.run(trying())


def test_a_client_that_does_not_read_its_stream_is_cut_off():
    async def trying():
        async with listening(patience=QUICK) as connect:
            _, _, stream = await opened(connect)
            while not ended:
                stream.send(b"x" * 1_000_000)
                await asyncio.sleep(0.01)
            assert ended == [stream]

    async def bounded():
        await asyncio.wait_for(trying(), LONG)

    asyncio.run(bounded())


def test_silent_streams_show_that_they_are_alive(monkeypatch):
    async def trying():
        monkeypatch.setattr(silences, "ALIVE_SECONDS", 0.05)
        monkeypatch.setattr(silences, "_APART", 0.01)
        async with listening() as connect:
            readers = [(await opened(connect))[0] for _ in range(3)]
            for reader in readers:
                for _ in range(2):
                    await asyncio.wait_for(reader.readuntil(b"e\r\n: still here\n\n\r\n"), LONG)

    asyncio.run(trying())
