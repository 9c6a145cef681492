import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercut
from tests.server.running import Client
from tests.touring import played
from undercut.errors import Fault
from undercut.games.base import registry
from undercut.pages.editor_page import apply_button, drawing, editor_page, groups, in_words, more_fields, read_form
from undercut.pages.position_text import pack_position, stock, unpack_position
from undercut.table.commands import NotPossible

GAMES = [("cuttle", 2), ("cups", 3), ("cups", 8), ("cut_the_rope", 4)]


def reached(name: str, seats: int, moves: int) -> dict:
    rules = {"set": "simple", "hand_size": 6} if seats > 7 else None
    state = played(undercut.game(name, rules=rules, seats=seats), 7, moves)
    return json.loads(json.dumps(state.position()))


def form_of(position: dict) -> dict[str, str]:
    page = editor_page(position["game"], position).page
    fields = [*(field for group in groups(page) for field in group.fields), *more_fields(page)]
    rules = position["rules"]
    written = rules if isinstance(rules, str) else json.dumps(rules)
    return {field.id: field.text for field in fields} | {"rules": written, "seats": str(position["seats"])}


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("moves", [0, 9, 25])
def test_the_form_gives_back_what_it_was_filled_with(name, seats, moves):
    position = reached(name, seats, moves)
    assert read_form(name, form_of(position)) == position


@given(st.dictionaries(st.sampled_from(["hands", "points", "phase", "waiting", "rules", "x"]), st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)))  # fmt: skip
def test_any_position_has_a_page(fields):
    position = {"game": "cuttle"} | fields
    assert unpack_position(pack_position(position)) == position
    page, state, _ = editor_page("cuttle", position)
    assert page.faults or state
    assert groups(page)


@pytest.mark.parametrize(
    ("name", "pile"), [("cuttle", "permanents"), ("cups", "graveyards"), ("cut_the_rope", "levels")]
)
def test_a_pile_left_out_with_null_is_drawn_empty(site, name, pile):
    position = reached(name, 2, 0)
    position[pile][0] = None
    page, state, _ = editor_page(name, position)
    assert page.faults == []
    assert drawing(state, "").startswith("<svg")
    answer = Client(site).get(f"/editor/{name}/position.svg", params={"p": pack_position(position)})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("text", ["", "xx", "eJw", pack_position({"a": "b" * 30_000}), "é"])
def test_addresses_without_a_position_are_refused(text):
    with pytest.raises(NotPossible):
        unpack_position(text)


def test_faults_stand_at_their_fields():
    position = undercut.game("cuttle").deal(seed=7).position()
    position["hands"] = [["Ah", "9x"], ["Ah"]]
    page, _, faults = editor_page("cuttle", position)
    at = {field.id: field for group in groups(page, faults) for field in group.fields if field.faults}
    assert at["pile.hands.0"].faults == ["Card 2 of Player 1's hand: “9x” is not a card"]
    assert at["pile.hands.0"].wrong == "9x"
    assert any("ace of hearts" in fault for fault in at["pile.hands.1"].faults)
    assert at["pile.hands.1"].wrong == "Ah"


PLACED = Fault("hands[1]", "{card} is in {place} already", {"card": "Ah", "place": "stock"})
LISTED = Fault("levels[2]", "{value} is not a list", {"value": "x"})
MOVER = Fault("to_move", "{seat} is to move here", {"seat": 0})
STOCK = Fault("stock", "{count} cards are missing: {cards}", {"count": 3, "cards": ["2h", "2s", "5s"]})
DECK = Fault("deck", "{count} cards are missing: {cards}", {"count": 3, "cards": ["1", "1", "X"]})
SAID = [
    (PLACED, "hands[1]: Ah is in stock already", "Player 2's hand: ace of hearts is in the stock already"),
    (LISTED, "levels[2]: 'x' is not a list", "The level row 3: “x” is not a list"),
    (MOVER, "to_move: seat 0 is to move here", "Player to move: Player 1 is to move here"),
    (STOCK, "stock: 3 cards are missing: 2h 2s 5s", "The stock: 3 cards are missing: 2h 2s 5s"),
    (DECK, "deck: 3 cards are missing: 1 1 X", "The deck: 3 cards are missing: 1\u00d72 X"),
    ("rules: no such rules", "rules: no such rules", "Rules: no such rules"),
]


@pytest.mark.parametrize(("fault", "plain", "said"), SAID)
def test_faults_are_said_in_the_words_of_people(fault, plain, said):
    assert str(fault) == plain
    assert in_words(fault, "cut_the_rope" if plain.startswith(("levels", "deck")) else "cuttle") == said


def test_players_are_counted_from_1_and_chosen_from_a_list():
    position = reached("cups", 3, 0) | {"out": [0, 2]}
    page = editor_page("cups", position).page
    fields = {field.id: field for field in more_fields(page)}
    assert fields["more.out"].text == "1 3"
    assert fields["more.turn"].choices[0] == ("0", "Player 1")
    assert fields["more.lead"].choices == [("true", "yes"), ("false", "no")]
    assert read_form("cups", form_of(position))["out"] == [0, 2]


def test_rows_of_a_position_made_of_nothing_need_no_direction():
    empty = apply_button("cut_the_rope", {"rules": "standard", "seats": "2", "do": "clear"})
    fields = {field.id: field for field in more_fields(editor_page("cut_the_rope", empty).page)}
    assert not any(field.text.startswith(("null", "[", "{")) for field in fields.values())
    assert [value for value, _ in fields["more.directions.2"].choices] == ["", "up", "down"]
    cards = {"deck": "", "hands.0": "5", "levels.0": "10", "personal.0": "3", "personal.1": "4"}
    piles = {f"pile.{pile}": text for pile, text in cards.items()}
    filled = apply_button("cut_the_rope", form_of(empty) | piles | {"do": "fill"})
    assert editor_page("cut_the_rope", filled).page.moves


def test_typed_cards_leave_the_stock_and_piles_that_the_rules_lack_are_hidden():
    form = form_of(dict(undercut.game("cups").deal(seed=1).position()))
    card = form["pile.stack"].split()[3]
    typed = read_form("cups", form | {"pile.hands.0": f"{form['pile.hands.0']} {card}"})
    assert (card in typed["hands"][0], card in typed["stack"]) == (True, False)
    page = editor_page("cups", typed).page
    assert page.faults == []
    assert "pile.side" not in {field.id for group in groups(page) for field in group.fields}


@pytest.mark.parametrize("name", registry.names())
def test_cleared_positions_can_be_filled_again(client, name):
    token = client.headers["x-csrf-token"]
    form = form_of(client.get(f"/editor/{name}").json()["position"]) | {"_csrf_token": token}
    cleared = client.post(f"/editor/{name}", data=form | {"do": "clear"}).json()
    assert cleared["missing"] == []
    emptied = form_of(cleared["position"]) | {"_csrf_token": token, f"pile.{stock(name).id}": ""}
    assert client.post(f"/editor/{name}", data=emptied).json()["missing"]
    assert client.post(f"/editor/{name}", data=emptied | {"do": "fill"}).json()["missing"] == []
    for do in ("deal", "middle"):
        dealt = client.post(f"/editor/{name}", data=form | {"do": do}).json()
        assert dealt["faults"] == []
        assert dealt["moves"]


def test_a_position_is_checked_drawn_hinted_and_played(client):
    position = undercut.game("cuttle").deal(seed=7).position()
    checked = client.post("/editor/cuttle", json=position).json()
    packed = checked["packed"]
    assert (checked["faults"], checked["to_move"]) == ([], 0)
    assert client.get(f"/editor/cuttle/position.json?p={packed}").json() == position
    assert client.get(f"/editor/cuttle/position.svg?p={packed}").text.startswith("<svg")
    page = client.page(f"/editor/cuttle?p={packed}")
    assert 'action="/editor/cuttle/play"' in page
    legal = {move["move"] for move in checked["moves"]}
    assert client.post("/editor/cuttle/hint", json={"p": packed}).json()["move"] in legal
    made = client.post("/editor/cuttle/play", json={"p": packed, "level": "easy", "seat": 0}).json()["table"]
    scene = client.look(made)
    assert ("Started from a position" in scene["log"][0]["text"], scene["practice"]) == (True, True)
    assert {move["move"] for move in scene["moves"]} == legal


def test_friends_play_from_a_position(site):
    ann, bob = Client(site), Client(site)
    position = undercut.game("cuttle").deal(seed=7).position()
    packed = pack_position(position)
    made = ann.post("/editor/cuttle/play", json={"p": packed, "friends": True, "name": "Ann"}).json()["table"]
    scene = ann.look(made)
    assert (scene["phase"], scene["seats"][1]["kind"]) == ("open", "open")
    # Links and the name of the table are random letters, which may look like a card.
    shown = json.dumps({field: value for field, value in scene.items() if made not in str(value)})
    assert not any(card in shown for card in position["hands"][1])
    refused = ann.ask(made, "rules", rules="denexa")
    assert (refused.status_code, "position" in refused.json()["detail"]) == (422, True)
    assert bob.ask(made, "sit", name="Bob").status_code == 200
    assert ann.look(made)["view"]["hands"][0] == position["hands"][0]
    assert bob.look(made)["view"]["hands"][1] == position["hands"][1]


def test_impossible_positions_are_not_played(client):
    packed = pack_position({"hands": [["Ah"], []]})
    answers = [client.post(f"/editor/cuttle/{what}", json={"p": packed}) for what in ("play", "hint")]
    for answer in (*answers, client.get(f"/editor/cuttle/position.svg?p={packed}")):
        assert answer.status_code == 422
        assert "missing" in answer.json()["detail"]
