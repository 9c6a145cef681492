"""A running site follows what its owner does beside it, on both databases."""

import json

import pytest

from tests.server.running import Client, Listener, get, post, running, wait_for


@pytest.fixture
def site(database, monkeypatch):
    monkeypatch.setattr("undercut.site.operations.oversight._EVERY", 0.2)
    with running(database.url) as address:
        yield address


def by(site, address, **headers):
    return Client(site, **{"x-forwarded-for": address} | headers)


def guest_of(client):
    return client.cookies["guest"].partition(".")[0]


def test_a_table_that_is_closed_beside_the_site_ends_for_its_players(site, admin):
    ann = Client(site)
    table = ann.open(game="cuttle", opponents=["open"], name="Ann", listed=True)
    page = Listener(ann, f"/t/{table}/events")
    bob = Client(site)
    assert bob.ask(table, "sit", name="Bob").status_code == 200
    admin("close", table)
    wait_for(lambda: any(event["type"] == "closed" for _, event in page.events()))
    scene = ann.look(table)
    assert (scene["phase"], scene["moves"], scene["closed"]) == ("over", [], "The owner of the site closed this table.")
    assert ann.ask(table, "moves", move="draw").status_code == 403
    assert ann.ask(table, "rematch").status_code == 403
    assert "The owner of the site closed this table." in bob.page(f"/t/{table}")
    assert ann.get("/lobby").json()["tables"] == []
    (row,) = ann.get("/games").json()["over"]
    assert row["closed"]
    assert "closed" in ann.page("/games")


def test_a_new_name_replaces_the_old_one_everywhere(site, admin):
    ann, bob = Client(site), Client(site)
    table = ann.open(game="cuttle", opponents=["open"], name="Scoundrel", listed=True)
    assert bob.ask(table, "sit", name="Bob").status_code == 200
    page = Listener(bob, f"/t/{table}/events")
    ann.ask(table, "draw")
    admin("rename", table, 0, "Ann")
    wait_for(lambda: any(event["type"] == "renamed" for _, event in page.events()))
    scene = bob.look(table)
    assert [seat["name"] for seat in scene["seats"]] == ["Ann", "Bob"]
    assert "Scoundrel" not in json.dumps(scene) + bob.page(f"/t/{table}?log=all") + bob.page("/lobby")
    assert "Ann offers a draw." in [line["text"] for line in scene["log"]]
    assert scene["log"][-1]["text"] == "The owner of the site renamed a player: Ann."
    moves = ann.look(table)["moves"]
    assert ann.ask(table, "moves", move=moves[0]["move"]).status_code == 200
    assert bob.ask(table, "resign").status_code == 200
    assert ann.get(f"/t/{table}/record.json").json()["players"] == ["Ann", "Bob"]


def test_bans_are_followed_within_seconds(site, admin):
    ann, bob = by(site, "192.0.2.1"), by(site, "198.51.100.1")
    table = ann.open(game="cuttle", opponents=["random"], name="Ann")
    page = Listener(ann, f"/t/{table}/events")
    wait_for(lambda: page.text)
    admin("ban", "192.0.2.0/24", "--for", "7d", "--reason", "Flooding")
    refused = wait_for(lambda: (answer := ann.get("/lobby")).status_code == 403 and answer)
    assert refused.json()["detail"].startswith("The owner of this site has banned you until ")
    assert refused.json()["detail"].endswith(" UTC: Flooding.")
    assert "Flooding" in ann.page("/")
    wait_for(lambda: page.ended)
    assert ann.post("/tables", json={"game": "cuttle"}).status_code == 403
    assert ann.get("/static/undercut.js").status_code == 200
    assert bob.get("/lobby").status_code == 200
    admin("unban", "192.0.2.0/24")
    wait_for(lambda: ann.get("/lobby").status_code == 200)
    admin("ban", guest_of(ann), "--for", "1h")
    wait_for(lambda: ann.get("/lobby").status_code == 403)
    assert by(site, "192.0.2.1").get("/lobby").status_code == 200
    admin("unban", guest_of(ann))
    wait_for(lambda: ann.get("/lobby").status_code == 200)
    (row,) = admin("tables", "--json")
    admin("ban", row["mark"])
    wait_for(lambda: ann.get("/lobby").status_code == 403)
    assert bob.get("/lobby").status_code == 200


def test_the_cookie_of_an_ended_session_is_a_strangers(site, admin):
    ann = Client(site)
    table = ann.open(game="cuttle", opponents=["random"], name="Ann")
    link, cookies = ann.look(table)["seat_link"], dict(ann.cookies)
    page = Listener(ann, f"/t/{table}/events")
    wait_for(lambda: page.text)
    admin("end-sessions", guest_of(ann))
    sent = {"cookie": f"guest={cookies['guest']}; csrf={cookies['csrf']}", "accept": "application/json"}
    wait_for(lambda: get(f"{site}/t/{table}", headers=sent).json()["you"] is None)
    again = get(site, headers=sent)
    assert again.cookies["guest"].partition(".")[0] != cookies["guest"].partition(".")[0]
    token = {"x-csrf-token": cookies["csrf"]}
    assert post(f"{site}/t/{table}/resign", json={}, headers=sent | token).status_code == 403
    wait_for(lambda: page.ended)
    back = Client(site)
    assert back.post(f"/s/{link.rpartition('/')[2]}").status_code == 200
    assert back.look(table)["you"] == 0


def test_bans_hold_from_the_first_request_after_a_restart(database, admin):
    with running(database.url) as address:
        ann = Client(address)
        ann.open(game="cuttle", opponents=["random"])
    admin("ban", guest_of(ann))
    with running(database.url) as address:
        assert get(address, headers={"cookie": f"guest={ann.cookies['guest']}"}).status_code == 403
        assert get(address).status_code == 200


def test_old_tables_are_moved_away_beside_the_site(site, admin, tmp_path):
    ann = Client(site)
    table, other = (ann.open(game="cuttle", opponents=["random"]) for _ in range(2))
    assert ann.ask(table, "resign").status_code == 200
    assert "Moved 1 table" in admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    assert ann.ask(other, "resign").status_code == 200
    assert ann.get("/games").status_code == 200
    admin("unarchive", tmp_path / "a.gz")
    assert ann.look(table)["result"]["reason"] == "resigned"
