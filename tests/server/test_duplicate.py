"""The pages of duplicates: two friends, the same boards, and nothing told too early."""

from __future__ import annotations

from tests.server.running import Client


def finish(client, table):
    """Resign, which ends a game against a bot."""
    answer = client.post(f"/t/{table}/resign", json={"version": 0})
    assert answer.status_code == 200, answer.text


def two_friends(site, **wishes):
    ann, ben = Client(site), Client(site)
    wish = {"game": "cuttle", "level": "beginner", "players": 2, "name": "Ann"} | wishes
    made = ann.post("/duplicate", json=wish)
    assert made.status_code == 201, made.text
    name = made.json()["duplicate"]
    joined = ben.post(f"/duplicate/{name}/join", json={"name": "Ben"})
    assert joined.json()["you"] == 1, joined.text
    return ann, ben, f"/duplicate/{name}"


def board(client, address):
    return client.post(f"{address}/play").json()["table"]


def test_each_plays_both_sides_and_the_better_one_wins(site):
    ann, ben, address = two_friends(site)
    for client in (ann, ben):
        for number in (1, 2):
            page = client.get(address).json()
            assert page["next"] == number
            table = board(client, address)
            assert board(client, address) == table
            scene = client.get(f"/t/{table}").json()
            assert scene["you"] == number - 1
            assert scene["duplicate"]
            assert not scene["hints"]
            finish(client, table)
    page = ann.get(address).json()
    assert page["over"]
    assert page["next"] == 0
    assert page["players"] == ["Ann", "Ben"]
    assert [score["state"] for one in page["boards"] for score in one["scores"]] == ["over"] * 4
    assert ann.post(f"{address}/play").status_code == 422
    listed = ann.get("/duplicate").json()["yours"]
    assert listed[0]["ahead"] == page["ahead"]


def test_friends_get_the_same_cards(site):
    ann, ben, address = two_friends(site, game="cut_the_rope", players=3)
    scenes = [client.get(f"/t/{board(client, address)}").json() for client in (ann, ben)]
    assert [len(scene["seats"]) for scene in scenes] == [3, 3]
    assert scenes[0]["view"]["hands"][0] == scenes[1]["view"]["hands"][0]


def test_results_and_cards_stay_closed_until_the_deal_is_played_from_both_sides(site):
    ann, ben, address = two_friends(site)
    first = board(ann, address)
    finish(ann, first)
    assert ben.get(address).json()["boards"][0]["scores"] == [
        {"state": "hidden", "table": "", "sign": "", "score": 0.0, "moves": 0, "open": False},
        {"state": "new", "table": "", "sign": "", "score": 0.0, "moves": 0, "open": False},
    ]
    for client in (ann, ben, Client(site)):
        for path in ("record.json", "review", "retry"):
            assert client.get(f"/t/{first}/{path}").status_code == 403, path
        assert (
            "?" in client.get(f"/t/{first}/steps/0").json()["view"]["stock"]
            or client.get(f"/t/{first}/steps/0").json()["sealed"]
        )
        assert client.post(f"/t/{first}/steps/0/play", json={}).status_code == 422
    assert not ann.get("/games/records").text
    assert "/review" not in ann.get(f"/t/{first}", headers={"Accept": "text/html"}).text
    finish(ann, board(ann, address))
    page = ann.get(address).json()
    assert page["boards"][0]["scores"][0]["open"]
    assert ann.get(f"/t/{first}/record.json").status_code == 200
    assert ben.get(address).json()["boards"][0]["scores"][0]["state"] == "hidden"


def test_a_third_guest_cannot_join_or_play(site):
    _ann, _ben, address = two_friends(site)
    cid = Client(site)
    assert cid.get(address).json()["you"] is None
    assert cid.post(f"{address}/join", json={}).status_code == 403
    assert cid.post(f"{address}/play").status_code == 403
    assert cid.get("/duplicate/none").status_code == 404


def test_wishes_that_are_none_are_refused(site):
    ann = Client(site)
    assert ann.post("/duplicate", json={"game": "cuttle", "opponents": ["random"]}).status_code == 422
    assert ann.post("/duplicate", json={"game": "chess"}).status_code == 422
    assert ann.post("/duplicate", json={"game": "cuttle", "deals": 9}).status_code == 422
    assert ann.post("/duplicate", json={"game": "cuttle", "name": "Cleo bot"}).status_code == 422


def test_places_move_to_another_browser_and_are_erased(site):
    ann, ben, address = two_friends(site)
    table = board(ann, address)
    other = Client(site)
    token = ann.post("/games/move").json()["address"].rpartition("/")[2]
    assert other.post(f"/move/{token}").status_code == 200
    assert other.get(address).json()["you"] == 0
    assert board(other, address) == table
    for client in (ann, other, ben):
        client.get("/", headers={"Accept": "application/json"})
    assert ann.post("/forget", headers={"Accept": "application/json"}).status_code == 200
    assert other.get(address).json()["you"] == 0
    assert other.post("/forget", headers={"Accept": "application/json"}).status_code == 200
    assert ben.get(address).json()["players"] != ["Ann", "Ben"]
    assert ben.post("/forget", headers={"Accept": "application/json"}).status_code == 200
    assert Client(site).get(address).status_code == 404


def test_the_pages_are_whole_without_script(site):
    ann = Client(site)
    page = {"Accept": "text/html"}
    text = ann.get("/duplicate", headers=page).text
    assert text.count('action="/duplicate"') == 3
    form = {
        "game": "cups",
        "rules.set": "children",
        "players": "2",
        "level": "easy",
        "deals": "2",
        "_csrf_token": ann.cookies["csrf"],
    }
    answer = ann.post("/duplicate", data=form, headers=page)
    shown = answer if answer.status_code == 200 else ann.get(answer.headers["location"], headers=page)
    assert "Play board 1 of 4" in shown.text
    assert "<svg" in shown.text
    assert "Play against" in Client(site).get(str(shown.url), headers=page).text
