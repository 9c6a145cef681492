import json

import pytest
from sqlalchemy import create_engine, text

from tests.server.conftest import on_both
from tests.server.running import Client, Listener, get, post, running, two_at, wait_for
from undercut.site.base.settings import database_url
from undercut.site.store.schema import metadata


@pytest.fixture
def site(database, monkeypatch):
    monkeypatch.setattr("undercut.site.server.app._EVERY", 0.2)
    with running(database.url) as address:
        yield address


MORE_ACTIONS = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) "
    "INSERT INTO actions (at, who, what, target, detail) SELECT i, 'olga', 'settle', '', '' FROM n"
)


def by(site, address, **headers):
    return Client(site, **{"x-forwarded-for": address} | headers)


@on_both
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


def test_a_new_name_replaces_the_old_one_everywhere(site, admin, database):
    ann, bob = Client(site), Client(site)
    table = ann.open(game="cuttle", opponents=["open"], name="Scoundrel", listed=True)
    assert bob.ask(table, "sit", name="Bob").status_code == 200
    page = Listener(bob, f"/t/{table}/events")
    ann.ask(table, "draw")
    admin("rename", table, 0, "Ann")
    database.query(MORE_ACTIONS)
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
    assert refused.json()["detail"].endswith(" UTC. Reason: Flooding.")
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


def guest_of(client):
    return client.cookies["guest"].partition(".")[0]


def everything(database):
    engine = create_engine(database_url(database.url))
    with engine.connect() as connection:
        rows = [row for table in metadata.sorted_tables for row in connection.execute(text(f"SELECT * FROM {table}"))]  # noqa: S608  our own tables
    engine.dispose()
    return "\n".join(" ".join(map(_text, row)) for row in rows)


def _text(value):
    return bytes(value).decode() if isinstance(value, bytes | memoryview) else str(value)


class World:
    """Scoundrel at a finished table, one in play, one with three players, one that waits, and with an import."""

    def __init__(self, site):
        self.ann, self.bob, self.cat = Client(site), Client(site), Client(site)
        self.over, self.playing = self.table(self.bob), self.table(self.bob)
        self.ann.ask(self.over, "say", phrase="well")
        self.link = self.ann.look(self.over)["seat_link"].rpartition("/")[2]
        assert self.bob.ask(self.over, "resign").status_code == 200
        self.three = self.table(self.bob, self.cat, game="cups", opponents=["open", "open"])
        self.waiting = self.table()
        record = self.ann.get(f"/t/{self.over}/record.json").json()
        made = self.ann.post("/import", content=json.dumps(record))
        assert made.status_code in (200, 201), made.text
        self.imported = made.json()["table"]
        assert self.ann.post(f"/t/{self.over}/mute", json={"seat": 1, "muted": True}).status_code == 200
        report = {"seat": 1, "reason": "name", "text": "My own words"}
        assert self.ann.post(f"/t/{self.over}/report", json=report).status_code in (200, 201)
        assert self.ann.post("/games/move").status_code == 200
        self.guest = guest_of(self.ann)

    def table(self, *others, **wish):
        table = self.ann.open(**({"game": "cuttle", "opponents": ["open"], "name": "Scoundrel", "listed": True} | wish))
        for number, other in enumerate(others):
            assert other.ask(table, "sit", name=f"Other {'AB'[number]}").status_code == 200
        return table


def check_erased(world, database):
    stored = everything(database)
    assert world.guest not in stored
    assert "coundrel" not in stored
    assert "My own words" not in stored
    assert world.link.rpartition(".")[2] not in stored
    over = world.bob.look(world.over)
    assert [seat["name"] for seat in over["seats"]] == ["Player 1", "Other A"]
    assert world.bob.get(f"/t/{world.over}/record.json").json()["players"] == ["Player 1", "Other A"]
    assert over["result"]["winners"] == [0]
    playing = world.bob.look(world.playing)
    assert (playing["phase"], playing["result"]["winners"]) == ("over", [1])
    three = world.bob.look(world.three)
    assert (three["phase"], three["seats"][0]["kind"]) == ("playing", "bot")
    assert world.bob.look(world.waiting)["phase"] == "over"
    assert world.bob.get(f"/t/{world.imported}").status_code == 404
    assert "Scoundrel" not in world.bob.page("/lobby") + world.bob.page("/games") + world.bob.page(f"/t/{world.over}")
    stranger = Client(world.bob.site)
    assert stranger.post(f"/s/{world.link}").status_code in (403, 404)


@on_both
def test_the_owner_exports_and_erases_a_guest_beside_the_site(site, database, admin):
    world = World(site)
    page = Listener(world.bob, f"/t/{world.over}/events")
    data = json.loads(admin("export", world.guest))
    tables = {row["id"]: row for row in data["tables"]}
    assert tables.keys() == {world.over, world.playing, world.three, world.waiting, world.imported}
    assert {row["table_id"] for row in data["seats"]} == tables.keys() - {world.imported}
    kinds = [event["type"] for event in tables[world.over]["events"]]
    assert {"sat", "said"} <= set(kinds)
    assert tables[world.imported]["imported"]
    assert (data["reports"][0]["text"], len(data["muted"]), len(data["moving_links"])) == ("My own words", 1, 1)
    assert world.link.rpartition(".")[2] not in json.dumps(data)
    assert "Other A" not in json.dumps({**data, "tables": [row for row in data["tables"] if not row["imported"]]})
    assert "5 tables" in admin("erase", world.guest, "--dry-run")
    assert "Erased" in admin("erase", world.guest)
    wait_for(lambda: any(event["type"] == "renamed" for _, event in page.events()))
    wait_for(lambda: world.bob.look(world.three)["seats"][0]["kind"] == "bot")
    wait_for(lambda: world.bob.look(world.playing)["phase"] == "over")
    check_erased(world, database)
    for command in ("export", "erase"):
        admin(command, world.guest, refused="nothing is stored about a guest with this id")
    assert admin("audit").count("erase") >= 4


def test_a_browser_is_forgotten_and_starts_anew(site, database):
    world = World(site)
    asked = world.ann.page("/forget")
    assert "You resign your 2 current games." in asked
    assert "4 tables" in asked
    assert "coundrel" in everything(database)
    done = world.ann.post("/forget")
    assert done.status_code == 200
    gone = {cookie.partition("=")[0]: cookie for cookie in done.headers.get_list("set-cookie")}
    assert gone.keys() == {"guest", "csrf", "look"}
    assert all("Max-Age=0" in cookie or "01 Jan 1970" in cookie for cookie in gone.values())
    check_erased(world, database)
    world.ann.get("/about")
    assert guest_of(world.ann) != world.guest


def test_a_player_who_left_and_came_back_is_erased_from_both_times(site, database):
    ann, bob = Client(site), Client(site)
    table = bob.open(game="cuttle", opponents=["open"], name="Bob")
    assert ann.ask(table, "sit", name="Scoundrel").status_code == 200
    assert ann.ask(table, "leave").status_code == 200
    assert ann.ask(table, "sit", name="Scoundrel").status_code == 200
    assert ann.post("/forget").status_code == 200
    assert "coundrel" not in everything(database)
    assert bob.look(table)["seats"][0]["name"] == "Bob"


def test_no_one_gains_or_loses_time_by_a_change_of_names(site, database, admin):
    table, *_ = two_at(site, clock={"time": "game 600 5", "zero": "bot"})
    due = database.query("SELECT due FROM tables")
    database.query("UPDATE tables SET due = due - 300")  # as after an outage of five minutes
    admin("rename", table, 0, "Anna")
    assert database.query("SELECT due FROM tables") == [(due[0][0] - 300,)]


def test_a_seat_that_another_browser_has_too_stays_with_it(site, database):
    world = World(site)
    phone = Client(site)
    link = world.ann.post("/games/move").json()["address"]
    assert phone.post("/move/" + link.rpartition("/")[2]).status_code == 200
    assert world.ann.post("/forget").status_code == 200
    assert world.guest not in everything(database)
    assert phone.look(world.playing)["you"] == 0
    assert phone.look(world.playing)["seats"][0]["name"] == "Scoundrel"


def test_the_pages_say_what_is_so(site):
    ann = Client(site)
    page = ann.page("/privacy")
    for cookie in ann.cookies:
        assert f"<code>{cookie}</code>" in page
    assert "logs only errors" in page
    for place in ("/settings", "/about", "/"):
        assert 'href="/privacy"' in ann.page(place)
    assert 'href="/forget"' in ann.page("/settings")
    told = {"cookies": ["guest", "csrf", "look"], "logs_requests": False, "idle_days": 0.0}
    assert ann.get("/privacy").json() == told | {"guest": guest_of(ann)}


def test_the_privacy_page_follows_the_settings(tmp_path):
    with running(f"sqlite:///{tmp_path}/t.db", access_log=True, abandoned=30 * 86_400.0) as address:
        page = Client(address).get("/privacy", headers={"accept": "text/html", "x-forwarded-proto": "https"}).text
    assert "no address and no name. It records an address" in page
    assert "closed after 30 days. A closed" in page
    assert "__Host-guest" in page
