import re
from pathlib import Path
from urllib.parse import quote, urljoin

import pytest
from markupsafe import Markup

from tests.server.html import Page
from tests.server.inside import settings
from tests.server.running import Client
from undercut.games.base import registry
from undercut.games.base.book import book_markdown, read_book, recommended
from undercut.offline.routes import routes as offline
from undercut.pages import addresses
from undercut.pages.addresses import chosen_game, rule_address
from undercut.pages.answers import Preferences
from undercut.pages.books.lab_page import effect_texts, lab_page
from undercut.pages.books.markup import for_players, to_html
from undercut.pages.books.rulebook import rules_page
from undercut.pages.lobby.front import LobbyPage
from undercut.pages.templates import FOLDER, TABLE
from undercut.play.game import game
from undercut.site.routes.visit import template_engine
from undercut.site.server.app import make_app
from undercut.table.listing import LobbyTable

HTML = {"accept": "text/html"}
EVIL = "<script>alert('x')</script>"
TOKEN = "_csrf_token"  # noqa: S105  the name of a field
TYPED = {"text", "search", "number", "email", "url", "tel", "password"}
"""The kinds of input in which Enter sends the form."""
RULES = [(name, rules) for name in registry.names() for rules in registry.spec(name).rule_sets]
LINKED = {"/lobby", "/games", "/new", "/import", "/rules/cups", "/lab", "/about", "/schema", "/source.zip"}
LATER_MOVE = re.compile(r"/watch/[\w-]+/([3-9]|\d\d)")  # of a game to watch: as the first ones


@pytest.fixture(scope="module")
def pages(site) -> dict[str, Page]:
    client, guest = Client(site), Client(site)
    waiting = client.open(game="cups", opponents=["open", "open"], name="Ann")
    played = client.open(game="cuttle", opponents=["open"], name="Ann")
    guest.ask(played, "sit", name="Bob")
    over = client.open(game="cut_the_rope", opponents=["easy"], name="Ann")
    scene = client.look(over)
    client.post(f"/t/{over}/moves", json={"move": scene["moves"][0]["move"], "version": scene["version"]})
    client.ask(over, "resign")
    faulty = [f"/rules/cuttle?find={quote(EVIL)}", f"/new?game=cuttle&rules.hand_limit={quote(EVIL)}", "/nowhere"]
    start = ["/", "/import", "/settings", "/games", f"/t/{waiting}/rules", *faulty]
    start += [f"/t/{table}{end}" for table in (waiting, played, over) for end in ("", "/players")]
    start += [f"/t/{over}/steps/0", f"/t/{over}/review", "/new?game=cups&players=4"]
    found, seen, left = {}, {*start, "/watch/cups/40?guess=0-0"}, [*start, "/watch/cups/40?guess=0-0"]
    while left:
        address = left.pop()
        answer = client.get(address, headers=HTML, follow_redirects=True)
        assert answer.status_code == (404 if address == "/nowhere" else 200), address
        if "html" not in answer.headers.get("content-type", ""):
            continue
        found[address] = page = Page(answer.text)
        ids = {*page.every("id")}
        for link in (*page.every("href"), *page.every("src")):
            target, _, anchor = link.partition("#")
            assert target or anchor in {*ids, ""}, (address, link)
            target = urljoin(address, target)
            if LATER_MOVE.match(target):
                continue
            if target.startswith("/") and target not in seen and (target.startswith("/t/") <= (address in start)):
                seen.add(target)
                left.append(target)
    assert {address.partition("?")[0] for address in seen} >= LINKED
    return found | {"as a guest": Page(guest.get(f"/t/{waiting}", headers=HTML).text)}


def test_a_page_is_whole(pages):
    for address, page in pages.items():
        assert page.all("html", lang="en"), address
        assert len(page.all("h1")) == len(page.all("main")) == page.source.count("<title>", 0, 2000) == 1, address
        assert page.all("a", **{"class": "skip", "href": "#main"}), address
        ids = page.every("id")
        assert len(ids) == len(set(ids)), address
        for reference in ("aria-labelledby", "aria-describedby", "for", "list"):
            assert {one for names in page.every(reference) for one in names.split()} <= {*ids}, address


def test_a_page_brings_no_script_or_style_and_nothing_from_elsewhere(pages):
    faulty = pages[f"/new?game=cuttle&rules.hand_limit={quote(EVIL)}"]
    assert faulty.all("input", name="rules.hand_limit", value=EVIL, **{"aria-invalid": "true"})
    for address, page in pages.items():
        sources = page.every("src", "script")
        assert "/static/undercut.js" in sources, address
        assert all(re.fullmatch(r"/static/[a-z_]+\.js", source) for source in sources), address
        assert not page.all("style"), address
        assert EVIL not in page.source, address
        for _, attrs in page.tags:
            assert not [key for key in attrs if key == "style" or key.startswith("on")], address
            for target in (attrs.get(key) for key in ("href", "src", "action", "formaction")):
                assert target is None or target.startswith(("/", "#")), (address, target)


def test_every_field_has_a_label(pages):
    for address, page in pages.items():
        labelled = {*page.every("for", "label")}
        for tag in ("input", "select", "textarea"):
            for attrs in page.all(tag):
                if attrs.get("type") != "hidden":
                    assert attrs.get("id") in labelled or {"in-label", "aria-label"} & attrs.keys(), (address, attrs)


def test_every_form_is_reached_and_has_a_token_that_no_address_gets(pages):
    found = set()
    for address, page in pages.items():
        for form, controls in page.forms():
            found.add(re.sub(r"/(?:t|s|move)/[^/]+|/\d+|cuttle|cups|cut_the_rope", "/*", form.get("action", "")))
            posts = form.get("method") == "post"
            assert posts == (TOKEN in [attrs.get("name") for _, attrs in controls]), (address, form)
            assert not posts or "get" not in [attrs.get("formmethod") for _, attrs in controls], (address, form)
    table = {"rules", "sit", "moves", "rematch", "say", "mute", "report", "new-link", "review", "steps/*/play"}
    others = {"/tables", "/import", "/settings", "/games/move", "/rules//*", "/editor//*"}
    assert found >= {f"/*/{name}" for name in table} | others, sorted(found)


def test_enter_in_a_field_does_the_main_thing(pages):
    """A browser presses the first button of a form when Enter is pressed in a field."""
    for address, page in pages.items():
        for _, controls in page.forms():
            buttons = [attrs for tag, attrs in controls if tag == "button" and attrs.get("type", "submit") == "submit"]
            if any(tag == "input" and attrs.get("type", "text") in TYPED for tag, attrs in controls):
                assert not {"formaction", "formmethod"} & buttons[0].keys(), (address, buttons)
                assert len(buttons) == 1 or "main" in buttons[0].get("class", "").split(), (address, buttons)


def test_without_script_the_answers_of_another_rule_set_are_shown(client):
    token = client.headers["x-csrf-token"]
    fields = {TOKEN: token, "game": "cuttle", "against": "bots", "players": "2", "level": "hard", "name": "Ann"}
    fields |= {"rules.set": "denexa", "rules.shown": "sipie", "rules.seven": "2"}
    answer = client.post("/new", data=fields, headers=HTML)
    assert answer.status_code == 200
    assert token not in str(answer.url)
    page = Page(answer.text)
    assert page.all("input", name="rules.shown", value="denexa")
    assert "checked" in page.all("input", name="rules.seven", value="2")[0]
    assert page.all("input", name="name", value="Ann")


@pytest.mark.parametrize(
    ("chosen", "title", "book"),
    [
        ("denexa", "Denexa's rules", "/rules/cuttle?rules=denexa"),
        ({"set": "denexa", "seven": 2}, "Denexa's rules, with changes", "/rules/cuttle?rules=denexa&set=seven%3D2"),
    ],
)
def test_lists_call_rules_by_their_titles_and_lead_to_their_book(chosen, title, book):
    environment = template_engine().engine
    environment.globals["csrf_token"] = lambda: "token"
    table = LobbyTable("aTable", "cuttle", "Cuttle", chosen, "open", 2, 1, ["Ann", ""], 0, 0.0)
    shown = {"page": LobbyPage([table], []), "preferences": Preferences(), "here": "lobby"}
    page = Page(environment.get_template("lobby.html").render(shown))
    assert title in page.words
    assert [link for link in page.every("href", "a") if link.startswith("/rules/")] == [book]


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_a_book_has_its_title_and_every_clause_with_its_option_and_marks_just_what_differs(pages, name, rules):
    spec, book, chosen = registry.spec(name), read_book(name), chosen_game(name, rules, [])
    assert pages["/rules"].all("a", href=f"/rules/{name}?rules={rules}")
    page = pages[f"/rules/{name}?rules={rules}"]
    assert f"These rules: {book.titles[rules]}" in page.words
    assert "selected" in page.all("option", value=rules)[0]
    shown = rules_page(chosen)
    clauses = [clause for section in shown.sections for clause in section.clauses]
    assert [clause.id for clause in clauses] == [clause.id for clause in book.clauses]
    assert {clause.id for clause in clauses} <= {*page.every("id")}
    options = {option.name: option for clause in clauses for option in clause.options}
    assert options.keys() == chosen.options.keys()
    assert all(option.chosen.html and rules in option.chosen.rule_sets for option in options.values())
    marked = [option.name for clause in shown.changed for option in clause.options if option.usual]
    played, first = spec.rule_sets[recommended(spec)], next(iter(spec.rule_sets.values()))
    assert {*marked} == {option for option, value in chosen.options.items() if value != played[option]}
    assert sum("Changed here" in text for text in page.words) == len(marked)
    differing = sum(value != first[option] for option, value in chosen.options.items())
    assert book_markdown(name, chosen.options).count("*(differs: usually") == differing, "in the terminal"


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_set_and_option_stands_with_its_sentences_and_says_what_it_does(site, pages, name):
    page = Page(Client(site).page(f"/new?game={name}"))
    told = " ".join("".join(page.words).split())
    book = read_book(name)
    for rules in registry.spec(name).rule_sets:
        assert page.all("input", name="rules.set", value=rules)
        assert book.titles[rules] in page.words
    for clause in book.clauses:
        for choice in clause.choices:
            field = f"rules.{choice.option}"
            assert page.all("input", name=field), field
            assert not choice.value or page.all("input", name=field, value=choice.value)
            assert for_players(choice.text).replace("`", "").replace("*", "") in told
    assert page.all("a", href=f"/lab/{name}")
    effects = [each for found in effect_texts(name).values() for each in found]
    assert effects
    assert all(" ".join(f"{each.subject}: {each.text}.".split()) in told for each in effects if each.text)
    assert all(" ".join(each.subject.split()) in told for each in effects)
    anchors = {*pages[f"/lab/{name}"].every("id")}
    assert {row.anchor for measure in lab_page(name).measures for row in measure.rows} <= anchors
    first, *_others = lab_page(name).measures
    assert first.result.endswith(("shorter.", "longer.", "as long."))
    assert all(row.bars[0].clear for row in lab_page(name).chart.rows)
    assert f"/lab/{name}#{lab_page(name).chart.rows[0].anchor}" in pages["/lab"].every("href")
    assert all(bar.clear or bar.text == "no clear difference" for row in first.rows for bar in row.bars)
    words = " ".join(pages[f"/lab/{name}"].words)
    assert words.index("A hollow dot") < words.index("shorter games") < words.rindex(first.rows[0].change)


STATIC = FOLDER.parent / "static"


def texts(folder: Path, ending: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob(f"*.{ending}")))


SCRIPT = texts(STATIC, "js")
CODE = re.sub(r"^ *//.*$", "", SCRIPT, flags=re.MULTILINE)


def attributes(text: str) -> set[str]:
    return set(re.findall(r"\bdata-([a-z]+)", text))


def used_by_the_script() -> set[str]:
    taken = " ".join(re.findall(r"const {([a-z, ]+)} = [\w.()]+\.dataset", CODE))
    return (
        attributes(CODE)
        | set(re.findall(r"dataset\.([a-z]+)", CODE))
        | set(re.findall(r'"([a-z]+)" in [\w.()]*dataset', CODE))
        | set(re.findall(r"[a-z]+", taken))
        | {*Preferences.__struct_fields__}  # settings.js keeps each of them
    )


DOCUMENTED = attributes("\n".join(re.findall(r"^//   (data-.*?)(?:   |$)", SCRIPT, flags=re.MULTILINE)))
GAMES = FOLDER.parents[1] / "games"
WRITTEN = texts(FOLDER.parent, "py")
"""Pages that are written without a template."""
BY_SCRIPT = re.findall(r'setAttribute\("data-([a-z]+)"|dataset\.([a-z]+) (?:\?\?)?= ', CODE)
SET = attributes(texts(FOLDER, "html") + texts(GAMES, "html")) | attributes(WRITTEN) | {a or b for a, b in BY_SCRIPT}
SET |= {*Preferences.__struct_fields__}


def test_every_attribute_that_is_used_or_set_is_documented_and_the_other_way_round():
    assert used_by_the_script() == SET == DOCUMENTED
    assert attributes(texts(STATIC, "css")) <= DOCUMENTED


def test_colours_outside_the_style_sheets_are_those_of_the_pages():
    known = set(re.findall(r"#[0-9a-f]{6}", (STATIC / "tokens.css").read_text()))
    others = STATIC / "site.webmanifest", FOLDER.parent / "assets.py", FOLDER.parents[1] / "offline/static/shell.css"
    assert {colour for file in others for colour in re.findall(r"#[0-9a-f]{6}", file.read_text())} <= known


def test_every_property_that_styles_use_is_declared():
    css = texts(STATIC, "css") + texts(GAMES, "css")
    declared = re.findall(r"(--[\w-]+):", css) + re.findall(r"setProperty\(\W(--[\w-]+)", CODE)
    assert set(re.findall(r"var\((--[\w-]+)", css)) <= {*declared}


def test_animations_heed_the_wish_for_less_motion():
    lasting = {"late", "said"}  # they show and hide without moving
    scripted = {"struck", "drawn", "fall"}  # what the script shows only where things may move
    lines = re.findall(r"animation: (.*);", texts(STATIC, "css") + texts(GAMES, "css"))
    given = {line.split()[0] for line in lines if "--motion" not in line}
    assert given - {"none"} == lasting | scripted


def test_a_single_option_is_marked_and_named():
    page = rules_page(game("cuttle", rules={"set": "cuttle-cards-2", "four": "random"}))
    (clause,) = page.changed
    (option,) = clause.options
    assert (clause.id, option.chosen.value, option.usual) == ("CU-4a", "random", "choose")
    assert [other.value for other in option.others] == ["choose"]
    assert page.changes == ("four=random",)
    assert (option.question, option.chosen.answer) == ("Who chooses the two cards that a four takes?", "Chance")


def test_clauses_speak_to_players():
    clauses = [clause for section in rules_page(game("cups")).sections for clause in section.clauses]
    told = {clause.id: clause.html + "".join(option.chosen.html for option in clause.options) for clause in clauses}
    assert not any(word in told[clause] for clause in ("CP-17", "CP-18", "CP-22", "CP-25") for word in ("bury~", "_"))
    assert 'sit out (<a href="#CP-33">CP-33</a>), there is never a redeal' in told["CP-25"]


def test_markup_in_a_text_stays_text():
    assert "<script>" not in to_html("cuttle", "<script>alert(1)</script> CU-999")
    assert "CU-999</a>" not in to_html("cuttle", "CU-999")


def test_addresses_with_parts_are_made_in_one_place_and_lead_to_routes_of_the_site_and_of_the_edition(tmp_path):
    made = {
        addresses.table_address("x"): "/t/x",
        addresses.table_address("x", "steps", 3): "/t/x/steps/3",
        str(addresses.ReviewAddress("x", 3, "seen", 2)): "/t/x/review?move=3&cards=seen&line=2",
        addresses.retry_address("x", 3, "7h>2"): "/t/x/retry?move=3&try=7h%3E2",
        addresses.lesson_address("cups", "first", 1): "/learn/cups/first/1",
        addresses.lesson_address("cups", "today"): "/learn/cups/today",
        addresses.daily_address("today"): "/daily/today",
        addresses.watch_address("cups-1", 7): "/watch/cups-1/7",
        addresses.ladder_address("cups"): "/games#ladder-cups",
        addresses.lab_address("cups"): "/lab/cups",
        addresses.new_address("cups", players=3): "/new?game=cups&players=3",
        addresses.editor_address("cups", "position.svg", packed="y"): "/editor/cups/position.svg?p=y",
    }
    assert [*made] == [*made.values()]
    formats = [route.path_format for route in make_app(settings(tmp_path)).routes]
    routes = [re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in formats]
    edition = [pattern for _method, pattern, _kinds, _handler in offline.handlers]
    for address in made:
        path = re.split(r"[?#]", address)[0]
        assert any(route.fullmatch(path) for route in routes), address
        assert any(pattern.fullmatch(path) for pattern in edition), address
    by_hand = re.compile(r"""["']/(?:t|learn|daily|duplicate|lab|editor|watch)/[^"']*\{""")
    texts = [*FOLDER.rglob("*.html"), *(file for file in FOLDER.parent.rglob("*.py") if file.name != "addresses.py")]
    assert not [file.name for file in texts if by_hand.search(file.read_text(encoding="utf-8"))]


def test_a_board_keeps_the_place_of_its_table_in_addresses():
    assert addresses.table_address(TABLE, "moves") == Markup("/t/<table>/moves")
    assert addresses.table_address('"', "moves") == '/t/"/moves'


def test_an_address_leads_back_to_the_same_rules():
    chosen = game("cut_the_rope", rules={"set": "short", "personal": "half", "bookend": False})
    assert rule_address("cut_the_rope", chosen.rules, "CR-22") == (
        "/rules/cut_the_rope?rules=short&set=personal%3Dhalf&set=bookend%3Dfalse#CR-22"
    )
    again = chosen_game("cut_the_rope", "short", ["personal=half", "bookend=false"])
    assert again.rules == chosen.rules


def test_a_word_or_an_id_is_found():
    page = rules_page(game("cuttle"), find="glasses")
    assert "CU-30" in [clause.id for clause in page.hits]
    assert [clause.id for clause in rules_page(game("cuttle"), find="cu-31").hits] == ["CU-31"]
    assert "'zebra'" in rules_page(game("cuttle"), find="zebra").lost
