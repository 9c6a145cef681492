import asyncio
import json
from contextlib import asynccontextmanager

import httpx
import pytest

import undercut
from tests.server.inside import settings, site, workers
from tests.server.loops import run
from undercut.site.workers.thinkers import HINT_SLOT, MOST_HINTS, Rank, Thinkers, Timing
from undercut.table.bot_requests import BotReply

VIEW = undercut.game("cuttle").deal(seed=1).view(0)
MOVE = str(undercut.game("cuttle").deal(seed=1).legal_moves()[0])


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch):
    monkeypatch.setattr("undercut.site.workers.thinkers.needs_compiler", lambda: False)


@asynccontextmanager
async def pool(number: int):
    served: list = []

    async def think(request, stop):
        served.append(("hint" if request.level is None else "move", request.seed))
        seconds = 1.5 if request.level is None else 0.01
        stopped, _ = await asyncio.wait({stop}, timeout=seconds)
        return None if stopped else BotReply(MOVE)

    thinkers = Thinkers(number, workers(think))
    await thinkers.start()
    await asyncio.sleep(0.01)
    yield thinkers, served
    await thinkers.close()


def ask_move(thinkers: Thinkers, guest: str):
    return thinkers.ask_move("cuttle", VIEW, "easy", guest=guest, timing=Timing(0.1, 0.02, 0.7))


def ask_hint(thinkers: Thinkers, guest: str):
    return thinkers.ask_hint("cuttle", VIEW, guest=guest)


def test_a_move_is_there_at_once_however_many_hints_are_queued_and_running():
    async def flood():
        async with pool(2) as (thinkers, _):
            hints = [ask_hint(thinkers, f"guest {number}") for number in range(60)]
            clock, waits = asyncio.get_running_loop().time, []
            for _ in range(20):
                await asyncio.sleep(0.7)
                began = clock()
                await ask_move(thinkers, "Ann").answer
                waits.append(clock() - began)
            return max(waits), [hint.answer.done() for hint in hints].count(True)

    longest, answered = run(flood())
    assert longest < 0.05
    assert 0 < answered < 20


def test_a_stopped_hint_starts_again_and_is_the_next():
    async def stop_one():
        async with pool(1) as (thinkers, served):
            first, second = ask_hint(thinkers, "Ann"), ask_hint(thinkers, "Bob")
            await asyncio.sleep(1.0)
            await ask_move(thinkers, "Cid").answer
            await second.answer
            return served, [ticket.job.seed for ticket in (first, second)], first.starts

    served, (first, second), starts = run(stop_one())
    assert [kind for kind, _ in served] == ["hint", "move", "hint", "hint"]
    assert [seed for kind, seed in served if kind == "hint"] == [first, first, second]
    assert starts == 2


def test_guests_take_turns():
    async def ask_all():
        async with pool(0) as (thinkers, _):
            moves = {ask_move(thinkers, guest): guest for guest in ("Ann", "Ann", "Ann", "Bob", "Cid")}
            hints = {ask_hint(thinkers, guest): guest for guest in ("Ann", "Ann", "Bob")}
            tickets = sorted([*moves, *hints], key=thinkers.place)
            return [(moves | hints)[ticket] for ticket in tickets], [ticket.rank for ticket in tickets]

    guests, kinds = run(ask_all())
    assert guests == ["Ann", "Bob", "Cid", "Ann", "Ann", "Ann", "Bob", "Ann"]
    assert kinds == [Rank.MOVE] * 5 + [Rank.HINT] * 3


def test_a_dropped_hint_frees_its_process_and_another_fills_its_slot():
    async def measure(*, dropped: bool):
        async with pool(1) as (thinkers, _):
            clock = asyncio.get_running_loop().time
            first, second = ask_hint(thinkers, "Ann"), ask_hint(thinkers, "Bob")
            await asyncio.sleep(0.5)
            began = clock() - 0.5
            if dropped:
                thinkers.drop(first)
            await second.answer
            return clock() - began

    assert run(measure(dropped=True)) == pytest.approx(0.5 + 1.5)
    assert run(measure(dropped=False)) == pytest.approx(HINT_SLOT + 1.5)


@pytest.fixture
async def here(tmp_path):
    async with site(settings(tmp_path)) as (app, guest):
        yield app, app.state.site.rooms.thinkers, guest


async def open_table(client: httpx.AsyncClient) -> tuple[str, int]:
    made = (await client.post("/tables", json={"game": "cuttle", "opponents": ["easy"]})).json()
    scene = (await client.get(f"/t/{made['table']}")).json()
    assert scene["to_move"] == scene["you"]
    return made["table"], scene["version"]


async def ask_page(app, client: httpx.AsyncClient, table: str, version: int, gone: asyncio.Event) -> int:
    """Ask for a hint as a client who disconnects when `gone` is set; give the status."""
    body, statuses = [{"type": "http.request", "body": json.dumps({"version": version}).encode()}], []
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    sent = {"host": "localhost", "cookie": cookies, "content-type": "application/json", **client.headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": f"/t/{table}/hint",
        "raw_path": f"/t/{table}/hint".encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "server": ("test", 80),
        "client": ("127.0.0.1", 1),
    }

    async def receive():
        if body:
            return body.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        statuses.append(message.get("status"))

    await app(scope, receive, send)
    return statuses[0]


async def queued(thinkers: Thinkers, number: int) -> None:
    while sum(ticket.rank is Rank.HINT for ticket in thinkers._workers._queue.order()) != number:  # noqa: SLF001, ASYNC110  as above
        await asyncio.sleep(0.01)


async def test_sixty_requests_of_one_seat_are_one_and_the_last_to_hang_up_drops_it(here):
    app, thinkers, guest = here
    client = await guest()
    table, version = await open_table(client)
    gone = [asyncio.Event() for _ in range(60)]
    asking = [asyncio.create_task(ask_page(app, client, table, version, one)) for one in gone]
    waiting = app.state.site.rooms.room(table)._hints._asked  # noqa: SLF001  as above
    while not waiting or next(iter(waiting.values())).waiting < 60:  # noqa: ASYNC110  what is watched is no event
        await asyncio.sleep(0.01)
    await queued(thinkers, 1)
    for one in gone[:-1]:
        one.set()
    assert set(await asyncio.gather(*asking[:-1])) == {400}
    await queued(thinkers, 1)
    gone[-1].set()
    await asking[-1]
    await queued(thinkers, 0)
    assert not waiting


async def test_all_who_wait_get_the_one_answer(here):
    _, thinkers, guest = here
    client = await guest()
    table, version = await open_table(client)
    asking = [asyncio.create_task(client.post(f"/t/{table}/hint", json={"version": version})) for _ in range(5)]
    await queued(thinkers, 1)
    [ticket] = thinkers._workers._queue.order()  # noqa: SLF001  as above
    move = (await client.get(f"/t/{table}")).json()["moves"][0]["move"]
    ticket.settle(BotReply(move, "It is the first."))
    answers = await asyncio.gather(*asking)
    assert [(answer.status_code, answer.json()["move"]) for answer in answers] == [(200, move)] * 5


async def test_a_guest_with_many_tables_is_told_to_wait(here):
    _, thinkers, guest = here
    client = await guest()
    tables = [await open_table(client) for _ in range(MOST_HINTS + 1)]

    def ask(table, version):
        return asyncio.create_task(client.post(f"/t/{table}/hint", json={"version": version}))

    asking = [ask(*opened) for opened in tables[:-1]]
    await queued(thinkers, MOST_HINTS)
    answer = await ask(*tables[-1])
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
    assert answer.json()["detail"] == "You are already waiting for 3 hints. Wait for one of them first."
    move = {"move": (await client.get(f"/t/{tables[0][0]}")).json()["moves"][0]["move"], "version": tables[0][1]}
    await client.post(f"/t/{tables[0][0]}/moves", json=move)
    late = await asking[0]
    assert (late.status_code, late.json()) == (200, None)  # the position has changed, so nobody needs this hint
    await queued(thinkers, MOST_HINTS - 1)
    for task in asking[1:]:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
