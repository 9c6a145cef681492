"""What a move costs, in counts: plays, statements, renderings and bytes."""

import asyncio
import re
from collections import Counter

from sqlalchemy import event

from tests.server.conftest import on_both
from tests.server.inside import process, two_players
from undercut.play.state import State
from undercut.site.rooms.streams import Stream, StreamFormat
from undercut.site.routes.replies import template_engine
from undercut.site.routes.table_pages import board_format, write_table
from undercut.table.commands import Play
from undercut.table.events import Left, Returned
from undercut.table.showing import LONGEST_LOG, Span, scene


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
        streams = [
            await room.listen(guest, None, StreamFormat("table", "http://test", render))
            for guest in ("ann", "ann", "bob", "eve", "eve", "mallory")
        ]
        streams.append(await room.listen("eve", None))
        await asyncio.sleep(0.1)
        rendered.clear()
        version = (await move(room)).version
        assert sorted(rendered, key=str) == [0, 1, None]
        for stream in streams[:-1]:
            assert b"data: %d\n" % version in await anext(stream.messages())
        assert b"event: table" not in await anext(streams[-1].messages())
        rendered.clear()
        late = await room.listen("trent", None, StreamFormat("table", "http://test", render))
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
