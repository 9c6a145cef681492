import asyncio
import logging
import resource
from contextlib import asynccontextmanager

import pytest
from litestar import Litestar, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.response import Stream as StreamResponse

from tests.server.whole.players import until
from tests.server.whole.sites import SECRET
from undercut.site.base.settings import Settings
from undercut.site.rooms import streams
from undercut.site.rooms.streams import Stream
from undercut.site.security.guests import SiteRequest
from undercut.site.server import middleware, serve
from undercut.site.server.serve import LARGEST_HEAD, Server, listen, most_connections

LONG = 10.0
LARGEST = 100_000


@get("/")
async def look() -> str:
    return "looked"


@post("/")
async def measure(request: SiteRequest) -> str:
    return f"{len(await request.body())} bytes"


@post("/deaf")
async def refuse() -> str:
    raise HTTPException(status_code=403)


@get("/events")
async def events(state: State) -> StreamResponse:
    stream = Stream([b"first"], state.ended.append)
    state.begun.append(stream)
    return StreamResponse(stream.messages())


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(serve, "CHECK_EVERY", 0.3)
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.3)


@asynccontextmanager
async def listening(most=None):
    """Run a server on a loopback port; gives a function that connects, and the application's state."""
    handlers, state = [look, measure, refuse, events], State({"begun": [], "ended": []})
    app = Litestar(handlers, state=state, request_class=SiteRequest, logging_config=None)
    server = Server(app, Settings(database="sqlite:///none.db", secret=SECRET, largest=LARGEST))
    if most is not None:
        server.config.http.keywords["most"] = most
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    running, writers = asyncio.create_task(server.serve(sockets=[listener])), []

    async def connect(data: bytes = b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writers.append(writer)
        writer.write(data)
        return reader, writer

    try:
        await until(lambda: server.started)
        yield connect, app.state
    finally:
        for writer in writers:
            writer.close()
        # A reset ends a connection as well. Nothing of it may outlive its loop.
        await asyncio.gather(*(writer.wait_closed() for writer in writers), return_exceptions=True)
        server.should_exit = True
        await running


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
    pytest.param(GET + b"X: a\r\n" * LARGEST_HEAD + b"\r\n", id="many headers"),
    pytest.param(b"GET /" + b"a" * (2 * LARGEST_HEAD), id="an address"),
    pytest.param(POST + b"1\r\na\r\n0\r\n" + b"X: a\r\n" * LARGEST_HEAD * 4, id="trailers"),
]


@pytest.mark.parametrize("request_", HEAVY)
async def test_a_head_that_is_too_large_is_refused_and_nothing_of_it_is_kept(request_):
    async with listening() as (connect, _):
        reader, writer = await connect()
        for start in range(0, len(request_), 4096):
            writer.write(request_[start : start + 4096])
            await asyncio.sleep(0)
        found = await answer(reader)
        assert b" 400 " in found or found == b""
        assert b" 200 " not in found


async def test_large_bodies_pass_in_one_piece_and_in_chunks():
    body = b"a" * LARGEST
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:50_000], body[50_000:])) + b"0\r\n\r\n"
    whole = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % LARGEST + body
    async with listening() as (connect, _):
        for request in (POST + chunks, whole):
            reader, _ = await connect(request)
            assert b" 201 " in await asyncio.wait_for(reader.readuntil(b"100000 bytes"), LONG)


@pytest.mark.parametrize("start", [b"", b"G", GET])
@pytest.mark.usefixtures("quick")
async def test_a_head_that_stops_half_way_is_cut_off(start):
    async with listening() as (connect, _):
        reader, _ = await connect(start)
        assert await answer(reader) == b""


@pytest.mark.parametrize(
    "start", [POST, POST + b"5\r\nab", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"]
)
@pytest.mark.usefixtures("quick")
async def test_a_body_that_stops_half_way_is_cut_off(start):
    async with listening() as (connect, _):
        reader, _ = await connect(start)
        found = await answer(reader)
        assert b" 408 " in found
        assert b"connection: close" in found


@pytest.mark.usefixtures("quick")
async def test_a_second_request_that_stops_half_way_is_cut_off():
    async with listening() as (connect, _):
        reader, writer = await connect(GET + b"\r\n")
        assert b" 200 " in await reader.readuntil(b"looked")
        writer.write(GET)
        assert await answer(reader) == b""


async def test_a_body_that_nobody_reads_hides_no_answer_and_delays_no_other_request():
    async with listening() as (connect, _):
        head = b"POST /deaf HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
        reader, writer = await connect(head % LARGEST + b"a" * LARGEST)
        assert b" 403 " in await asyncio.wait_for(reader.readuntil(b"}"), LONG)
        writer.write(GET + b"\r\n")
        assert b" 200 " in await asyncio.wait_for(reader.readuntil(b"looked"), LONG)
        reader, writer = await connect(head % (100 * LARGEST) + b"a" * LARGEST)
        found = await answer(reader)
        assert b" 403 " in found
        assert b"connection: close" in found


async def test_only_so_many_connections_are_let_in(caplog):
    with caplog.at_level(logging.WARNING):
        async with listening(most=5) as (connect, _):
            held = [await connect(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(5)]
            for reader, _ in held:
                await asyncio.wait_for(reader.readuntil(b"first"), LONG)
            reader, _ = await connect(GET + b"\r\n")
            assert await answer(reader) == b""
            assert not any(reader.at_eof() for reader, _ in held)
            held.pop()[1].close()
            while b" 200 " not in await answer((await connect(GET + b"Connection: close\r\n\r\n"))[0]):  # noqa: ASYNC110  nothing tells when one has gone
                await asyncio.sleep(0.01)
    assert "there are 5 connections, as many as there may be" in caplog.text


def test_some_descriptors_are_kept():
    most = most_connections()
    assert 0 < most < resource.getrlimit(resource.RLIMIT_NOFILE)[0]


async def opened(connect, state):
    reader, writer = await connect(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
    await asyncio.wait_for(reader.readuntil(b"first\r\n"), LONG)
    return reader, writer, state.begun[-1]


async def test_what_comes_at_once_is_sent_in_one_piece_and_the_end_ends_the_answer():
    async with listening() as (connect, state):
        reader, _, stream = await opened(connect, state)
        stream.send(b"one")
        stream.send(b"two")
        assert await asyncio.wait_for(reader.readexactly(11), LONG) == b"6\r\nonetwo\r\n"
        stream.end(b"bye")
        assert await asyncio.wait_for(reader.readexactly(13), LONG) == b"3\r\nbye\r\n0\r\n\r\n"
        await until(lambda: state.ended == [stream])


async def test_a_client_that_hangs_up_ends_its_stream():
    async with listening() as (connect, state):
        _, writer, stream = await opened(connect, state)
        writer.close()
        await until(lambda: state.ended == [stream])


@pytest.mark.usefixtures("quick")
async def test_a_stream_lives_longer_than_a_request_may_take():
    async with listening() as (connect, state):
        reader, _, stream = await opened(connect, state)
        await asyncio.sleep(1.0)
        stream.send(b"later")
        assert await asyncio.wait_for(reader.readexactly(10), LONG) == b"5\r\nlater\r\n"


@pytest.mark.usefixtures("quick")
async def test_a_client_that_does_not_read_its_stream_is_cut_off():
    async with listening() as (connect, state):
        _, _, stream = await opened(connect, state)
        async with asyncio.timeout(LONG):
            while not state.ended:
                stream.send(b"x" * 1_000_000)
                await asyncio.sleep(0.01)
        assert state.ended == [stream]


async def test_silent_streams_show_that_they_are_alive(monkeypatch):
    monkeypatch.setattr(streams, "ALIVE_SECONDS", 0.05)
    async with listening() as (connect, state):
        readers = [(await opened(connect, state))[0] for _ in range(3)]
        for reader in readers:
            for _ in range(2):
                await asyncio.wait_for(reader.readuntil(b": still here\n\n\r\n"), LONG)
