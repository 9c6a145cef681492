import json

from tests.server.conftest import on_both
from tests.server.running import Client, Listener, running, two_at, wait_for
from undercut.cli.app import app


def send(client, address, **fields):
    form = {"_csrf_token": client.headers["x-csrf-token"]} | fields
    return client.post(address, data=form, headers={"accept": "text/html"}, follow_redirects=True)


def test_a_muted_player_can_ask_but_is_not_seen(site):
    table, ann, bob = two_at(site)
    page = Listener(ann, f"/t/{table}/events")
    wait_for(lambda: page.text)
    assert ann.post(f"/t/{table}/mute", json={"seat": 1}).json() == {"table": table, "muted": [1]}
    assert bob.ask(table, "draw").status_code == 200
    scene = ann.look(table)
    assert (scene["offers"]["draw"], scene["can"]["answer_draw"]) == (None, False)
    assert scene["log"][-1]["text"] == "A request from a player that you have muted."
    assert "offers a draw" not in ann.page(f"/t/{table}")
    wait_for(lambda: [event for _, event in page.events() if event["type"] == "drawoffered"])
    assert "offers a draw" not in page.text
    told = bob.look(table)
    assert (told["offers"]["draw"], told["log"][-1]["text"]) == (1, "You offer a draw.")
    assert "mute" not in json.dumps(told)
    assert Client(site).look(table)["log"][-1]["text"] == "Bob offers a draw."
    assert ann.post(f"/t/{table}/mute", json={"seat": 1, "muted": False}).json()["muted"] == []
    assert (ann.look(table)["offers"]["draw"], ann.look(table)["can"]["answer_draw"]) == (1, True)
    assert ann.ask(table, "draw", accept=True).status_code == 200


def test_take_backs_of_a_muted_player_are_hidden_too_and_a_mute_outlives_a_restart(url):
    with running(url) as site:
        table, ann, bob = two_at(site)
        assert ann.post(f"/t/{table}/mute", json={"seat": 1}).status_code == 200
    with running(url) as site:
        ann, bob = ann.at(site), bob.at(site)
        assert ann.ask(table, "moves", move="draw").status_code == 200
        scene = bob.look(table)
        points = next(move["move"] for move in scene["moves"] if move["kind"] == "points")
        assert bob.ask(table, "moves", move=points).status_code == 200
        assert bob.ask(table, "take-back").status_code == 200
        scene = ann.look(table)
        assert (scene["offers"]["take_back"], scene["can"]["answer_take_back"]) == (None, False)
        assert bob.look(table)["offers"]["take_back"] == 1


def test_only_other_persons_at_your_own_table_can_be_muted(site):
    table, ann, _ = two_at(site)
    for seat in (0, 2, 7):
        assert ann.post(f"/t/{table}/mute", json={"seat": seat}).status_code == 422
    assert ann.post(f"/t/{table}/mute", json={"seat": "x"}).status_code in (400, 422)
    assert Client(site).post(f"/t/{table}/mute", json={"seat": 0}).status_code == 403
    assert ann.post("/t/none/mute", json={"seat": 1}).status_code == 404
    against = ann.open(game="cuttle", opponents=["random"])
    assert ann.post(f"/t/{against}/mute", json={"seat": 1}).status_code == 422


def test_a_new_seat_link_locks_the_old_one_and_other_browsers_out(site):
    table, ann, bob = two_at(site)
    old = bob.look(table)["seat_link"].rpartition("/")[2]
    thief = Client(site)
    for forged in (thief.get(f"/s/{old[:-1]}x"), thief.post(f"/s/{old[:-1]}x"), thief.get("/s/a.0.b")):
        assert forged.status_code == 404
    assert thief.get(f"/s/{old}").json() == {"table": table, "game": "Cuttle", "seat": 1, "name": "Bob"}
    assert thief.look(table)["you"] is None, "looking takes nothing"
    assert ann.post(f"/s/{old}").status_code == 403
    assert thief.post(f"/s/{old}").status_code == 200
    page = Listener(thief, f"/t/{table}/events")
    wait_for(lambda: page.text)
    assert thief.look(table)["you"] == 1
    watching = Listener(ann, f"/t/{table}/events")
    wait_for(lambda: watching.text)
    assert bob.ask(table, "new-link").status_code == 200
    new = bob.look(table)["seat_link"].rpartition("/")[2]
    assert new != old
    assert (bob.look(table)["you"], thief.look(table)["you"]) == (1, None)
    assert thief.ask(table, "resign").status_code == 403
    assert Client(site).get(f"/s/{old}").status_code == 404
    wait_for(lambda: [event for _, event in watching.events() if event["type"] == "rekeyed"])
    secret = new.rpartition(".")[2]
    for other in (ann, thief, Client(site)):
        assert secret not in json.dumps(other.look(table)) + other.page(f"/t/{table}?log=all")
    assert secret not in watching.text + page.text
    phone = Client(site)
    assert phone.post(f"/s/{new}").status_code == 200
    assert phone.look(table)["you"] == 1
    assert Client(site).ask(table, "new-link").status_code == 403


def test_everything_works_as_forms(site):
    table, ann, bob = two_at(site)
    assert f'href="/t/{table}/players"' in ann.page(f"/t/{table}")
    page = send(ann, f"/t/{table}/mute", seat="1", muted="true")
    assert page.status_code == 200
    assert "Unmute" in page.text
    assert bob.get(f"/t/{table}/players").json()["players"][0]["muted"] is False
    assert "Unmute" not in send(ann, f"/t/{table}/mute", seat="1", muted="false").text
    old = bob.look(table)["seat_link"]
    page = send(bob, f"/t/{table}/new-link", version=str(bob.look(table)["version"]))
    assert page.status_code == 200
    assert bob.look(table)["seat_link"] != old
    page = send(ann, f"/t/{table}/report", seat="", reason="stalling", text="He waits & waits")
    assert "Thank you. The owner of the site will read your report." in page.text


def test_reports_reach_the_owner_and_are_limited(url, capsys):
    def admin(*words):
        capsys.readouterr()
        assert not app(["admin", *words, "--database", url])
        return capsys.readouterr().out

    with running(url, reports=3) as site:
        table, ann, _ = two_at(site)
        sent = {"reason": "name", "seat": 1, "text": "Rude\x1b[2J name"}
        assert ann.post(f"/t/{table}/report", json=sent).json() == {"table": table}
        (row,) = [row for row in json.loads(admin("reports", "--json")) if row["table"] == table]
        assert (row["seat"], row["reason"], row["text"], row["settled"]) == (1, "name", sent["text"], None)
        assert "\x1b" not in admin("reports")
        assert f"Report {row['id']} is settled." in admin("reports", "--settle", str(row["id"]))
        assert table not in admin("reports")
        assert table in admin("reports", "--all")
        for wrong in ({"reason": "boredom"}, {"text": "x" * 501}, {"seat": 5}):
            assert ann.post(f"/t/{table}/report", json={"reason": "other"} | wrong).status_code in (400, 422)
        assert ann.post(f"/t/{table}/report", json={}).status_code in (400, 422)
        assert ann.post("/t/none/report", json={"reason": "other"}).status_code == 404
        for _ in range(2):
            assert ann.post(f"/t/{table}/report", json={"reason": "other"}).status_code == 200
        refused = ann.post(f"/t/{table}/report", json={"reason": "other"})
        assert (refused.status_code, "as many reports as you can in a day" in refused.text) == (429, True)
        strangers = [Client(site).post(f"/t/{table}/report", json={"reason": "other"}).status_code for _ in range(10)]
        assert strangers[0] == 200
        assert strangers[-1] == 429


@on_both
def test_a_report_with_a_null_byte_is_stored_without_it(database):
    with running(database.url) as address:
        client = Client(address)
        table = client.open(game="cuttle", opponents=["open"])
        answer = client.post(f"/t/{table}/report", json={"reason": "other", "text": "a\0b"})
        assert answer.status_code == 200
        form = {"reason": "other", "text": "c\0d", "_csrf_token": client.headers["x-csrf-token"]}
        assert client.post(f"/t/{table}/report", data=form).status_code == 200
    assert database.query("SELECT text FROM reports ORDER BY id") == [("a b",), ("c d",)]
