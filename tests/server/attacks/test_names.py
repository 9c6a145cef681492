import re
import unicodedata
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.server.running import Client
from undercut.bots.players import PLAYERS
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.table.events import Sat
from undercut.table.listing import listing
from undercut.table.names import NAME_LENGTH, BadName, is_given, look_alike, player_name
from undercut.table.opening.new_table import open_table
from undercut.table.opening.records import clean_name, recorded_names
from undercut.table.opening.terms import read_choices
from undercut.table.table import Table

NAMES = Path(__file__).parent / "names"


def lines(name):
    return (NAMES / name).read_text(encoding="utf-8").splitlines()


UNSEEN = ["\u200b", "\u200d", "\u202e", "\u2066", "\u3164", "\u2800", "\u00ad", "\U000e0041", "\n", "\x00", "\ue000"]


@pytest.mark.parametrize("name", lines("ordinary.txt"))
def test_names_of_people_are_kept(name):
    assert player_name(name) == unicodedata.normalize("NFC", name)
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "kept"), [("  Ann   B ", "Ann B"), ("\uff21\uff4e\uff4e", "Ann"), ("Ann ❤\ufe0f", "Ann ❤"), (" ", "")]
)
def test_names_are_kept_in_one_form(typed, kept):
    assert player_name(typed) == kept


@pytest.mark.parametrize("one", UNSEEN)
def test_what_cannot_be_seen_is_refused(one):
    for name in (one + "Ann", f"A{one}nn", "Ann" + one, one):
        if name.strip():
            with pytest.raises(BadName, match=r"^The name "):
                player_name(name)


@pytest.mark.parametrize(
    "name", ["...", "-", "❤", "a" + "\u0301" * 5, "a" + "\u0e34" * 9, "\u0301a", "a \u0301", "x" * 41]
)
def test_what_is_no_name_is_refused(name):
    with pytest.raises(BadName, match=r"^The name has "):
        player_name(name)


@pytest.mark.parametrize("name", lines("imitations.txt"))
def test_names_that_the_site_gives_and_what_looks_like_them_are_refused(name):
    with pytest.raises(BadName, match="The site itself uses the name"):
        player_name(name)


def test_names_of_bots_are_refused():
    shown = []
    for bots in ([*PLAYERS, "adaptive"], LEVEL_NAMES):
        events = open_table(read_choices({"game": "cups", "opponents": bots}).checked(), "guest").events
        shown += [event.name for event in events if isinstance(event, Sat) and event.kind == "bot"]
    assert len(shown) == 9
    assert player_name(shown[0]) == shown[0]
    for name in (*(f"{name} bot" for name in shown), "Medium bot 2", "Rnedium bot", "MASTER  BOT", "Master b\u043et 7"):
        with pytest.raises(BadName, match="The site itself uses the name"):
            player_name(name)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann", "ANN", True),
        ("Bill", "BiII", True),
        ("Mia", "Rnia", True),
        ("A n n", "Ann", True),
        ("Мия", "Mия", True),
        ("Zoë", "Zoe", True),
        ("Ann", "A.n-n ✓", True),
        ("Ann", "★ Ánn̶!", True),
        ("Lisa", "L1$a", True),
        ("Боб", "bob", False),
        ("نورا", "نُورَا", True),
        ("राम", "रमा", False),
        ("かな", "がな", False),
        ("ภูมิ", "ภมิ", False),
        ("Elia", "Ella", False),
        ("Dan", "Clan", False),
        ("Kim 6", "Kim 8", False),
        ("Kim 6", "Kim 9", False),
        ("!!!", "???", False),
        ("Ann", "Anna", False),
        ("Player 1", "Player 11", False),
    ],
)
def test_names_are_compared_as_they_look(one, other, same):
    assert look_alike(one, other) == look_alike(other, one) == same


GIVEN = ["Easy bot", "Master bot", "Adaptive bot 2", "You", "Seat 1", "Player 3", "Open seat", "Admin", "Moderator"]
GIVEN += ["Staff", "Support", "Undercut", "Undercut Team", "Site owner"]
MARKS = "\u0301\u0308\u0336\u0323\u20dd"
SHAPES = {line[0]: line[1:] for line in lines("shapes.txt")}


@st.composite
def imitations(draw, names):
    name = draw(st.sampled_from(names))
    symbols = st.text(st.sampled_from(lines("symbols.txt")[0]), max_size=4)
    match draw(st.sampled_from(["shapes", "marks", "between", "around"])):
        case "shapes":
            return "".join(draw(st.sampled_from([one, one.upper(), *SHAPES.get(one.casefold(), "")])) for one in name)
        case "marks":
            return "".join(one + draw(st.text(st.sampled_from(MARKS), max_size=one.isalpha())) for one in name)
        case "between":
            return draw(symbols).join(name)
        case _:
            return draw(symbols) + name + draw(symbols)


@given(imitations(GIVEN))
def test_every_imitation_of_a_name_of_the_site_is_refused(name):
    with pytest.raises(BadName):
        player_name(name)


@given(imitations(GIVEN))
def test_no_record_brings_an_imitation_to_a_table(name):
    assume(len(name) <= NAME_LENGTH)
    shown = recorded_names(["Ann", name])[1]
    assert is_given(shown) or shown == "Player 2"


@given(imitations(["Lisa", "Marek", "Stephan B.", "Toby Huck"]))
def test_every_imitation_of_a_player_at_the_table_is_refused(name):
    with pytest.raises(BadName):
        player_name(name, ["Lisa", "Marek", "Stephan B.", "Toby Huck"])


@given(st.text(max_size=60))
def test_every_text_is_refused_or_becomes_a_name_that_stays_the_same(text):
    try:
        name = player_name(text)
    except BadName as error:
        assert str(error)[0].isupper()
        assert str(error)[-1] == "."
        return
    assert len(name) <= NAME_LENGTH
    assert player_name(name) == name
    assert clean_name(name) == name or "\u200c" in name or "\u200d" in name


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("ab \u0301\u0e34\u200b\u202e")), max_size=90))
def test_a_cleaned_name_can_be_shown(text):
    name = clean_name(text)
    assert len(name) <= NAME_LENGTH
    assert name.isprintable()
    assert "\u0301" * 5 not in name
    assert "\u0e34" * 5 not in name
    assert clean_name(name) == name


def test_odd_names_in_old_logs_stay_readable():
    events = open_table(read_choices({"game": "cuttle", "opponents": ["easy"]}).checked(), "guest").events
    table = Table("old")
    for event in events:
        odd = isinstance(event, Sat) and event.kind == "person"
        table.apply(msgspec.structs.replace(event, name="\u202eYou\u200b") if odd else event, 0.0)
    assert table.seats[0].name == "\u202eYou\u200b"
    assert listing(table).seats == 2


HTML = {"accept": "text/html"}


def sit(client, table, name, **headers):
    wish = {"version": client.look(table)["version"], "name": name}
    return client.post(f"/t/{table}/sit", json=wish, headers=headers)


def test_two_players_of_one_table_cannot_have_one_name(site):
    ann, other = Client(site), Client(site)
    table = ann.open(game="cups", opponents=["open", "easy", "open"], name="Ann")
    for name in ("Ann", "ann ", "\u0410NN"):
        answer = sit(other, table, name)
        assert answer.status_code == 422
        assert answer.json()["detail"] == "Another player at this table is called Ann."
    assert sit(other, table, "Anna").status_code == 200
    assert sit(Client(site), table, "").status_code == 200
    assert [seat["name"] for seat in ann.look(table)["seats"]] == ["Ann", "Anna", "Ben", "Bold Badger"]


def test_a_refused_name_is_shown_at_its_field(site, client):
    table = client.open(game="cuttle", opponents=["open"], name="Ann")
    page = sit(Client(site), table, "ANN", **HTML)
    assert page.status_code == 422
    assert "Another player at this table is called Ann." in page.text
    assert re.search('value="ANN"[^>]* aria-invalid="true" aria-describedby="fault-name"', page.text)
    wish = {"game": "cuttle", "opponents": ["open"], "name": "Medium bot"}
    wish["rules"] = {"set": "denexa", "shown": "denexa"}
    page = client.post("/tables", json=wish, headers=HTML)
    assert page.status_code == 422
    assert 'value="Medium bot"' in page.text
    assert '<p class="fault" id="fault-name">The site itself uses the name Medium bot' in page.text
    answer = client.post("/tables", json=wish)
    assert answer.status_code == 422
    assert answer.json()["faults"][0].startswith("name: The site itself uses")


def test_continuing_a_game_checks_the_name(client):
    table = client.open(game="cuttle", opponents=["random"])
    client.ask(table, "resign")
    answer = client.post(f"/t/{table}/steps/0/play", json={"name": "You"})
    assert answer.status_code == 422
    assert "The site itself uses the name You" in answer.json()["detail"]
