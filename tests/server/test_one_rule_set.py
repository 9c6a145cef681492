"""One rule set everywhere: each page names its rules, those of the table one comes from or else the site's default."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.server.running import Client
from undercut.games.base import registry
from undercut.games.base.book import recommended, rules_title
from undercut.lessons import lessons, puzzles, shown_games
from undercut.pages.books.rule_links import Links
from undercut.pages.game_cards import game_card

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
    """The addresses of the pages about a game."""
    yield from (f"/rules/{game}", f"/rules/{game}?find=1", f"/lab/{game}", f"/editor/{game}", f"/new?game={game}")
    for lesson in lessons(game):
        yield from (f"/learn/{game}/{lesson.name}/{step + 1}" for step in range(len(lesson.steps) + 1))
    yield from (f"/learn/{game}/{puzzle.name}/1" for puzzle in puzzles(game)[::20])
    yield f"/learn/{game}/today"


def named(page, game):
    """The rule sets that the links of a page name, each as (rule set, changes)."""
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
        text = registry.spec(game).suggested[rules if described else rules["set"]]
        assert seen(page, text) == described
        learn = re.search(r'<p class="also"><a href="([^"]*)"', page)[1]
        assert client.get(html.unescape(learn).partition("#")[0]).status_code == 200
