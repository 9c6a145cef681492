import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.server.running import Client
from undercut.games.base import registry
from undercut.games.base.book import recommended, rules_title
from undercut.games.base.words import value_text
from undercut.lessons.courses import lessons, puzzles, shown_games
from undercut.pages.addresses import Links
from undercut.pages.game_cards import game_card
from undercut.pages.new_page import new_page
from undercut.table.commands import form_object
from undercut.table.opening.terms import read_choices


def chosen_values(page):
    values = {option.name: option.value for option in page.options}
    for option in page.options:
        if option.kind == "choice":
            assert [value.value for value in option.values if value.chosen] == [option.value], option.name
    return values


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_set_fills_in_its_values_and_goes_with_all_that_is_chosen_on_the_page(name):
    spec = registry.spec(name)
    numbers = {option.name: str(option.values[1]) for option in spec.options if option.kind == "number"}
    for rules, options in spec.rule_sets.items():
        draft = read_choices({"game": name, "rules": rules})
        assert draft.faults == ()
        values = chosen_values(new_page(draft))
        written = {option: value.replace("usual", "none") for option, value in values.items()}
        assert written == {option: value_text(value) for option, value in options.items()}
        assert all(option.value == option.usual for option in new_page(draft).options)
        for seats in (spec.seats[0], spec.seats[-1]):
            given = {"game": name, "players": str(seats), "seat": "7", "practice": "on", "against": "friends"}
            draft = read_choices(given | {"rules": numbers | {"set": rules, "shown": rules, "open_scissors": "true"}})
            assert [fault for fault in draft.faults if "open_scissors" not in fault or name == "cut_the_rope"] == []


CLASH = [
    ("game", "cut_the_rope"), ("name", "Ada"), ("seat", "2"), ("listed", "yes"), ("rules.set", "standard"),
    ("rules.open_scissors", "true"), ("rules.personal", "70"), ("rules.refill", "when_empty"),
    ("opponents[]", "open"), ("opponents[]", ""), ("opponents[]", "master"),
]  # fmt: skip


def test_a_clash_comes_back_with_its_reason_and_all_that_was_typed():
    draft = read_choices(form_object(CLASH))
    assert draft.terms is None
    page = new_page(draft)
    assert page.places == ["value-personal", "option-open_scissors"]
    deck, scissors = page.faults
    need = "3 players with 70 cards and a hand of 6 each need 228 cards; the pack has 160 (CR-1)"
    assert deck == f"How many cards are in a personal deck? {need}"
    assert scissors == "Do scissors stay open until the next card is played on them? it needs equal (CR-24)"
    values = chosen_values(page)
    assert (values["open_scissors"], values["personal"], values["refill"]) == ("true", "70", "when_empty")
    assert (page.name, page.seat, page.listed, page.opponents) == ("Ada", "2", True, ["open", "master"])
    assert {option.name for option in page.options if option.fault} == {"open_scissors", "personal"}


def test_on_the_page_a_clash_is_mended_and_the_page_says_so():
    draft = read_choices(form_object([*CLASH, ("rules.shown", "standard")]))
    page = new_page(draft)
    assert page.faults == []
    assert page.fixes == ["3 players: personal decks of 47 cards.", "Open scissors: equal numbers may be played too."]
    values = chosen_values(page)
    assert (values["open_scissors"], values["equal"], values["personal"]) == ("true", "true", "47")
    assert draft.terms.opened.note.startswith("3 players: personal decks")


@pytest.mark.parametrize(
    ("fields", "opponents"),
    [
        ({"players": "4", "against": "bots", "level": "hard"}, ("hard",) * 3),
        ({"players": "3", "against": "friends", "level": "hard"}, ("open",) * 2),
        ({"players": "4", "against": "friends", "opponents": ["", "easy"]}, ("open", "easy", "open")),
        ({"players": "3", "against": "bots", "opponents": ["", "", "easy", "easy"]}, ("medium",) * 2),
        ({"players": "3", "against": "friends", "seat": "none"}, ("open",) * 3),
        ({"against": "friends"}, ("open",)),
        ({"players": "", "against": "bots"}, ("medium",)),
    ],
)
def test_players_are_chosen_all_at_once_or_one_by_one(fields, opponents):
    draft = read_choices({"game": "cups"} | fields)
    assert (draft.opponents, draft.faults) == (opponents, ())


@pytest.mark.parametrize(
    ("field", "values", "allowed"),
    [("players", ["12", 9, "many", True], "2, 3, 4, 5, 6, 7, 8"), ("best_of", [4, "4", "three"], "0, 3, 5")],
)
def test_numbers_that_are_not_offered_are_refused(field, values, allowed):
    for value in values:
        draft = read_choices({"game": "cups", field: value})
        assert (draft.faults, draft.terms) == ((f"{field}: {value!r} is not one of: {allowed}",), None)


@pytest.mark.parametrize("name", registry.names())
def test_options_are_questions_with_answers_and_rule_sets_one_sentence(name):
    spec = registry.spec(name)
    assert spec.offer.questions.keys() == {option.name for option in spec.options}
    assert spec.offer.suggested.keys() == spec.rule_sets.keys()
    assert [rules.recommended for rules in new_page(read_choices({"game": name})).first_sets] == [True, False, False]
    for option in new_page(read_choices({"game": name})).options:
        assert option.question.endswith("?")
        labels = [value.label for value in option.values]
        assert len(set(labels)) == len(labels)
        assert not any("_" in label for label in labels)


@pytest.mark.parametrize(
    ("option", "typed", "fault"),
    [
        ("hand_limit", "eight", "Write a number from 0 to 52."),
        (
            "personal",
            "0",
            "Write a number from 1 to 74, or “usual” (10 to 20, by the number of players), or “half” (half",
        ),
        ("kings", "21, 14", "not a list of 5 numbers. Write 5 numbers with spaces between them, such as 21 14 10 5 0."),
        ("kings", "21 14 x 7 5", "'x' is not a whole number"),
        ("four", "both", "'both' is not one of"),
    ],
)
def test_a_value_that_cannot_be_read_is_refused_where_it_stands(option, typed, fault):
    draft = read_choices({"game": "cut_the_rope" if option == "personal" else "cuttle", "rules": {option: typed}})
    page = new_page(draft)
    (faulty,) = (one for one in page.options if one.fault)
    assert faulty.name == option
    assert fault in faulty.fault
    assert faulty.value == typed.replace(",", "")
    assert page.faults == [f"{faulty.question} {faulty.fault}"]


def test_another_rule_set_keeps_what_was_changed_and_nothing_else():
    shown = {name: value_text(value) for name, value in registry.spec("cuttle").rule_sets["sipie"].items()}
    rules = shown | {"four": "random", "shown": "sipie", "set": "cuttle-cards-1"}
    draft = read_choices({"game": "cuttle", "rules": rules})
    assert draft.terms.game.rules == {"set": "cuttle-cards-1", "four": "random"}


def test_json_says_the_same_as_a_form():
    typed = read_choices(form_object([("game", "cuttle"), ("rules.kings", "21 14 10 5 0"), ("rules.set", "pagat")]))
    sent = read_choices({"game": "cuttle", "rules": {"set": "pagat", "kings": [21, 14, 10, 5, 0]}})
    assert typed.terms.game == sent.terms.game


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"game": "cuttle", "opponents": ["easy", "easy"]}, "Cuttle is for 2 players"),
        ({"game": "cuttle", "opponents": ["genius"]}, "'genius' is not one of: open, random"),
        ({"game": "cuttle", "seat": "7"}, "'7' is not a seat from 0 to 1"),
        ({"game": "cups", "seat": "none", "opponents": ["easy", "easy"]}, "a table needs a person"),
        ({"game": "cups", "opponents": ["easy"] * 7}, "need 57 cards"),
        ({"game": "cups", "name": "x" * 60}, "more than 40 characters"),
        ({"game": "cuttle", "rules": "wild"}, "'wild' is not one of: sipie"),
        ({"game": "cups", "rules": "gamblers"}, "no text under it"),
        ({"game": "cups", "opponents": ["", ""]}, "opponents: choose at least one"),
    ],
)
def test_every_other_fault_has_its_sentence(given, fault):
    draft = read_choices(given)
    assert draft.terms is None
    assert any(fault in one for one in draft.faults), draft.faults
    assert new_page(draft).faults


GAMES = registry.names()
LISTS = ("/rules", "/new")
"""Pages that offer all rule sets."""

MIXES = {
    "cuttle": {"set": "denexa", "seven": 2, "kings": [21, 14, 10, 7, 4]},
    "cups": {"set": "children", "hand_size": 5},
    "cut_the_rope": {"set": "short", "personal": 12},
}


def default(game):
    return recommended(registry.spec(game))


def pages(game):
    yield from (f"/rules/{game}", f"/rules/{game}?find=1", f"/lab/{game}", f"/editor/{game}", f"/new?game={game}")
    for lesson in lessons(game):
        yield from (f"/learn/{game}/{lesson.name}/{step + 1}" for step in range(len(lesson.steps) + 1))
    yield from (f"/learn/{game}/{puzzle.name}/1" for puzzle in puzzles(game)[::20])
    yield f"/learn/{game}/today"


def named(page, game):
    found = []
    for address in re.findall(r'href="([^"]*)"', page):
        parts = urlsplit(html.unescape(address))
        if parts.path in (f"/rules/{game}", f"/lab/{game}", f"/editor/{game}", "/learn", "/new"):
            query = parse_qs(parts.query)
            changes = {name[6:]: value[0] for name, value in query.items() if name.startswith("rules.")}
            sets = [changes.pop("set", None), *query.get("rules", ())]
            changes |= dict(change.split("=", 1) for change in query.get("set", ()))
            if query.get("game", [game]) == [game]:
                found.append((next(filter(None, sets), default(game)), changes))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_and_the_front_page_say_the_same_of_time(client, game):
    card = game_card(game)
    sets = client.get(f"/new?game={game}&players={card.players_at_once}").json()["rule_sets"]
    assert {each["minutes"] for each in sets if each["name"] == card.first_set} == {card.first_minutes}


def test_the_minutes_of_a_new_table_follow_the_number_of_players(client):
    def told(players):
        sets = client.get(f"/new?game=cups&players={players}").json()["rule_sets"]
        return next(each["minutes"] for each in sets if each["name"] == default("cups"))

    assert [told(players) for players in (2, 3, 4, 5)] == [10, 8, 5, 5]
    assert 'data-part="minutes of ' in client.page("/new?game=cups")


def seen(page, text):
    return html.escape(text, quote=True).replace("&#x27;", "&#39;") in page


@pytest.mark.parametrize("game", GAMES)
def test_every_page_names_the_rules_that_play_deals(client, game):
    title = rules_title(game, default(game))
    assert seen(client.page("/"), rules_title(game, game_card(game).first_set))  # a newcomer's first game
    for address in ("/learn", "/rules", *pages(game)):
        page = client.get(address, headers={"accept": "text/html"}, follow_redirects=True)
        assert page.status_code == 200, address
        assert seen(page.text, title), address
        if not address.startswith(LISTS):
            assert {rules for rules, changes in named(page.text, game)} == {default(game)}, address
            assert not any(changes for _rules, changes in named(page.text, game)), address


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mixed", [False, True])
def test_a_table_takes_its_rules_along(client, game, mixed):
    rules = MIXES[game] if mixed else MIXES[game]["set"]
    least = registry.spec(game).seats[0]
    table = client.open(game=game, rules=rules, opponents=["random"] * (least - 1))
    wanted = client.look(table)["rules"]
    changes = wanted if mixed else {}
    own = (MIXES[game]["set"], {name for name in changes if name != "set"})
    for address in (f"/t/{table}", f"/t/{table}/players"):
        page = client.page(address)
        assert {(rules, frozenset(changes)) for rules, changes in named(page, game)} == {(own[0], frozenset(own[1]))}
        links = Links(game, wanted)
        for link in (links.rules, links.lab, links.learn, links.new):
            assert f'href="{html.escape(link)}"' in page, (address, link)
    title = rules_title(game, wanted)
    for link in (links.rules, links.lab, links.learn.partition("#")[0], links.editor):
        assert seen(client.page(link), title), link
    form = client.get(links.new).json()
    chosen = {option["name"]: option["value"] for option in form["options"] if option["value"] != option["usual"]}
    assert [each["name"] for each in form["rule_sets"] if each["chosen"]] == [own[0]]
    assert chosen.keys() == own[1]
    assert client.get(links.editor).json()["position"]["rules"] == wanted


@pytest.mark.parametrize("game", GAMES)
def test_programs_get_the_same_default_as_the_button(client, game):
    others = ["random"] * (registry.spec(game).seats[0] - 1)
    assert client.look(client.open(game=game, opponents=others))["rules"] == default(game)
    changed = client.open(game=game, opponents=others, rules={"set": default(game)})
    assert client.look(changed)["rules"] == default(game)
    assert client.get(f"/rules/{game}").json()["rule_set"] == default(game)
    assert client.get(f"/lab/{game}").json()["rule_set"] == default(game)
    assert client.get(f"/editor/{game}").json()["position"]["rules"] == default(game)
    assert {card["name"]: card["rule_set"] for card in client.get("/").json()["games"]}[game] == default(game)
    form = {"seats": str(registry.spec(game).seats[0])}
    edited = client.post(f"/editor/{game}", data=form | {"_csrf_token": client.headers["x-csrf-token"]})
    assert edited.json()["position"]["rules"] == default(game)


@pytest.mark.parametrize("game", GAMES)
def test_positions_to_learn_from_and_games_to_watch_have_these_rules(game):
    starts = [step.start for lesson in (*lessons(game), *puzzles(game)) for step in lesson.steps if step.start]
    assert len(starts) > 50
    assert {start["rules"] for start in starts} == {default(game)}
    assert {shown.record["rules"] for name, shown in shown_games().items() if game in name} == {default(game)}


def test_a_refused_move_leads_to_the_clause_under_the_rules_of_the_table(site, client):
    table = client.open(game="cuttle", rules=MIXES["cuttle"], opponents=["open"])
    Client(site).ask(table, "sit")
    refused = client.ask(table, "moves", move="pass")
    assert (refused.status_code, refused.json()["rules"]) == (422, client.look(table)["rules"])
    form = {"version": client.look(table)["version"], "move": "pass", "_csrf_token": client.headers["x-csrf-token"]}
    page = client.post(f"/t/{table}/moves", data=form, headers={"accept": "text/html"}).text
    book = html.escape(Links("cuttle", client.look(table)["rules"]).rules)
    assert f'href="{book}#{refused.json()["clause"]}"' in page


@pytest.mark.parametrize("game", GAMES)
def test_an_invitation_describes_changed_rules_by_their_name_alone(site, client, game):
    for rules, described in ((default(game), True), (MIXES[game], False)):
        table = client.open(game=game, rules=rules, opponents=["open"] * (registry.spec(game).seats[0] - 1))
        page = Client(site).page(f"/t/{table}")
        assert seen(page, rules_title(game, rules))
        minutes = registry.spec(game).offer.minutes[rules if described else rules["set"]]
        assert seen(page, f"About {minutes} minutes") == described
        learn = re.search(r'<p class="also roomy flow"><a href="([^"]*)"', page)[1]
        assert client.get(html.unescape(learn).partition("#")[0]).status_code == 200
