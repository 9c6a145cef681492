import asyncio
import json
import re
import sys
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import msgspec
import pytest

import undercut
from tests.offline.homes import Memory, Reader, edition
from undercut.bots.thinking.budget import Watch
from undercut.games.base import registry
from undercut.lessons.courses import puzzles
from undercut.offline import app, bridge
from undercut.offline.app import OfflineApp
from undercut.offline.bridge import answer_request
from undercut.offline.build import build, main
from undercut.offline.routes import public_deal
from undercut.offline.routing import Request
from undercut.table.bot_requests import answer

FILES = ("/static", "/assets", "/cards", "/icon")
QUICK = {"opponents[]": "greedy"}


async def opened(reader, game="cuttle", **fields):
    made = await reader.post("/tables", game=game, **QUICK | fields)
    assert made.status == 200, made.body
    return msgspec.json.decode(made.body)["table"]


async def turn(home, table):
    room = await home.room(table)
    while (waiting := room._turn) and not waiting[1].done():  # noqa: SLF001  only tests wait for bots
        await waiting[1]
    return room


async def begun(memory=None, **more):
    """Open a table against a bot; give its reader, its room once it is their move, and the scene."""
    reader = Reader(await edition(memory, **more))
    room = await turn(reader.home, await opened(reader))
    return reader, room, room.scene()


async def play(reader, scene, move=None):
    return await reader.post(f"/t/{scene.table}/moves", version=scene.version, move=move or scene.moves[0].move)


async def played(reader, table, moves=400):
    """Play a game with the first legal move each time; return its room."""
    for _ in range(moves):
        room = await turn(reader.home, table)
        scene = room.scene()
        if scene.phase == "over":
            return room
        found = await play(reader, scene)
        assert found.status == 200, found.body
    raise AssertionError(table)


async def test_every_address_that_a_page_names_answers():
    home = await edition()
    reader = Reader(home)
    over = await played(reader, await opened(reader))
    seen, left = set(), ["/", f"/t/{over.table.id}", "/watch/now"]
    kinds = {}
    while left:
        address = left.pop(0)
        kind = re.sub(r"\?.*", "", address)
        if address in seen or kinds.get(kind, 0) > 1:
            continue
        seen.add(address)
        kinds[kind] = kinds.get(kind, 0) + 1
        found = await reader.get(unquote(address))
        assert found.status in {200, 303}, (address, found.body[-900:])
        assert home.faults == []
        text = found.body.decode(errors="replace")
        named = [unescape(name).partition("#")[0] for name in re.findall(r'(?:href|src)="(/[^"]*)"', text)]
        assert not [name for name in named if name.startswith(("/lobby", "/schema", "/source", "/duplicate", "/s/"))]
        left += [name for name in named if not name.startswith((*FILES, "/tables", "/find"))]
        left += [found.headers["Location"].removeprefix(home.address)] if found.status == 303 else []
    assert len(seen) > 100


@pytest.mark.parametrize("game", registry.own_names())
async def test_a_whole_game_is_kept_and_read_again(game):
    memory = Memory()
    reader = Reader(await edition(memory))
    room = await played(reader, await opened(reader, game))
    table, scene = room.table.id, room.scene()
    record = json.loads((await reader.get(f"/t/{table}/record.json")).body)
    assert undercut.replay(record).result.winners == tuple(scene.result.winners)
    again = await edition(memory)
    assert (await again.room(table)).scene() == scene
    assert [line.table for line, _seat in again.storage.played()] == [table]
    lines = (await Reader(again).get("/games/records")).body.splitlines()
    assert [json.loads(line) for line in lines] == [record]
    brought = await Reader(again).post("/import", record=json.dumps(record))
    assert brought.status == 200
    assert len(again.storage.tables) == 2


async def test_a_file_of_records_becomes_the_history():
    reader = Reader(await edition())
    for _ in range(2):
        await played(reader, await opened(reader, name="Ann"))
    file = (await reader.get("/games/records")).body.decode()
    other = Reader(await edition())
    assert (await other.post("/import", accept="text/html", file=file)).headers["Location"] == "/games"
    assert "2 of 2 games." in (await other.get("/games")).body.decode()
    assert (await other.get("/games/records")).body.decode().count("\n") == 2
    broken = await other.post("/import", accept="text/html", file=file + "{")
    assert (broken.status, len(other.home.storage.tables)) == (422, 2)
    memory = Memory()
    memory.writes_left = 1
    assert (await Reader(await edition(memory)).post("/import", file=file)).status == 200
    assert len(memory.logs) == 2


async def test_a_lost_game_leads_to_its_mistake():
    reader, _, scene = await begun()
    home, table = reader.home, scene.table
    await play(reader, scene, "draw")
    await reader.post(f"/t/{table}/resign", version=(await turn(home, table)).table.version)
    assert b">Review</button>" in (await reader.get(f"/t/{table}")).body
    best = next(move.move for move in scene.moves if move.kind == "points")
    moves, at = len((await home.room(table)).table.state.moves), 1 + (scene.you != 0)
    found = {"number": at, "seat": scene.you, "move": "draw", "text": "Draw.", "legal": 2, "best": best}
    found |= {"best_text": "", "expected": 0.5, "error": 0.0, "loss": 0.3, "loss_error": 0.0, "lead": 0.0}
    found["values"] = [{"move": best, "text": "", "expected": 0.5, "error": 0.0}]
    review = {"moves": moves, "judged": [found], "failed": moves - 1}
    await home.storage.put_review(table, json.dumps(review).encode())
    page = (await reader.get(f"/t/{table}")).body.decode()
    assert f"Your chance was 50\N{NO-BREAK SPACE}% until move {at}, “Draw”." in page
    retry = unescape(re.search(r'href="([^"]*)">Retry it', page)[1])
    page = (await reader.get(retry)).body.decode()
    assert re.search(rf'Your chance to win: 50\xa0%, not\s+20\xa0%.*value="{re.escape(best)}">Play it', page, re.DOTALL)
    for move, said in ("draw", "Played in the game"), (best, "This is the best move"):
        judged = (await reader.post(f"/t/{table}/retry", "text/html", number=at, move=move)).headers["Location"]
        assert said in (await reader.get(judged)).body.decode()


async def test_requests_at_once_for_a_table_get_the_same_room():
    memory = Memory()
    table = await opened(Reader(await edition(memory)))
    home = await edition(memory)
    rooms = await asyncio.gather(*(home.room(table) for _ in range(3)))
    assert len({id(room) for room in rooms}) == 1


async def test_few_idle_tables_stay_in_memory_and_the_others_are_read_again(monkeypatch):
    monkeypatch.setattr(app, "_ROOMS", 2)
    reader = Reader(await edition())
    tables = [await opened(reader) for _ in range(5)]
    rooms = [await turn(reader.home, table) for table in tables]
    assert len({id(room) for room in rooms}) == 5
    assert await reader.home.room(tables[-1]) is rooms[-1]
    again = await reader.home.room(tables[0])
    assert again is not rooms[0]
    assert again.scene().view == rooms[0].scene().view


async def test_bots_get_the_view_of_their_seat_alone():
    asked = []

    async def think(request):
        asked.append(request)
        return answer(request, Watch())

    reader, _, scene = await begun(think=think)
    await play(reader, scene, "draw")
    await turn(reader.home, scene.table)
    assert asked
    for request in asked:
        assert request.view["seat"] == 1 - scene.you
        assert {*request.view["hands"][scene.you]} == {*request.view["stock"]} == {"?"}


async def test_a_bot_whose_thinking_fails_plays_on():
    async def think(_request):
        raise RuntimeError

    reader, _, scene = await begun(think=think)
    await play(reader, scene, "draw")
    assert (await turn(reader.home, scene.table)).scene().to_move == scene.you
    assert reader.home.faults


async def test_bots_that_are_skipped_move_without_pauses():
    reader = Reader(await edition(pace=90.0))
    made = await reader.post("/tables", game="cups", against="bots", players=4, level="greedy")
    room = await reader.home.room(msgspec.json.decode(made.body)["table"])
    scene = room.scene()
    if scene.to_move == scene.you:
        await play(reader, scene)
    assert (await reader.post(f"/t/{scene.table}/skip", version=scene.version)).status == 200
    async with asyncio.timeout(30):
        await turn(reader.home, scene.table)
    assert room.scene().to_move == scene.you


async def test_a_review_that_fails_ends_and_its_fault_is_kept():
    async def think(_request):
        raise RuntimeError

    reader, room, scene = await begun()
    await play(reader, scene)
    await turn(reader.home, scene.table)
    assert (await reader.post(f"/t/{scene.table}/resign", version=room.table.version)).status == 200
    reader.home.think = think
    reader.home.begin_review(room.table)
    await asyncio.sleep(0.05)
    assert not reader.home.review(room.table).active
    assert [type(fault) for fault in reader.home.faults] == [RuntimeError]


async def test_nothing_is_stored_by_a_review_after_all_was_forgotten():
    thinking = asyncio.Event()

    async def think(request):
        thinking.set()
        await asyncio.sleep(0)
        return answer(request, Watch())

    memory = Memory()
    reader, room, scene = await begun(memory)
    await play(reader, scene)
    await turn(reader.home, scene.table)
    await reader.post(f"/t/{scene.table}/resign", version=room.table.version)
    reader.home.think = think
    reader.home.begin_review(room.table)
    await thinking.wait()
    assert (await reader.post("/forget")).status == 200
    await asyncio.sleep(0.2)
    assert (memory.texts, memory.logs, reader.home.faults) == ({}, {}, [])


async def test_a_full_database_changes_nothing():
    memory = Memory()
    reader, _, scene = await begun(memory)
    memory.is_full = True
    refused = await play(reader, scene)
    assert refused.status == 503
    assert "no space left" in msgspec.json.decode(refused.body)["detail"]
    assert (await reader.post("/tables", game="cups", **QUICK)).status == 503
    memory.is_full = False
    assert (await reader.home.room(scene.table)).scene().version == scene.version
    assert (await play(reader, scene)).status == 200


@pytest.mark.parametrize("damage", ['{"broken', "[0.0,{}]", '[0.0,{"type":"moved","seat":0,"move":"7h7h"}]', None])
async def test_a_damaged_game_is_named_and_its_events_can_be_downloaded(damage):
    memory = Memory()
    reader, room, _ = await begun(memory)
    whole, table = await opened(reader), room.table.id
    memory.logs[table] = [*memory.logs[table][:2], damage] if damage else []
    reader = Reader(await edition(memory))
    page = await reader.get(f"/t/{table}")
    assert page.status == 500
    assert b"This game is damaged" in page.body
    assert f"/t/{table}/events.json".encode() in page.body
    assert (await reader.get(f"/t/{table}/events.json")).body.decode() == "\n".join(memory.logs[table])
    assert (await reader.get(f"/t/{whole}")).status == 200
    assert (await reader.get("/games")).status == 200


async def test_a_game_whose_line_is_damaged_is_listed_again():
    memory = Memory()
    reader, room, scene = await begun(memory)
    memory.texts[f"table/{room.table.id}"] = "{"
    home = await edition(memory)
    assert home.storage.tables[room.table.id].seat == scene.you
    assert (await home.room(room.table.id)).scene() == scene
    assert home.faults
    memory.logs[room.table.id] = ["{"]
    damaged = Reader(await edition(memory))
    assert (await damaged.get(f"/t/{room.table.id}/events.json")).body == b"{"
    assert (await reader.get("/t/unknown/events.json")).status == 404
    assert (await reader.get("/t/unknown/gains")).status == 404


@pytest.mark.parametrize(
    ("words", "said"),
    [((".",), "is not an earlier build"), (("{}/new", "--docs", "/nowhere"), "/nowhere is not a folder")],
)
def test_a_wrong_folder_of_a_build_is_refused(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["build", *(word.format(tmp_path) for word in words)])
    with pytest.raises(SystemExit):
        main()
    assert said in capsys.readouterr().err


async def test_todays_deal_counts_once_and_is_the_same_everywhere():
    homes = [Reader(await edition()) for _ in range(2)]
    deals = []
    for reader in homes:
        table = msgspec.json.decode((await reader.post("/daily/today/cuttle")).body)["table"]
        again = msgspec.json.decode((await reader.post("/daily/today/cuttle")).body)["table"]
        assert again == table
        deals.append((await played(reader, table)).table)
        assert "Review" in (await reader.get("/daily")).body.decode()
        assert "Copy your result" in (await reader.get(f"/t/{table}/gains")).body.decode()
        practice = msgspec.json.decode((await reader.post("/daily/today/cuttle")).body)["table"]
        assert practice != table
        assert not (await reader.home.room(practice)).entry.tried
    assert deals[0].state.record()["moves"] == deals[1].state.record()["moves"]
    assert public_deal("2026-11-25", "cups").secret != public_deal("2026-11-25", "cuttle").secret


@pytest.mark.parametrize(
    ("method", "path", "fields", "status"),
    [
        ("POST", "/t/TABLE/moves", {"version": 99, "move": "draw"}, 409),
        ("POST", "/t/TABLE/moves", {"version": "x", "move": "draw"}, 422),
        ("POST", "/t/TABLE/moves", {"move": "fly", "version": "NOW"}, 422),
        ("POST", "/t/TABLE/sit", {"version": "NOW"}, 403),
        ("POST", "/tables", {"game": "whist"}, 422),
        ("POST", "/tables", {"game": "cuttle", "against": "friends"}, 422),
        ("POST", "/import", {"record": "{"}, 422),
        ("GET", "/t/nothing", {}, 404),
        ("GET", "/t/TABLE/steps/x", {}, 404),
        ("GET", "/learn/cuttle/first/99", {}, 404),
        ("GET", "/daily/2999-01-01", {}, 404),
        ("GET", "/lobby", {}, 404),
        ("GET", "/editor", {}, 303),
        ("GET", "/editor/whist", {}, 404),
        ("GET", "/editor/cuttle?p=rubbish", {}, 422),
    ],
)
async def test_what_cannot_be_done_is_refused_with_a_reason(method, path, fields, status):
    reader, room, scene = await begun()
    version, path = scene.version, path.replace("TABLE", scene.table)
    given = {name: version if value == "NOW" else value for name, value in fields.items()}
    found = await (reader.get(path) if method == "GET" else reader.post(path, accept="text/html", **given))
    assert found.status == status, found.body
    assert reader.home.faults == []
    assert room.table.version == version


async def test_a_lesson_and_a_review_leave_their_traces():
    home = await edition()
    reader = Reader(home)
    page = (await reader.get("/learn/cuttle/first/1")).body.decode()
    move = re.search(r'name="move"\s+value="([^"]+)"', page)
    assert move
    for step in range(1, 30):
        page = (await reader.get(f"/learn/cuttle/first/{step}")).body.decode()
        for found in re.findall(r'name="move"\s+value="([^"]*)"', page):
            if (await reader.post(f"/learn/cuttle/first/{step}", "text/html", move=unescape(found))).status == 303:
                break
        else:
            break
    assert [one.lesson for one in home.storage.known] == ["first"]
    assert "✓" in (await reader.get("/learn")).body.decode()
    puzzle = next(one for one in puzzles("cuttle") if one.saves)
    address = f"/learn/cuttle/{puzzle.name}/1"
    failed = (await reader.post(address, "text/html", move="draw")).body.decode()
    assert f'href="{address}">Try again' in failed
    assert (await reader.post(address, "text/html", move=puzzle.steps[0].wanted[0])).status == 303
    assert [(one.lesson, one.right, one.done) for one in home.storage.known[1:]] == [(puzzle.name, False, True)]


async def test_events_stream_with_the_board_and_resume():
    reader, room, scene = await begun(base="/club/")
    table = scene.table
    stream = (await reader.get(f"/t/{table}/events?after=0")).messages
    assert (await anext(stream)).count(b"\nid: ") + 1 >= room.table.version
    assert b'href="/club/rules' in await anext(stream)
    await play(reader, scene)
    assert f"id: {scene.version + 1}\n".encode() in await anext(stream)
    await stream.aclose()
    for last, found in ("999", b"event: reload"), ("²", b"\nid: "):
        ahead = (await reader.get(f"/t/{table}/events", last_event=last)).messages
        assert found in await anext(ahead)
        await ahead.aclose()


async def test_a_fault_of_the_program_is_said_and_ends_nothing(monkeypatch):
    home = await edition()
    monkeypatch.setattr("undercut.pages.answers.lobby.game_cards", lambda: 1 // 0)
    found = await answer_request(home, Request("GET", "/about"))
    assert (found.status, len(home.faults)) == (500, 1)
    assert (await answer_request(home, Request("GET", "/learn"))).status == 200


@pytest.mark.parametrize("path", ["/about", "/t/TABLE/events"])
async def test_a_fault_in_a_page_of_errors_or_a_stream_ends_the_answer(path, monkeypatch):
    _, room, scene = await begun()
    sent = []
    reply = SimpleNamespace(
        head=lambda status, _headers, _cookie: sent.append(status),
        body=sent.append,
        fault=lambda text: sent.append(text.splitlines()[-1]),
        end=lambda: sent.append("end"),
    )
    monkeypatch.setattr(OfflineApp, "rendered", lambda *_: 1 // 0)
    monkeypatch.setattr(type(room), "board", lambda _: 1 // 0)
    app = room._app  # noqa: SLF001  the room's
    await bridge._answer(app, json.dumps({"method": "GET", "path": path.replace("TABLE", scene.table)}), reply)  # noqa: SLF001  as the page calls it
    assert any("ZeroDivisionError" in str(part) for part in sent)
    assert sent[-1] == "end"
    assert (200 if "events" in path else 500) in sent


def test_a_build_replaces_no_folder_of_other_files(tmp_path):
    (tmp_path / "letter.txt").touch()
    with pytest.raises(undercut.UndercutError, match="not an earlier build"):
        build(tmp_path)
    assert (tmp_path / "letter.txt").exists()


async def test_addresses_begin_in_the_folder_of_the_edition():
    page = b'<a href="/t/x"><form action="/tables"><img src="/cards/a.svg"><a href="#a"><a href="//x/">'
    assert (await edition()).with_base(page) == page
    assert (await edition(base="/a/")).with_base(page).count(b'="/a/') == 3


async def test_games_that_an_earlier_version_stored_go_on():
    memory, stored = Memory(), json.loads((Path(__file__).parent / "stored.json").read_text())
    memory.texts, memory.logs = stored["texts"], stored["logs"]
    home = await edition(memory)
    reader = Reader(home)
    assert len(home.storage.tables) == len(stored["logs"]) == 4
    for table, log in stored["logs"].items():
        room = await turn(home, table)
        assert room.table.version >= len(log)
        assert (await played(reader, table)).table.phase == "over"
    assert [line.daily for line in home.storage.tries()] == ["2026-11-26"]
    assert {one.lesson for one in home.storage.known} == {"puzzle-1"}
    assert (await reader.get("/games")).status == 200
