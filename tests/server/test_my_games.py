import json
import re
import time

import pytest

import undercut
from tests.server.running import Client, running
from tests.touring import played
from undercut.pages.answers.lobby import new_table
from undercut.pages.lobby.history import ChosenFilters, games_page
from undercut.pages.lobby.progress import gains, ladders, race
from undercut.pages.lobby.rows import played_game
from undercut.site.routes import guest
from undercut.site.store.guests import token_mark
from undercut.table.judged import accuracy
from undercut.table.listing import LobbyTable


def line(place: int, **changed) -> LobbyTable:
    fields = {
        "table": f"t{place}", "game": "cuttle", "title": "Cuttle", "chosen": "sipie", "status": "over", "seats": 2,
        "open": 0, "players": ["Ann", "Medium bot"], "moves": 9, "updated": float(-place), "winners": [0],
    }  # fmt: skip
    return LobbyTable(**(fields | changed))


def over(client: Client) -> str:
    table = client.open(game="cuttle", opponents=["easy"], name="Ann")
    assert client.ask(table, "resign").status_code == 200
    return table


def token_of(client: Client) -> str:
    return client.post("/games/move").json()["address"].rpartition("/")[2]


@pytest.mark.parametrize(
    ("winners", "outcome", "share"),
    [([0], "won", 1.0), ([1], "lost", 0.0), ([], "drawn", 0.5), ([0, 1], "shared", 0.5), (None, "open", None)],
)
def test_a_result_is_told_from_its_players_seat_and_practice_counts_for_nothing(winners, outcome, share):
    game, practice = (played_game(line(0, winners=winners, practice=kind), 0) for kind in (False, True))
    assert (game.outcome, game.share, practice.share) == (outcome, share, None)


def test_games_are_filtered_and_counted():
    cups = {"game": "cups", "title": "Cups", "chosen": "simple", "seats": 3, "players": ["Anna 2", "Ann", "Mia"]}
    lines = [(line(0), 0), (line(1, winners=[1]), 0), (line(2, **cups, winners=[2]), 1)]
    games = [played_game(*each) for each in lines]
    page = games_page([], games, ChosenFilters(), 1, {})
    by_opponent = {tally.name: (tally.games, tally.won, tally.lost) for tally in page.tallies[2].rows}
    assert by_opponent == {"Medium bot": (2, 1, 1), "Anna 2": (1, 0, 1), "Mia": (1, 0, 1)}
    assert page.curve == [0.0, 0.0, 0.3333]
    assert page.chart
    assert [row.state for row in page.over_rows.first] == ["You won", "Medium bot won", "Mia won"]
    lost = games_page([], games, ChosenFilters(result="lost"), 1, {})
    assert [table.table for table in lost.over] == ["t1", "t2"]
    assert [table.table for table in games_page([], games, ChosenFilters(opponent="Anna 2"), 1, {}).over] == ["t2"]
    assert (lost.found, lost.total) == (2, 3)


def test_accuracy_and_its_trend_are_told_for_each_game():
    games = [played_game(line(place), 0) for place in range(5)]
    kept = {f"t{place}": share for place, share in enumerate((0.95, 0.93, 0.9, 0.9))}
    page = games_page([], games, ChosenFilters(), 1, kept)
    (told,) = page.accuracy
    assert (told.games, told.average, told.trend) == (4, 0.92, "better than before")
    assert "95\N{NO-BREAK SPACE}%" in page.over_rows.first[0].ending
    assert games_page([], games[:2], ChosenFilters(), 1, kept).accuracy[0].trend == ""
    assert games_page([], games, ChosenFilters(), 1, {}).accuracy == []
    lost = played_game(line(7, winners=[1]), 0)
    assert games_page([], [lost], ChosenFilters(), 1, {"t7": 1.0}).accuracy == []


def test_accuracy_counts_a_seats_choices():
    moves = [{"seat": seat, "legal": 5, "loss": loss} for seat, loss in ((0, 0.1), (0, 0.3), (1, 1))]
    stored = json.dumps({"moves": 3, "judged": [*moves, {"seat": 0, "legal": 1, "loss": 0.0}]}).encode()
    assert accuracy(stored, 0) == pytest.approx(0.8)
    assert accuracy(stored, 2) is None


def test_long_histories_have_pages():
    games = [played_game(line(place), 0) for place in range(120)]
    pages = [games_page([], games, ChosenFilters(game="cuttle"), number, {}) for number in (1, 2, 3)]
    assert [tuple(map(len, page.over_rows)) for page in pages] == [(6, 44), (50, 0), (20, 0)]
    assert pages[1].earlier == "/games?game=cuttle&page=3"
    assert (pages[0].later, pages[2].earlier) == ("", "")


@pytest.mark.parametrize("seat", [0, 1])
def test_your_lists_call_you_you_whatever_your_name_is(site, seat):
    """In the lists, their JSON and the review; others keep reading the name that the site gave, in records too."""
    clients = Client(site), Client(site)
    me, other = clients[seat], clients[1 - seat]
    given = ("Quick Fox", "Calm Heron")[seat]
    table = clients[0].open(game="cups", opponents=["open"], listed=True)
    clients[1].ask(table, "sit")
    for address in ("/", "/games", "/lobby", "/lobby/tables"):
        page, theirs = me.page(address), other.page(address)
        assert given not in page, address
        assert "<bdi>You</bdi>" in page, address
        assert f"<bdi>{given}</bdi>" in theirs, address
    mine = me.get("/games").json()["yours"][0]
    assert (mine["you"], mine["players"][seat]) == (seat, "You")
    assert me.ask(table, "resign").status_code == 200
    for address in ("/games", "/games?result=lost", f"/t/{table}/review"):
        assert given not in me.get(address, headers={"accept": "text/html"}).text, address
    (record,) = map(json.loads, me.get("/games/records").text.splitlines())
    assert record["players"] == ["Quick Fox", "Calm Heron"]
    assert undercut.replay(record).result.reason == "resigned"
    assert other.get(f"/t/{table}/review").json()["players"][seat] == given
    named = over(me)
    assert [one["players"][0] for one in me.get("/games").json()["over"] if one["table"] == named] == ["You"]


def test_a_link_takes_seats_and_history_along_once(site):
    ann, phone, thief = Client(site), Client(site), Client(site)
    finished, playing = over(ann), ann.open(game="cuttle", opponents=["easy"], name="Ann")
    phone.get(f"/t/{playing}")
    token = token_of(ann)
    assert phone.get(f"/move/{token}").json() == {"games": 2}
    assert "Take them" in phone.page(f"/move/{token}")
    assert phone.get("/games").json()["yours"] == [], "looking takes nothing"
    assert phone.post(f"/move/{token}").json() == {"games": 2}
    assert [row["table"] for row in phone.get("/games").json()["over"]] == [finished]
    scene = phone.look(playing)
    assert scene["you"] == ann.look(playing)["you"]
    assert phone.ask(playing, "resign").status_code == 200
    for answer in (thief.get(f"/move/{token}"), thief.post(f"/move/{token}")):
        assert answer.status_code == 404, "a link works once"


def test_a_link_takes_no_second_seat_at_a_table(site):
    ann, bob = Client(site), Client(site)
    table = ann.open(game="cuttle", opponents=["open"], name="Ann")
    bob.ask(table, "sit", name="Bob")
    assert bob.post(f"/move/{token_of(ann)}").json() == {"games": 0}
    assert bob.look(table)["you"] == 1


def test_links_are_revoked_replaced_and_expire(site, monkeypatch):
    ann, phone = Client(site), Client(site)
    over(ann)
    first, second = token_of(ann), token_of(ann)
    assert phone.get(f"/move/{first}").status_code == 404, "a new link replaces the old one"
    own = ann.post(f"/move/{second}")
    assert (own.status_code, "already" in own.json()["detail"]) == (422, True)
    assert ann.post("/games/move/revoke").status_code == 200
    assert phone.post(f"/move/{second}").status_code == 404
    third, now = token_of(ann), time.time()
    monkeypatch.setattr(guest.time, "time", lambda: now + 16 * 60)
    assert phone.post(f"/move/{third}").status_code == 404


def test_only_a_hash_of_a_link_is_stored(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        token = token_of(Client(address))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token_mark(token).encode() in stored
    assert token.encode() not in stored


def test_an_adaptive_bot_follows_your_finished_games(site):
    ann, ben = Client(site), Client(site)

    def level(client: Client) -> str:
        table = client.open(game="cuttle", opponents=["adaptive"], name="A player")
        return client.look(table)["seats"][1]["level"]

    assert level(ann) == "easy"
    over(ann)
    assert level(ann) == "beginner"
    assert level(ben) == "easy"


def game(level, *, won, **more):
    winners = [0 if won else 1]
    return played_game(line(0, chosen="pagat", winners=winners, **{"counted": True, "levels": ["", level]} | more), 0)


def climbed(*latest_first):
    ladder = next(each for each in ladders(latest_first) if each.game.name == "cuttle")
    return [rung.level for rung in ladder.rungs if rung.passed], ladder.next.level if ladder.next else None


@pytest.mark.parametrize(
    ("played", "passed", "following"),
    [
        ([], [], "beginner"),
        ([game("beginner", won=True)], [], "beginner"),
        ([game("beginner", won=True)] * 2, ["beginner"], "easy"),
        ([game("beginner", won=True), *[game("beginner", won=False)] * 4, game("beginner", won=True)], [], "beginner"),
        ([game("medium", won=won) for won in (True, False, True)], ["beginner", "easy", "medium"], "hard"),
        ([game("easy", won=True, counted=False)] * 3, [], "easy"),
        ([game("easy", won=True, levels=["", "easy", "medium"])] * 3, [], "beginner"),
        ([game("beginner", won=True, levels=["", "beginner", "beginner"])] * 2, ["beginner"], "easy"),
        ([game("master", won=True)] * 2, ["beginner", "easy", "medium", "hard", "expert", "master"], None),
    ],
)
def test_a_level_is_beaten_in_two_of_five_games_in_a_row(played, passed, following):
    assert climbed(*played) == (passed, following)


def test_the_front_page_and_a_new_table_offer_the_next_bot(client):
    assert client.page("/").count('<option value="beginner" selected>') == 3
    assert client.get("/new?game=cuttle").json()["opponents"] == ["beginner"]
    won = [(one.table, 0) for one in [game("beginner", won=True)] * 2]
    assert new_table({"game": "cuttle"}, won).data.opponents == ["easy"]
    assert new_table({"game": "cups"}, won).data.opponents == ["beginner"]
    assert new_table({"game": "cuttle", "opponents": ["hard"]}, won).data.opponents == ["hard"]


def test_a_game_brings_steps_runs_and_records():
    won, lost, quick = (game("beginner", won=win, moves=moves) for win, moves in ((True, 9), (False, 9), (True, 5)))

    def told(*latest_first):
        return [gain.text for gain in gains(latest_first, "t0").told]

    assert told(lost) == ["○ Win 2 of 5 games against Ada"]
    assert told(won, lost) == ["○ ★ Win 2 of 5 games against Ada: 1 won", "Your first win at Cuttle!"]
    assert told(game("hard", won=False)) == ["○ Win 2 of 5 games against Dora"]
    assert told(game("easy", won=True))[0] == "★ Win 2 of 5 games against Ben: 1 won"
    assert told(won, won) == ["You passed Ada! Ben is next on your ladder.", "2 wins in a row"]
    assert [gain.is_task for one in (lost, won) for gain in gains([one, won], "t0").told[:1]] == [True, False]
    assert told(quick, lost, won, won) == ["Your quickest win yet: 5 moves"]
    assert told(*[lost] * 10)[-1] == "Your game number 10 of Cuttle"
    today, before = (game("easy", won=False, daily=f"2026-11-{day}", counted=False) for day in (26, 25))
    assert told(today, before) == ["Next deal: Cups", "2 days in a row"]
    left = game("easy", won=False, daily="2026-11-26", counted=False, reason="resigned", played=[3, 3])
    assert told(left, before) == ["Next deal: Cups"], "given up before some play"
    assert told(game("beginner", won=True, practice=True)) == told() == []
    assert told(game("random", won=False)) == told(game("", won=False)) == []  # no rung of the ladder


@pytest.mark.parametrize("name", ["cuttle", "cups", "cut_the_rope"])
def test_the_end_shows_how_near_the_players_were_move_by_move(name):
    state = played(undercut.game(name, seats=2), 5)
    shown, (winner,) = race(state, ["Ann", "Ben"], 0), state.result.winners
    assert len(shown.near) == len(state.moves) + 1
    assert shown.near[-1][winner] > shown.near[-1][1 - winner]
    assert shown.drawn.count("<path") == 2
    since = int(re.search(r"(?:You were|Ben was) ahead from move (\d+) on", shown.text)[1])
    ahead = [near[winner] > near[1 - winner] for near in shown.near]
    assert all(ahead[since:])
    assert not ahead[since - 1]


def test_only_games_in_which_one_asked_for_no_hint_count(site):
    ann = Client(site)
    for asks in (True, False):
        made = ann.post("/tables", json={"game": "cups", "opponents": ["beginner"], "seat": "0"}).json()
        if asks:
            version = ann.look(made["table"])["version"]
            assert ann.post(f"/t/{made['table']}/hint", json={"version": version}).status_code == 200
        assert ann.post(f"/t/{made['table']}/resign", json={"version": 0}).status_code == 200
    lines = {line["table"]: line["counted"] for line in ann.get("/games").json()["over"]}
    assert sorted(lines.values()) == [False, True]
    text = ann.get("/games", headers={"Accept": "text/html"}).text
    assert text.index("The ladder") < text.index("Finished")
    assert "Play Ada at Cups" in text
    assert "0 of 1 won" in text
    end, front = ann.page(f"/t/{made['table']}"), ann.page("/")
    assert "/players" not in end, "no one to report"
    assert 'id="report"' not in ann.page(f"/t/{made['table']}/players")
    assert f'href="/t/{made["table"]}/review"' in front
    assert "Cups: Ada won" in front
    assert "Cups: 0 of 1 won" in front
    assert end.count("/games#ladder-cups") == 1


def test_the_buttons_at_the_end_open_a_table_like_this_one(site):
    ann = Client(site)
    clock = {"time": "game 300 5", "zero": "move"}
    wish = {"game": "cuttle", "opponents": ["medium"], "hints": False, "even_answers": True}
    wish |= {"clock": clock, "best_of": 3, "seat": "1"}
    made = ann.post("/tables", json=wish).json()
    assert ann.post(f"/t/{made['table']}/resign", json={"version": 0}).status_code == 200
    page = ann.get(f"/t/{made['table']}", headers={"Accept": "text/html"}).text
    form = re.search(r'<form method="post" action="/tables">(.*?)</form>', page, re.DOTALL)[1]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    again = ann.post("/tables", data=fields, headers={"Accept": "text/html"})
    table = ann.look(again.headers["location"].removeprefix("/t/"))
    assert (table["you"], table["hints"], table["match"]["best_of"]) == (1, False, 3)
    assert (table["clock"]["kind"], table["seats"][0]["level"]) == ("game", "easy")


def finished(seed: int) -> dict:
    return played(undercut.game("cuttle"), seed).record() | {"players": ["Cleo", "Ann"]}


def test_a_file_of_many_games_is_a_history_and_is_taken_whole_or_not_at_all(site, client):
    records = [finished(seed) for seed in range(3)]
    wins = sum(record["result"]["winners"] == [1] for record in records)
    text = "".join(json.dumps(record) + "\n" for record in records)
    refused = client.post("/import", content=text + '{"game": "cuttle"}')
    assert (refused.status_code, client.get("/games").json()["total"]) == (422, 0)
    page = client.post("/import", files={"file": ("games.jsonl", text)}, headers={"accept": "text/html"})
    assert (page.status_code, page.headers["location"]) == (303, "/games")
    found = client.get("/games").json()
    assert (found["total"], client.get("/games?result=won").json()["found"]) == (3, wins)
    assert {tuple(game["players"]) for game in found["over"]} == {("Cleo", "You")}
    again = client.get("/games/records")
    assert again.headers["content-type"].startswith("application/x-ndjson")
    assert sorted(again.text.splitlines()) == sorted(json.dumps(record, separators=(",", ":")) for record in records)
    assert Client(site).get("/games/records").text == ""
