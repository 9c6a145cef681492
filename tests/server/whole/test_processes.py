"""Two processes of the site serve the same tables, from one PostgreSQL."""

import signal

import pytest

from tests.amounts import some
from tests.server.conftest import Database
from tests.server.whole.players import Game, Listening, Person, connections, until
from tests.server.whole.sites import Site, site_process
from tests.server.whole.test_crashes import ENDLESS, check, logs


@pytest.fixture
def database(postgres_urls) -> Database:
    return Database("postgresql", postgres_urls())


@pytest.mark.parametrize(("game", "bots"), some([("cuttle", ()), ("cut_the_rope", ("random", "greedy"))], 1))
async def test_people_at_different_processes_play_a_whole_game(database, tmp_path, game, bots):
    async with connections() as http:
        with site_process(tmp_path, database.url) as one, site_process(tmp_path, database.url) as other:
            ann, bob = people = [Person(http, one.address), Person(http, other.address)]
            table = await Game.begin(people, game, bots=bots)
            readers = [ann, bob, Person(http, one.address), Person(http, other.address)]
            listening = [await Listening(reader, table.table, after=0).opened() for reader in readers]
            for heard in listening:
                await until(lambda heard=heard: all(seat["present"] for seat in heard.seats[-1]))
            await table.play(ENDLESS)
            assert table.over
            check(database, [table])
            log = logs(database)[table.table]
            moves = [(seq, event) for seq, event in log if event["type"] == "moved"]
            for place, heard in enumerate(listening):
                await until(lambda heard=heard: heard.numbers[-1] == len(log))
                assert heard.numbers == list(range(1, len(log) + 1))
                scene = await readers[place].look(table.table)
                assert (scene["phase"], scene["steps"], scene["version"]) == ("over", len(moves), len(log))
                assert [line | {"at": 0} for line in heard.lines] == [line | {"at": 0} for line in scene["log"]]
                await heard.close()
            assert timeless(listening[2].lines) == timeless(listening[3].lines)
            answers = [await person.get(f"/t/{table.table}/record.json") for person in people]
            assert answers[0].json() == answers[1].json()
            await presence_is_known(table.table, ann, bob, other)
            assert "Traceback" not in one.log + other.log


async def test_one_process_goes_on_where_the_other_was_killed(database, tmp_path):
    async with connections() as http:
        site = {"patience": 1}
        with site_process(tmp_path, database.url, **site) as one, site_process(tmp_path, database.url, **site) as other:
            people = [Person(http, one.address), Person(http, one.address)]
            # At the first table the other process listens, of the second it has never heard.
            games = [await Game.begin(people, "cut_the_rope", bots=("master",), seed=seed) for seed in (1, 2)]
            watching = await Listening(Person(http, other.address), games[0].table, after=0).opened()
            for game in games:
                scene = await people[0].look(game.table)
                while scene["to_move"] != 2:
                    assert await game.move(people[scene["to_move"]], await people[scene["to_move"]].look(game.table))
                    scene = await people[0].look(game.table)
            await until(lambda: last_seen(watching) >= max(games[0].acknowledged))
            one.stop(signal.SIGKILL)
            for person in people:
                person.address = other.address
            await until(lambda: watching.events[-1][1]["line"]["seat"] == 2)
            for game in games:
                assert await game.play(4) == 4 or game.over
            check(database, games)
            await until(lambda: last_seen(watching) >= max(games[0].acknowledged))
            assert watching.numbers == list(range(1, last_seen(watching) + 1))
            await watching.close()
            assert "Traceback" not in other.log


async def presence_is_known(table: str, ann: Person, bob: Person, bobs: Site) -> None:
    """Let Bob come and go, and his process stop, while Ann watches from another process."""
    watching = await Listening(ann, table).opened()
    for ends in (False, False, True):
        there = await Listening(bob, table).opened()
        await until(lambda there=there: there.seats[-1][0]["present"])
        await until(lambda: watching.seats[-1][1]["present"])
        assert [seat["present"] for seat in (await ann.look(table))["seats"][:2]] == [True, True]
        if ends:
            bobs.stop()
        await there.close()
        await until(lambda: not watching.seats[-1][1]["present"])
    await watching.close()


def timeless(lines: list[dict]) -> list[dict]:
    """Leave out when it happened: each process has its own clock."""
    return [line | {"at": 0} for line in lines]


def last_seen(listening: Listening) -> int:
    return max(listening.numbers, default=0)
