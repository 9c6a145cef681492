import asyncio
import re
from collections import Counter
from contextlib import asynccontextmanager
from functools import cache

from sqlalchemy import event

import undercut
from tests.amounts import THOROUGH, amount
from tests.server import inside
from tests.server.conftest import on_both
from tests.server.inside import process, two_players
from tests.server.loops import counted
from tests.touring import played
from undercut.pages.position_text import pack_position
from undercut.play.state import State
from undercut.site.rooms.streams import Stream, StreamFormat
from undercut.site.routes.table_pages import board_format, write_table
from undercut.site.routes.visit import template_engine
from undercut.site.server import openapi
from undercut.table.commands import Play
from undercut.table.events import Left, Returned
from undercut.table.showing import LONGEST_LOG, Span, scene

MOST_CALLS = 27_000
"""Calls of Python functions in one callback of the loop; on a usual machine they take about eight milliseconds."""

STREAMS = {"/lobby/events", "/t/{table:str}/events"}
"""They hand their connections over, and have tests of their own."""

ACCEPTED = ("text/html", "application/json")


@asynccontextmanager
async def site(tmp_path):
    """A site in this loop, once it has warmed up; gives it and a client."""
    async with inside.site(inside.settings(tmp_path, rebuilds=0)) as (app, guest):
        warming = [task for task in asyncio.all_tasks() if task.get_name() == "warming up"]
        await asyncio.gather(*warming)
        yield app, await guest()


@cache
def long_record(number):
    game = undercut.game("cut_the_rope", seats=6)
    games = [played(game, 10 * number + seed, moves=5_000) for seed in range(4)]
    return max((game.record() for game in games), key=lambda record: len(record["moves"]))


async def made(http, path, **data):
    answer = await http.post(path, json=data)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


async def addresses(http, number):
    found = await addresses_by_route(http, number)
    return [route.partition("{")[0] + end for route, ends in found.items() for end in ends]


async def addresses_by_route(http, number):
    playing = await made(http, "/tables", game="cuttle", opponents=["random"], listed=False)
    waiting = await made(http, "/tables", game="cups", opponents=["open", "open"], listed=False)
    over = await made(http, "/import", **long_record(number))
    duplicate = (await http.post("/duplicate", json={"game": "cuttle"})).json()["duplicate"]
    seat = (await http.get(f"/t/{playing}")).json()["seat_link"].rpartition("/")[2]
    position = pack_position(undercut.game("cuttle").deal(seed=number).position())
    moving = (await http.post("/games/move")).json()["address"].rpartition("/")[2]
    word = ("king", "ace", "pass")[number]
    return {
        "/": [""],
        "/daily": [""],
        "/daily/{day:str}": [f"daily/2026-11-0{number + 1}"],
        "/lobby": [""],
        "/lobby/tables": [""],
        "/new": ["", f"?game=cuttle&rules.set=pagat&rules.seven={number}", "?game=nothing"],
        "/import": [""],
        "/rules": [""],
        "/rules/{name:str}": [f"cuttle?set=seven={number % 3}&find={word}", f"cups?find={word}", "cut_the_rope"],
        "/settings": [""],
        "/about": [""],
        "/privacy": [""],
        "/forget": [""],
        "/source.zip": [""],
        "/lab": [""],
        "/lab/{name:str}": ["cuttle", f"cuttle?set=seven={number % 3}", "cups", "cut_the_rope"],
        "/duplicate": [""],
        "/duplicate/{name:str}": [f"duplicate/{duplicate}"],
        "/learn": [""],
        "/puzzles": [""],
        "/learn/{game:str}/{name:str}/{step:int}": ["cuttle/first/1", f"cuttle/puzzle-{number + 1}/1"],
        "/learn/{game:str}/today": ["cups/today"],
        "/watch/now": [""],
        "/watch": [""],
        "/watch/{game:str}": ["cups"],
        "/watch/{game:str}/{step:int}": [f"cuttle/{number}", "cups/5"],
        "/t/{table:str}": [playing, waiting, over, f"{over}?log=1"],
        "/t/{table:str}/gains": [f"{over}/gains"],
        "/t/{table:str}/board": [f"{playing}/board", f"{waiting}/board", f"{over}/board"],
        "/t/{table:str}/rules": [f"{waiting}/rules"],
        "/t/{table:str}/steps/{step:int}": [f"{over}/steps/{100 + number}", f"{over}/steps/100000"],
        "/t/{table:str}/record.json": [f"{over}/record.json"],
        "/t/{table:str}/preview.png": [f"{over}/preview.png", f"{playing}/preview.png"],
        "/t/{table:str}/players": [f"{over}/players", f"{playing}/players"],
        "/t/{table:str}/review": [f"{over}/review?move={number + 1}"],
        "/t/{table:str}/retry": [f"{over}/retry"],
        "/s/{token:str}": [seat],
        "/icon/{name:str}": ["192.png"],
        "/no-connection": [""],
        "/offline": [""],
        "/offline/{file:path}": ["index.html"],
        "/worker.js": [""],
        "/editor": [""],
        "/editor/{game_name:str}": ["cups", f"cuttle?p={position}"],
        "/editor/{game_name:str}/position.json": [f"cuttle/position.json?p={position}"],
        "/editor/{game_name:str}/position.svg": [f"cuttle/position.svg?p={position}"],
        "/games": ["", f"?page={number + 1}"],
        "/games/records": [""],
        "/move/{token:str}": [moving],
        "/cards/{name:str}": ["french.svg", "latin.svg", "rope.svg"],
        "/static/{file_path:path}": ["undercut.js"],
        "/assets/{name:str}": ["table.css"],
        "/schema": [""],
        "/schema/list": [""],
        "/schema/openapi.json": [""],
        "/schema/openapi.yaml": [""],
        "/schema/openapi.yml": [""],
        "/schema/{path:str}": ["nothing"],
    }


async def test_no_get_does_much_at_once_or_waits_on_the_loop(tmp_path):
    async with site(tmp_path) as (app, http):
        held = []
        gets = {route.path for route in app.routes if "GET" in getattr(route, "methods", ())}
        assert (await addresses_by_route(http, 0)).keys() == gets - STREAMS
        numbers = range(0 if THOROUGH else 1, amount(2, 3))
        for number in range(amount(2, 3)):
            long_record(number)  # here it takes less time than where all calls are counted
        if not THOROUGH:  # what is made once is made now
            for address in await addresses(http, 0):
                await http.get(address, headers={"accept": ACCEPTED[0]})
        with counted() as work:
            for number in numbers:
                for address in await addresses(http, number):
                    for accept in ACCEPTED:
                        await work.reset()
                        answer = await http.get(address, headers={"accept": accept})
                        await work.settle()
                        assert answer.status_code < 500, address
                        if work.most > MOST_CALLS or (number and work.blocking):
                            held.append(f"{address}: {work.most} calls; {', '.join(work.blocking[:3])}")
    assert not held


async def test_the_description_is_made_once_and_in_a_thread(tmp_path, monkeypatch):
    loop, made_in = asyncio.get_running_loop(), []

    def remembering(function):
        def remembers(*values, **more):
            made_in.append(asyncio._get_running_loop())  # noqa: SLF001  None outside the loop's thread
            return function(*values, **more)

        return remembers

    monkeypatch.setattr(openapi.msgspec.yaml, "encode", remembering(openapi.msgspec.yaml.encode))
    monkeypatch.setattr(openapi, "operations", remembering(openapi.operations))
    async with site(tmp_path) as (_, http):
        forms = ["/schema", "/schema/list", "/schema/openapi.json", "/schema/openapi.yaml", "/schema/openapi.yml"]
        answers = await asyncio.gather(*(http.get(form, headers={"accept": ACCEPTED[0]}) for form in forms * 3))
    assert {answer.status_code for answer in answers} == {200}
    assert made_in == [None, None]
    assert loop is asyncio.get_running_loop()


async def move(room, notation=None):
    table = await room.enter()
    guest = ("ann", "bob")[table.to_move]
    notation = notation or str(table.state.legal_moves()[0])
    return await room.obey(guest, Play(version=table.version, move=notation))


@on_both
async def test_a_move_is_played_twice_and_written_with_two_statements(database, monkeypatch):
    plays, play = [], State.play
    asked = []
    monkeypatch.setattr(State, "play", lambda state, text: plays.append(text) or play(state, text))
    async with process(database) as (rooms, store):
        room = await two_players(rooms)
        await move(room)
        await asyncio.sleep(0.1)  # until everything that follows the move is done
        for engine in store._engines:  # noqa: SLF001  there is no other way to see what is asked
            event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2].split()[0].upper()))
        plays.clear()
        for _ in range(3):
            await move(room)
        await asyncio.sleep(0.1)
        assert len(plays) == 2 * 3  # on a copy, to see what follows, and at the table
        counts = Counter(asked)
        # Only PostgreSQL is asked to tell others.
        assert counts.pop("SELECT", 0) == (0 if database.kind == "sqlite" else 3)
        counts.pop("BEGIN", None)
        assert counts == {"UPDATE": 3, "INSERT": 3}


async def test_a_table_is_rendered_once_for_each_kind_of_reader(database):
    rendered = []

    def render(shown):
        rendered.append(shown.you)
        return b"event: table\ndata: %d\n\n" % shown.version

    async with process(database) as (rooms, _):
        room = await two_players(rooms)
        shown = StreamFormat("table", "http://test", render)
        guests = ("ann", "ann", "bob", "eve", "eve", "mallory")
        streams = [await room.listen(guest, None, shown) for guest in guests]
        streams.append(await room.listen("eve", None))
        await asyncio.sleep(0.1)
        rendered.clear()
        version = (await move(room)).version
        assert sorted(rendered, key=str) == [0, 1, None]
        for stream in streams[:-1]:
            assert b"data: %d\n" % version in await anext(stream.messages())
        assert b"event: table" not in await anext(streams[-1].messages())
        rendered.clear()
        late = await room.listen("trent", None, shown)
        assert rendered == [None]
        assert b"event: table" in await anext(late.messages())


async def test_a_slow_reader_gets_only_the_latest_table():
    stream = Stream([], lambda _: None, StreamFormat("table", "", write_table))
    for number in range(1000):
        stream.show(b"picture %d\n" % number)
    stream.send(b"event\n")
    assert re.findall(rb"picture \d+|event", await anext(stream.messages())) == [b"picture 999", b"event"]


async def test_each_reader_of_a_board_gets_a_token_of_their_own(database):
    async with process(database) as (rooms, _):
        room = await two_players(rooms)
        templates = template_engine().engine
        looks = [board_format(templates, "http://test", token) for token in ("one", "two")]
        bodies = [(await room.listen("ann", None, look)).messages() for look in looks]
        await asyncio.sleep(0.1)  # until both have been shown the table as it was
        for body in bodies:
            await anext(body)
        await move(room)
        boards = [(await anext(body)).decode() for body in bodies]
        for board, own, other in zip(boards, ("one", "two"), ("two", "one"), strict=True):
            assert f'name="_csrf_token" value="{own}"' in board
            assert f'value="{other}"' not in board
            assert not re.search("<(token|version|table)>", board)
        assert boards[0].replace('value="one"', 'value="two"') == boards[1]


async def test_a_long_log_makes_no_answer_long(database):
    async with process(database) as (rooms, _):
        room = await two_players(rooms)
        table = await room.enter()
        sizes = []
        for _ in range(2):
            for _ in range(300):
                table.apply(Left(1), 1.0)
                table.apply(Returned(1), 1.0)
            shown = scene(table, 0)
            sizes.append(len(board_format(template_engine().engine, "", "token").render(shown)))
            assert len(shown.log) == LONGEST_LOG
            assert shown.earlier + LONGEST_LOG == shown.log[-1].seq == table.version
        assert abs(sizes[0] - sizes[1]) < 100
        middle = scene(table, None, span=Span(301, 450))
        assert [line.seq for line in middle.log] == list(range(301, 451))
        assert middle.earlier == 300
        assert [line.seq for line in scene(table, None, span=Span(1, 900)).log] == list(range(701, 901))
        assert scene(table, None, span=Span(5000, 6000)).log == []
