import asyncio
import html
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.server.html import Page
from tests.server.running import Client, running
from undercut.games.base import registry
from undercut.games.base.parts.bots import ALL_NAMES
from undercut.games.base.sentences import capitalized
from undercut.lessons.courses import shown_games
from undercut.pages.answers.lobby import unfinished
from undercut.pages.lobby.daily import DayData, Par, StoredDay, daily_page
from undercut.pages.lobby.duplicates import in_order
from undercut.pages.lobby.front import todays_deal
from undercut.pages.lobby.rows import rows
from undercut.pages.lobby.shown_games import PACE, miniature, move_at, scenes, watched_move
from undercut.play.loading import replay
from undercut.site.routes.deals import deal_of
from undercut.table.listing import LobbyTable
from undercut.table.opening.deals import daily_games, day_at, days_before


def finish(client, table):
    answer = client.post(f"/t/{table}/resign", json={"version": 0})
    assert answer.status_code == 200, answer.text


def opened_at_once(client, address):
    """Send a request four times at once; only one table may be open afterwards."""
    with ThreadPoolExecutor(4) as pool:
        answers = [answer.json() for answer in pool.map(client.post, [address] * 4)]
    (table,) = {answer["table"] for answer in answers}
    assert [line["table"] for line in client.get("/lobby").json()["yours"]] == [table]
    return answers[0]


def test_one_try_counts_and_later_ones_do_not(site):
    ann = Client(site)
    assert ann.page("/daily").count('action="/daily/') == len(daily_games())
    page = ann.get("/daily").json()
    assert [game["state"] for game in page["games"]] == ["new"] * len(daily_games())
    assert not any(game["results"] or game["par"] for game in page["games"])
    first = opened_at_once(ann, "/daily/today/cuttle")
    assert ann.post("/daily/today/cuttle").json() == first
    scene = ann.get(f"/t/{first['table']}").json()
    assert scene["daily"] == page["today"]
    assert not scene["hints"]
    finish(ann, first["table"])
    shown = ann.get("/daily").json()
    mine = next(game for game in shown["games"] if game["game"] == "cuttle")
    assert mine["state"] == "over"
    assert mine["result"]["outcome"] == "lost"
    assert mine["finished"] >= 1
    assert mine["result"]["resigned"]
    assert mine["share"].endswith(f"/daily/{page['today']}#daily-cuttle"), "friends get the same deal"
    assert f'value="{page["address"]}"' in ann.page("/daily")
    assert mine["share"] in html.unescape(ann.page(f"/t/{first['table']}/gains"))
    assert "Results of the day" in ann.page(f"/t/{first['table']}")
    assert shown["streak"] == 0, "given up before some play"
    again = ann.post("/daily/today/cuttle").json()
    assert again["table"] != first["table"]
    assert ann.get(f"/t/{again['table']}").json()["hints"]
    finish(ann, again["table"])
    assert ann.get("/daily").json()["games"][0]["finished"] == mine["finished"]


def test_par_is_worked_out_from_the_first_players_start_on():
    wanted, made = [], {}

    class Store:
        async def ask(self, _, day):
            return made.get(day, {})

        async def make(self, _, day, game, level):
            made[day] = {game: ((game, level), None)}
            return made[day][game][0]

    site = SimpleNamespace(rooms=SimpleNamespace(store=Store()), pars=SimpleNamespace(want=wanted.append))
    for _ in range(2):
        deal = asyncio.run(deal_of(site, "2026-11-27", "2026-11-27", "cups"))
    assert wanted == [deal, deal]
    made["2026-11-27"] = {"cups": (deal, b"its par")}
    assert asyncio.run(deal_of(site, "2026-11-27", "2026-11-28", "cups")) == deal
    assert len(wanted) == 2


@pytest.mark.parametrize("day", ["2026-13-01", "tomorrow", "9999-01-01", "20261125", "0001-01-01", "2026-10-31"])
def test_days_that_are_none_or_to_come_do_not_exist(client, day):
    assert client.get(f"/daily/{day}").status_code == 404
    assert client.post(f"/daily/{day}/cuttle").status_code == 404
    assert client.post("/daily/today/chess").status_code == 404


def test_a_past_day_that_nobody_played_can_be_practised(site):
    yesterday = days_before(day_at(time.time()), 2)[1]
    client = Client(site)
    assert client.get(f"/daily/{yesterday}").json()["day"] == yesterday
    assert "Play for practice" in client.page(f"/daily/{yesterday}")
    table = client.post(f"/daily/{yesterday}/cuttle").json()["table"]
    assert client.get(f"/t/{table}").json()["hints"]
    assert client.get(f"/daily/{yesterday}").json()["games"][0]["state"] == "new"


def test_a_day_keeps_its_secret_and_its_bot_over_a_restart(url):
    hands = []
    for _ in range(2):
        with running(url) as address:
            client = Client(address)
            table = client.post("/daily/today/cuttle").json()["table"]
            scene = client.get(f"/t/{table}").json()
            hands.append((scene["view"]["hands"][scene["you"]], [seat["level"] for seat in scene["seats"]]))
    assert hands[0] == hands[1]


def test_each_try_stands_on_its_day_and_the_day_keeps_its_bot(tmp_path):
    today, yesterday = days_before(day_at(time.time()), 2)
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        client = Client(address)
        tables = {game: client.post(f"/daily/today/{game}").json()["table"] for game in ("cuttle", "cups")}
        finish(client, tables["cuttle"])
    with closing(sqlite3.connect(tmp_path / "tables.db")) as stored, stored:
        moved = (yesterday, tables["cuttle"])
        stored.execute("UPDATE tries SET day = ? WHERE table_id = ?", moved)
        stored.execute("UPDATE days SET day = ?, level = 'beginner' WHERE game = 'cuttle'", moved[:1])
        data = stored.execute("SELECT data FROM tables WHERE id = ?", moved[1:]).fetchone()[0]
        data = data.replace(today.encode(), yesterday.encode())
        stored.execute("UPDATE tables SET data = ? WHERE id = ?", (data, moved[1]))
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        again = client.at(address)
        before, now = again.get(f"/daily/{yesterday}").json(), again.get("/daily").json()
    states = {game["game"]: game["state"] for game in now["games"]}
    assert states == {"cuttle": "new", "cups": "playing", "cut_the_rope": "new"}
    cuttle = next(game for game in before["games"] if game["game"] == "cuttle")
    assert (cuttle["state"], cuttle["level"], cuttle["finished"]) == ("over", "beginner", 1)
    marked = {day["day"] for week in now["weeks"] for day in week if day["signs"]}
    assert marked == {yesterday}
    assert len(now["weeks"]) == 1 + (yesterday < now["weeks"][-1][0]["day"]), "no weeks before the first game"
    spoken = [day["spoken"] for week in now["weeks"] for day in week]
    assert [": 1 deal played, " in day for day in spoken].count(True) == 1
    assert not any(" 0 deals" in day for day in spoken)
    assert now["streak"] == 0, "given up before some play"


@pytest.mark.parametrize("game", sorted(shown_games()))
def test_a_game_to_watch_is_a_finished_game_by_the_rules(game):
    assert replay(shown_games()[game].record).result is not None
    assert "?" not in [card for hand in scenes(game)[0].view["hands"] for card in hand]
    assert {seat.name for seat in scenes(game)[0].seats} <= ALL_NAMES
    assert all(watched_move(game, step).comment for step in range(len(scenes(game)) - 1))
    middle = miniature(scenes(game)[len(scenes(game)) // 2], 1, 1.0)
    assert any(middle.rows)
    assert "?" not in [card for row in middle.rows for card in row]


def test_all_games_are_shown_one_move_after_the_other():
    total = sum(len(scenes(game)) for game in shown_games())
    seen = [move_at(PACE * number) for number in range(total + 5 * len(shown_games()))]
    steps = {(game, step) for game in shown_games() for step in range(6, len(scenes(game)))}
    assert {(one.game, one.step) for one in seen} == steps
    assert all(0 < one.wait <= PACE for one in seen)


def test_the_front_page_shows_the_move_and_leads_to_its_table(client):
    assert 'href="/watch"' in client.page("/")
    now = client.get("/watch/now").json()
    assert now["game"] in registry.names()
    assert "data-wait" in client.page("/watch/now")
    table = client.page("/watch")
    assert 'id="board"' in table
    assert "/t/watch" not in table
    assert client.get("/watch").json()["table"] == "watch"


def test_each_game_to_watch_can_be_stepped_through(site):
    client = Client(site)
    for game in shown_games():
        page, last = client.page(f"/watch/{game}/0"), len(scenes(game)) - 1
        assert f'href="/watch/{game}/1"' in page
        assert "Chance to win:" in page
        parts = Page(page)
        assert {*parts.every("popovertarget")} <= {*parts.every("id")}
        assert all(abs(sum(watched_move(game, step).chances) - 100) <= 2 for step in range(last + 1))
        assert f"/watch/{game}/-1" not in page
        end = client.page(f"/watch/{game}/{last}")
        assert f'href="/watch/{game}/{last - 1}"' in end
        assert f"/watch/{game}/{last + 1}" not in end
        assert 'class="headline"' in end
        assert "Next game</a>" in end
        assert watched_move(game, last).next != f"/watch/{game}/0", "another game"
        assert watched_move(game, last).next.startswith(f"/watch/{game.partition('-')[0]}"), "of the same kind"
        assert client.get(f"/watch/{game}/{last + 1}").status_code == 404
    assert client.page("/watch/cuttle") == client.page("/watch/cuttle/0") != client.page("/watch/cuttle/3")
    assert client.get("/watch/nothing").status_code == client.get("/watch/nothing/0").status_code == 404


def test_a_mistake_is_told_with_what_was_better():
    game, step = "cuttle", int(min(shown_games()["cuttle"].better))
    told = watched_move(game, step)
    move, share, why = shown_games()[game].better[str(step)]
    assert told.comment.startswith("A mistake: Emil falls from ")
    assert told.comment.endswith(f" ({share} %). A coach would tell Emil: “{capitalized(why)}.”")
    assert all(why for shown in shown_games().values() for _move, _share, why in shown.better.values())
    assert "Better: “Play the seven of hearts as a one-off" in told.comment
    mine = watched_move(game, step, tally="1-2", tried=move)
    assert mine.comment == f"Not this time, but yours was better. 1 of 3 right. {told.comment}"
    played = scenes(game)[step].last.move
    for tried, marks in (("draw", {"played"}), (move, {"played", "better"}), (played, {"right"})):
        answered = watched_move(game, step, tally="1-2", tried=tried)
        assert answered.comment.endswith(told.comment)
        assert answered.chances
        assert {option.mark for option in answered.guess.told} - {""} <= marks | {"wrong"}
        assert (answered.next, answered.tally) == (f"/watch/{game}/{step}", f"?guess={1 + (tried == played)}-3")


@pytest.mark.parametrize("game", shown_games())
def test_the_move_that_was_played_and_the_best_one_can_be_guessed(game):
    """So can the move that looks best; moves of equal worth are not asked apart."""
    better = shown_games()[game].better
    for step, scene in enumerate(scenes(game)[1:]):
        offered = [option.move for option in watched_move(game, step, tally="0-0").guess.options]
        best = better.get(str(step + 1), (scene.last.move,))[0]
        assert not offered or {scene.last.move, best} <= {*offered}


def test_a_turn_without_a_choice_is_not_guessed():
    steps = [watched_move("cuttle", step, tally="0-0") for step in range(len(scenes("cuttle")) - 1)]
    alone = [step for step in steps if not step.guess.options]
    assert alone
    assert all("Nothing to guess:" in step.comment for step in alone)
    assert all("?" in step.comment for step in steps if step.guess.options)


def tried(game, *, day="2026-11-26", status="over"):
    return LobbyTable("aTable", game, "", "sipie", status, 2, 0, ["", "Emil"], 3, 0.0, daily=day)


def test_the_front_page_offers_a_deal_that_is_left():
    new = todays_deal([], "2026-11-26")
    assert (new.table, new.over, new.streak) == ("", False, 0)
    begun = todays_deal([tried(new.game, status="playing")], "2026-11-26")
    assert (begun.game, begun.table, begun.over) == (new.game, "aTable", False)
    others = todays_deal([tried(new.game), tried(new.game, day="2026-11-25")], "2026-11-26")
    assert (others.game != new.game, others.streak) == (True, 2)
    assert (others.yesterday, others.before) == ("2026-11-25", (0, 1))
    assert todays_deal([tried(game) for game in daily_games()], "2026-11-26").over
    assert {todays_deal([], f"2026-11-{day}").game for day in range(10, 13)} == set(daily_games())


def test_unfinished_tables_say_who_has_the_move_and_those_that_wait_come_last():
    turns = {"waits": None, "theirs": 1, "mine": 0}
    waits = LobbyTable("waits", "cuttle", "Cuttle", "sipie", "playing", 2, 0, ["Ann", "Ben"], 3, 0.0)
    lines = [replace(waits, table=name, to_move=to_move) for name, to_move in turns.items()]
    held = [(replace(lines[0], status="open", open=1, players=["Ann", ""]), 0), *((line, 0) for line in lines[1:])]
    listed = in_order([], rows(unfinished(held), mine=True))
    assert [(row.table.table, row.table.players[0], row.state, row.action) for row in listed] == [
        ("mine", "You", "Your move", "Continue"),
        ("theirs", "You", "Ben to move", "Continue"),
        ("waits", "You", "Waiting for a player", "Open"),
    ]


def test_a_finished_deal_is_compared_with_those_of_others():
    over = replace(tried("cuttle"), levels=["", "hard"], course="=+-")
    lines = [
        replace(over, table=f"t{number}", players=[name, "Dora"], moves=moves, winners=[won])
        for number, (name, moves, won) in enumerate((("Ann", 12, 0), ("Ben", 9, 0), ("Cid", 31, 1), ("Dan", 8, 1)))
    ]
    pars = (Par("hard", 24, 0.77, 0.57, 0.89), Par("master", 24, 0.9, 0.7, 0.97))
    day = DayData("2026-11-26", "2026-11-26", lines[:1], lines, {"cuttle": StoredDay("hard", pars)}, "http://here")
    page = daily_page(day)
    game = next(game for game in page.games if game.game == "cuttle")
    assert (page.date, game.better, game.finished) == ("26 November 2026", 2, 4)
    assert [(bar.text, bar.count, bar.yours) for bar in game.bars] == [
        ("Won in 1 to 10 moves", 1, False),
        ("Won in 11 to 20 moves", 1, True),
        ("Lost after 31 to 40", 1, False),
        ("Lost after 1 to 10", 1, False),
    ]
    assert game.par_text == "A hard bot wins 77 of 100 games with your cards, a master bot 90."
    assert "\n⬜🟦🟧 (🟦 ahead, ⬜ level, 🟧 behind)\n" in game.share
    assert "Better than 2 of 3" in game.share
    assert not any(other.bars for other in page.games if other.game != "cuttle")


WISH = {"game": "cuttle", "level": "beginner", "players": 2}


def two_friends(site, **more):
    ann, ben = Client(site), Client(site)
    wish = WISH | {"name": "Ann"} | more
    for wrong in ({"opponents": ["random"]}, {"game": "chess"}, {"deals": 9}, {"name": "Cleo bot"}):
        assert ann.post("/duplicate", json=wish | wrong).status_code == 422
    made = ann.post("/duplicate", json=wish)
    assert made.status_code == 201, made.text
    name = made.json()["duplicate"]
    joined = ben.post(f"/duplicate/{name}/join", json={"name": "Ben"})
    assert joined.json()["you"] == 1, joined.text
    return ann, ben, f"/duplicate/{name}"


def board(client, address):
    return opened_at_once(client, f"{address}/play")["table"]


def test_results_and_cards_stay_closed_until_the_deal_is_played_from_both_sides(site):
    ann, ben, address = two_friends(site)
    first = board(ann, address)
    finish(ann, first)
    assert all("has played. Your board 1 of 2 is waiting." in ben.page(path) for path in ("/", "/games"))
    assert all("Your board 2 of 2 is waiting." in ann.page(path) for path in ("/", "/games"))
    assert ">duplicate</strong>" in ann.page("/games")
    closed = {"table": "", "sign": "", "outcome": "open", "score": 0.0, "moves": 0, "open": False}
    scores = ben.get(address).json()["boards"][0]["scores"]
    assert scores == [{"state": state} | closed for state in ("hidden", "new")]
    for client in (ann, ben, Client(site)):
        for path in ("record.json", "review", "retry"):
            assert client.get(f"/t/{first}/{path}").status_code == 403, path
        step = client.get(f"/t/{first}/steps/0").json()
        assert "?" in step["view"]["stock"] or step["sealed"]
        assert client.post(f"/t/{first}/steps/0/play", json={}).status_code == 422
    assert not ann.get("/games/records").text
    assert "/review" not in ann.get(f"/t/{first}", headers={"Accept": "text/html"}).text
    finish(ann, board(ann, address))
    page = ann.get(address).json()
    assert page["boards"][0]["scores"][0]["open"]
    assert ann.get(f"/t/{first}/record.json").status_code == 200
    assert ben.get(address).json()["boards"][0]["scores"][0]["state"] == "hidden"


def test_of_two_who_lost_all_the_longer_defeats_are_ahead(site):
    ann, ben, address = two_friends(site, deals=2)
    for number in range(3):
        for client in (ann, ben):
            table = board(client, address)
            if client is ann and number == 0:
                move = client.look(table)["moves"][0]["move"]
                assert client.ask(table, "moves", move=move).is_success
            finish(client, table)
    for client, word in ((ann, "ahead"), (ben, "behind")):
        assert re.match(rf"Level by boards; you are {word} by \d+ moves?\.", client.get(address).json()["ahead"])


def test_lists_tell_of_a_duplicate_until_its_page_has_been_opened(site):
    ann, ben = Client(site), Client(site)
    address = f"/duplicate/{ann.post('/duplicate', json=WISH | {'name': 'Ann'}).json()['duplicate']}"

    def told(client, text):
        return [text in html.unescape(re.sub("</?bdi>", "", client.page(path))) for path in ("/", "/games")]

    assert "You can play your boards in the meantime." in ann.page(address)
    for _board in range(2):
        finish(ann, board(ann, address))
    assert told(ann, "Waiting for your friend.") == [True, True]
    assert "You have played all your boards. Your friend has not joined yet." in ann.page(address)
    invited = re.sub("<[^>]*>", "", ben.page(address))
    assert "Ann challenges you to a Cuttle duplicate" in invited
    assert "Learn in 3 minutes" in invited
    entered = ben.post(f"{address}/join", data={"name": "Ben"}, headers={"Accept": "text/html"}, follow_redirects=False)
    assert entered.headers["location"].startswith("/t/")
    ann.get(address, headers={"Sec-Purpose": "prefetch;prerender"})
    assert told(ann, "Ben has joined. Waiting for Ben.") == [True, True]
    assert "You have played all your boards. <bdi>Ben</bdi> still has boards to play." in ann.page(address)
    assert told(ann, "Ben has joined.") == [False, False]
    assert re.search(r"<b>[\d.]+ so far</b></td>\s*<td><b>not played yet<", ann.page(address))
    finish(ben, board(ben, address))
    assert "<b>2 of 2 played<" in ben.page(address)
    finish(ben, board(ben, address))
    for client, friend in ((ann, "Ben"), (ben, "Ann")):
        said = f"{friend} has played. {client.get('/duplicate').json()['yours'][0]['ahead']}"
        assert told(client, said) == [True, True]
        assert said.removeprefix(f"{friend} has played. ") in html.unescape(client.page(address))
        assert told(client, said) == [False, False]


def test_after_their_game_two_friends_meet_in_a_duplicate_with_one_press_each(site):
    ann, ben, cid = Client(site), Client(site), Client(site)
    table = ann.post("/tables", json={"game": "cuttle", "opponents": ["open"], "name": "Ann"}).json()["table"]
    version = ben.post(f"/t/{table}/sit", json={"version": 2, "name": "Ben"}).json()["version"]
    assert ann.post(f"/t/{table}/duplicate").status_code == 403
    ben.post(f"/t/{table}/resign", json={"version": version})
    assert ">Play a duplicate<" in ann.page(f"/t/{table}")
    made = ann.post(f"/t/{table}/duplicate").json()
    assert "suggests a duplicate: you both play the same deals" in ben.page(f"/t/{table}")
    assert made["duplicate"] not in cid.page(f"/t/{table}")
    assert cid.post(f"/t/{table}/duplicate").status_code == 403
    assert ben.post(f"/t/{table}/duplicate").json() == ann.post(f"/t/{table}/duplicate").json() == made
    assert ben.get(f"/duplicate/{made['duplicate']}").json()["players"] == ["Ann", "Ben"]


def test_two_friends_play_another_duplicate_with_one_press_and_both_are_in_it(site):
    ann, ben, address = two_friends(site, deals=2)
    for client in (ann, ben):
        for _board in range(4):
            finish(client, board(client, address))
    assert "Play another with Ann" in re.sub("</?bdi>", "", ben.page(address))
    asked = {"game": "cuttle", "again": address.removeprefix("/duplicate/")}
    assert Client(site).post("/duplicate", json=asked).status_code == 403
    following = ben.post("/duplicate", json=asked).json()["duplicate"]
    page = ann.get(f"/duplicate/{following}").json()
    assert (page["players"], page["you"], page["deals"], page["level"]) == (["Ben", "Ann"], 1, 2, "beginner")
    assert "Your board 1 of 4 is waiting." in ann.page("/")


def test_two_guests_without_names_keep_those_that_they_have_and_nobody_takes_one(site):
    ann, ben, cid = Client(site), Client(site), Client(site)
    table = ann.post("/tables", json={"game": "cuttle", "opponents": ["open"]}).json()["table"]
    version = ben.post(f"/t/{table}/sit", json={"version": 2}).json()["version"]
    ben.post(f"/t/{table}/resign", json={"version": version})
    shown = [seat["name"] for seat in ann.look(table)["seats"]]
    made = ben.post(f"/t/{table}/duplicate").json()["duplicate"]
    ann.post(f"/t/{table}/duplicate")
    assert ann.get(f"/duplicate/{made}").json()["players"] == shown[::-1]
    lonely = ann.post("/duplicate", json=WISH).json()["duplicate"]
    assert cid.post(f"/duplicate/{lonely}/join", json={"name": "Quick Fox"}).status_code == 422
    assert len({*cid.post(f"/duplicate/{lonely}/join", json={}).json()["players"]}) == 2


def test_a_third_guest_cannot_join_or_play(site):
    _ann, _ben, address = two_friends(site)
    cid = Client(site)
    assert cid.get(address).json()["you"] is None
    assert cid.post(f"{address}/join", json={}).status_code == 403
    assert cid.post(f"{address}/play").status_code == 403
    assert cid.get("/duplicate/none").status_code == 404


def test_places_move_to_another_browser_and_are_erased(site):
    ann, ben, address = two_friends(site)
    table = board(ann, address)
    other = Client(site)
    token = ann.post("/games/move").json()["address"].rpartition("/")[2]
    assert other.post(f"/move/{token}").status_code == 200
    assert other.get(address).json()["you"] == 0
    assert board(other, address) == table
    assert ann.post("/forget").status_code == 200
    assert other.get(address).json()["you"] == 0
    assert other.post("/forget").status_code == 200
    assert ben.get(address).json()["players"] != ["Ann", "Ben"]
    assert ben.post("/forget").status_code == 200
    assert Client(site).get(address).status_code == 404
