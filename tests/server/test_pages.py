"""Every page beside the table: complete, by name, without a line of script or style of its own."""

import re
from html.parser import HTMLParser

import pytest

from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.pages.answers.lobby import AboutPage, ImportPage
from undercut.pages.books.lab_page import effect_texts, lab_index, lab_page
from undercut.pages.books.rule_links import chosen_game
from undercut.pages.books.rulebook import rule_sets, rules_page
from undercut.pages.errors import ErrorPage
from undercut.pages.forms.new_page import new_page
from undercut.pages.game_cards import game_cards, levels
from undercut.pages.lobby.front import FrontPage, LobbyPage
from undercut.pages.lobby.history import Chosen, games_page, played_game
from undercut.pages.preferences import Preferences, read_preferences
from undercut.site.routes.lists import RulesIndex, SettingsPage
from undercut.site.routes.replies import template_engine
from undercut.table.opening.choices import QUICK, read_choices
from undercut.table.showing import LobbyTable

EVIL = "<script>alert('x')</script>"
VOID = {"meta", "link", "input", "br", "rect", "path", "circle", "line", "use", "img"}


class Page(HTMLParser):
    """What a page is made of, read from its source."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.source, self.tags, self.open, self.text = source, [], [], []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID and not self.get_starttag_text().endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        self.text.append(data)

    def all(self, kind, **wanted):
        return [attrs for tag, attrs in self.tags if tag == kind and wanted.items() <= attrs.items()]


def table(**changed):
    fields = {
        "table": "aTable", "game": "cuttle", "title": "Cuttle", "rules": "sipie", "status": "playing", "seats": 2,
        "open": 0, "players": ["Ada", "Medium bot"], "moves": 3, "updated": 0.0,
    }  # fmt: skip
    return LobbyTable(**(fields | changed))


def rows(**changed):
    waiting = {"table": "another", "status": "open", "open": 1, "players": ["Bob", ""]}
    return [table(**changed), table(**(waiting | changed))]


def fault_page():
    return new_page(read_choices({"game": "cut_the_rope", "rules": {"open_scissors": "true", "personal": EVIL}}))


FRONT = FrontPage(game_cards(), levels(), QUICK, rows(yours=True), rows())
EMPTY_FRONT = FrontPage(game_cards(), levels(), QUICK, [], [])
PAGES = {
    "front": ("front.html", FRONT),
    "front of somebody new": ("front.html", EMPTY_FRONT),
    "lobby": ("lobby.html", LobbyPage(rows(), rows(yours=True))),
    "your games": (
        "games.html",
        games_page(
            rows(yours=True),
            [played_game(table(status="over", winners=[seat]), 0) for seat in (0, 1, 0)],
            Chosen(game="cuttle"),
            1,
        ),
    ),
    "empty lobby": ("lobby.html", LobbyPage([], [])),
    **{f"choices of {name}": ("new.html", new_page(read_choices({"game": name}))) for name in registry.names()},
    "faulty choices": ("new.html", fault_page()),
    "books": ("rules_index.html", RulesIndex(game_cards(), {name: rule_sets(name) for name in registry.names()})),
    **{
        f"{name} by {rules}": ("rules.html", rules_page(chosen_game(name, rules, []), "card"))
        for name in registry.names()
        for rules in registry.spec(name).rule_sets
    },
    "nothing found": ("rules.html", rules_page(chosen_game("cuttle", None, []), EVIL)),
    "settings": ("settings.html", SettingsPage(Preferences(), saved=True)),
    "what the rules do": ("lab_index.html", lab_index()),
    **{f"what the rules of {page.game} do": ("lab.html", page) for page in lab_index().games},
    "about": ("about.html", AboutPage("1", game_cards(), {})),
    "import": ("import.html", ImportPage(EVIL, [EVIL])),
    **{
        f"fault {status}": ("error.html", ErrorPage(status, "A title", EVIL, faults=[EVIL], table="aTable"))
        for status in (400, 403, 404, 405, 409, 413, 422, 429, 500, 503)
    },
}


@pytest.fixture(scope="module")
def render():
    environment = template_engine().engine
    environment.globals["csrf_token"] = lambda: "token"

    def rendered(template, page, preferences=None):
        return Page(
            environment.get_template(template).render(page=page, preferences=preferences or Preferences(), here="rules")
        )

    return rendered


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole(render, name):
    page = render(*PAGES[name])
    assert page.all("html", lang="en")
    assert len(page.all("h1")) == len(page.all("main")) == len(page.all("title")) == 1
    assert page.all("a", **{"class": "skip", "href": "#main"})
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs in page.tags:
        for reference in ("aria-labelledby", "aria-describedby", "for", "list"):
            assert set(attrs.get(reference, "").split()) <= set(ids), attrs


@pytest.mark.parametrize("name", PAGES)
def test_a_page_brings_no_script_or_style_and_nothing_from_elsewhere(render, name):
    page = render(*PAGES[name])
    sources = [attrs["src"] for attrs in page.all("script")]
    assert "/static/undercut.js" in sources
    assert all(re.fullmatch(r"/static/[a-z_]+\.js", source) for source in sources)
    assert not page.all("style")
    for _, attrs in page.tags:
        assert not [key for key in attrs if key == "style" or key.startswith("on")]
        for address in (attrs.get(key) for key in ("href", "src", "action", "formaction")):
            assert address is None or address.startswith(("/", "#")), address


@pytest.mark.parametrize("name", PAGES)
def test_every_field_has_a_label_and_every_form_its_token(render, name):
    page = render(*PAGES[name])
    labelled = {attrs.get("for") for attrs in page.all("label")}
    inside = re.findall(
        r"<label[^>]*>(?:(?!</label>).)*?<(?:input|select)[^>]*name=\"([^\"]+)\"", page.source, re.DOTALL
    )
    for tag in ("input", "select", "textarea"):
        for attrs in page.all(tag):
            if attrs.get("type") != "hidden":
                assert attrs.get("id") in labelled or attrs["name"] in inside, attrs
    posts = [attrs for attrs in page.all("form") if attrs.get("method") == "post"]
    assert len(page.all("input", name="_csrf_token", value="token")) == len(posts)


@pytest.mark.parametrize(
    ("chosen", "title", "book"),
    [
        ("denexa", "Denexa's rules", "/rules/cuttle?rules=denexa"),
        ({"set": "denexa", "seven": 2}, "Denexa's rules, with changes", "/rules/cuttle?rules=denexa&set=seven%3D2"),
        (None, "Sipie's rules", "/rules/cuttle?rules=sipie"),  # as an older version wrote it
    ],
)
def test_lists_call_rules_by_their_titles_and_lead_to_their_book(render, chosen, title, book):
    page = render("lobby.html", LobbyPage(tables=[table(chosen=chosen)], yours=[]))
    assert title in page.text
    assert [link["href"] for link in page.all("a") if link["href"].startswith("/rules/")] == [book]


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in registry.names() for rules in registry.spec(name).rule_sets]
)
def test_rule_sets_are_chosen_by_their_titles(render, name, rules):
    title = read_book(name).titles[rules]
    new = render("new.html", new_page(read_choices({"game": name, "rules": rules})))
    assert title in new.text
    assert new.all("input", name="rules.set", value=rules)[0].keys() >= {"checked"}
    index = render("rules_index.html", RulesIndex(game_cards(), {each: rule_sets(each) for each in registry.names()}))
    assert title in index.text
    assert index.all("a", href=f"/rules/{name}?rules={rules}")
    book = render("rules.html", rules_page(chosen_game(name, rules, [])))
    assert f"These rules: {title}" in book.text
    assert book.all("option", value=rules)[0].keys() >= {"selected"}


@pytest.mark.parametrize("name", registry.names())
def test_one_click_plays(render, name):
    page = render("front.html", EMPTY_FRONT)
    assert page.all("input", name="game", value=name)
    assert f"Play {registry.spec(name).title}" in "".join(page.text)
    chosen = [attrs["value"] for attrs in page.all("option") if "selected" in attrs]
    assert chosen == [QUICK] * len(registry.names())


@pytest.mark.parametrize("name", registry.names())
def test_every_option_stands_with_its_sentences(render, name):
    page = render("new.html", new_page(read_choices({"game": name})))
    told = " ".join("".join(page.text).split())
    for clause in read_book(name).clauses:
        for choice in clause.choices:
            field = f"rules.{choice.option}"
            assert page.all("input", name=field), field
            assert not choice.value or page.all("input", name=field, value=choice.value)
            assert choice.text.replace("`", "").replace("*", "") in told


def test_faults_stand_beside_what_was_typed(render):
    page = render("new.html", fault_page())
    assert page.all("input", name="rules.personal", value=EVIL, **{"aria-invalid": "true"})
    assert page.all("p", id="fault-personal")
    radio = page.all("input", name="rules.open_scissors", value="true")
    assert "checked" in radio[0]
    assert EVIL not in page.source


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in registry.names() for rules in registry.spec(name).rule_sets]
)
def test_a_book_has_an_anchor_for_each_clause_and_marks_differences_in_words(render, name, rules):
    shown = rules_page(chosen_game(name, rules, []))
    page = render("rules.html", shown)
    ids = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert {clause.id for clause in read_book(name).clauses} <= ids
    marked = sum(bool(option.usual) for clause in shown.changed for option in clause.options)
    assert sum("Differs here" in text for text in page.text) == marked
    assert {link["href"].removeprefix("#") for link in page.all("a") if link["href"].startswith("#")} - ids <= {"main"}


def test_what_a_reader_wants_stands_on_the_page(render):
    preferences = read_preferences("dark.four.less.on")
    (root,) = render("about.html", AboutPage("1", game_cards(), {}), preferences).all("html")
    expected = {"data-theme": "dark", "data-suits": "four", "data-motion": "less", "data-sound": "on"}
    assert expected.items() <= root.items()


@pytest.mark.parametrize("name", registry.names())
def test_the_form_says_what_each_option_does_and_leads_there(render, name):
    study = lab_page(name)
    page = render("new.html", new_page(read_choices({"game": name})))
    assert page.all("a", href=f"/lab/{name}")
    told = " ".join("".join(page.text).split())
    effects = [each for found in effect_texts(name).values() for each in found]
    assert effects
    assert all(" ".join(f"{each.subject}: {each.text}.".split()) in told for each in effects)
    anchors = {attrs["id"] for _, attrs in render("lab.html", study).tags if "id" in attrs}
    assert {row.anchor for measure in study.measures for row in measure.rows} <= anchors
