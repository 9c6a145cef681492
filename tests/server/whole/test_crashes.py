"""The site is killed while many play: what was acknowledged is there when it runs again, and every game goes on."""

from __future__ import annotations

import asyncio
import json
import signal

import httpx
import pytest

from tests.amounts import amount
from tests.server.whole.players import Game, Person, connections, until
from tests.server.whole.sites import is_alive, site_process, wait_until

pytestmark = pytest.mark.anyio

TABLES = {"sqlite": amount(24, 200), "postgresql": amount(16, 40)}
ENDLESS = 10_000
MIXES = [("cuttle", 2, ()), ("cuttle", 1, ("random",)), ("cut_the_rope", 2, ("random",)), ("cups", 2, ())]
"""Game, persons, bots."""


def logs(database) -> dict[str, list[tuple[int, dict]]]:
    found: dict[str, list[tuple[int, dict]]] = {}
    for table, seq, data in database.query("select table_id, seq, data from events order by table_id, seq"):
        found.setdefault(str(table), []).append((int(str(seq)), json.loads(bytes(data))))  # type: ignore[call-overload]
    return found


def check(database, games: list[Game]) -> None:
    """Hold that logs have no gaps, and that each holds what was acknowledged and at most one move more of a person."""
    written = logs(database)
    for game in games:
        log = written[game.table]
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        moves = {
            seq: event["move"] for seq, event in log if event["type"] == "moved" and event["seat"] < len(game.people)
        }
        assert game.acknowledged.items() <= moves.items()
        assert len(moves) - len(game.acknowledged) <= 1


async def test_killed_in_the_middle_of_many_games(database, tmp_path):
    number = TABLES[database.kind]
    async with connections() as http:
        with site_process(tmp_path, database.url) as site:
            begun = [MIXES[place % len(MIXES)] for place in range(number)]
            games = await asyncio.gather(
                *(
                    Game.begin([Person(http, site.address) for _ in range(persons)], game, bots=bots, seed=place)
                    for place, (game, persons, bots) in enumerate(begun)
                )
            )
            playing = [asyncio.create_task(game.play(ENDLESS)) for game in games]
            await until(lambda: sum(len(game.acknowledged) for game in games) >= number)
            children = site.descendants()
            site.stop(signal.SIGKILL)
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert all(isinstance(end, int | httpx.TransportError) for end in ended), set(map(repr, ended))
            assert sum(isinstance(end, httpx.TransportError) for end in ended) > number / 2
            wait_until(lambda: not any(map(is_alive, children)))
        check(database, games)
        with site_process(tmp_path, database.url) as site:
            for game in games:
                for person in game.people:
                    person.address = site.address
            before = [len(game.acknowledged) for game in games]
            more = await asyncio.gather(*(game.play(2) for game in games))
            assert all(moves == 2 or game.over for moves, game in zip(more, games, strict=True))
            assert sum(moves == 2 for moves in more) > number * 0.9
            assert "Traceback" not in site.log
        after = [len(game.acknowledged) for game in games]
        assert sum(after) - sum(before) == sum(more)
        check(database, games)
