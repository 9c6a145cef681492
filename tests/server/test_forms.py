"""Every form of every page: Enter in a field does the main thing, and no address ever gets a token."""

import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from tests.server.running import Client

TOKEN = "_csrf_token"  # noqa: S105  the name of a field
TYPED = {"text", "search", "number", "email", "url", "tel", "password"}
"""The kinds of input in which Enter sends the form."""

MOST = 3
"""Most pages of one kind that are looked at."""


class Form:
    """A form, with the names of its fields and its buttons in their order."""

    def __init__(self, attrs):
        self.attrs, self.fields, self.buttons, self.typed = attrs, set(), [], False

    @property
    def posts(self):
        return self.attrs.get("method", "get").lower() == "post"

    def gets(self, button):
        return button.get("formmethod", self.attrs.get("method", "get")).lower() == "get"


class Forms(HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.forms, self.links, self.by_id, self.inside = [], [], {}, None
        self.loose = []
        self.feed(source)
        for tag, attrs in self.loose:
            if attrs["form"] in self.by_id:
                self.note(self.by_id[attrs["form"]], tag, attrs)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        elif tag == "form":
            self.inside = Form(attrs)
            self.forms.append(self.inside)
            self.by_id[attrs.get("id")] = self.inside
        elif tag in ("input", "button", "select", "textarea"):
            if "form" in attrs:
                self.loose.append((tag, attrs))
            elif self.inside:
                self.note(self.inside, tag, attrs)

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = None

    @staticmethod
    def note(form, tag, attrs):
        kind = attrs.get("type", "submit" if tag == "button" else "text")
        if tag == "button" and kind == "submit":
            form.buttons.append(attrs)
        if attrs.get("name"):
            form.fields.add(attrs["name"])
        form.typed |= tag == "input" and kind in TYPED and "readonly" not in attrs


def shape(address):
    """What kind of page an address leads to: ids, games, steps and queries differ within a kind."""
    path = urlsplit(address).path
    return re.sub(r"/(?:t|s|move)/[^/]+|/\d+|cuttle|cups|cut_the_rope", "/*", path)


@pytest.fixture(scope="module")
def pages(site):
    """Every page that is reached by links from the front page and from tables in each phase, by its address."""
    client = Client(site)
    guest = Client(site)
    waiting = client.open(game="cups", opponents=["open", "open"], name="Ann")
    played = client.open(game="cuttle", opponents=["open"], name="Ann")
    guest.ask(played, "sit", name="Bob")
    over = client.open(game="cut_the_rope", opponents=["easy"], name="Ann")
    scene = client.look(over)
    client.post(f"/t/{over}/moves", json={"move": scene["moves"][0]["move"], "version": scene["version"]})
    client.ask(over, "resign")
    start = ["/", "/import", "/settings", "/games", f"/t/{waiting}/rules"]
    start += [f"/t/{table}{end}" for table in (waiting, played, over) for end in ("", "/players")]
    start += [f"/t/{over}/steps/0", f"/t/{over}/review", "/new?game=cups&players=4"]
    found, counts, left = {}, {}, [*start]
    while left:
        address = left.pop(0)
        if address in found or (counts.get(shape(address), 0) >= MOST and address not in start):
            continue
        answer = client.get(address, headers={"Accept": "text/html"})
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        counts[shape(address)] = counts.get(shape(address), 0) + 1
        found[address] = Forms(answer.text)
        for link in found[address].links:
            target = urljoin(address, link).partition("#")[0]
            if target.startswith("/") and not re.search(r"\.(?:zip|json|svg|png|yaml)\b|/events|/records", target):
                left.append(target)
    waiting_page = guest.get(f"/t/{waiting}", headers={"Accept": "text/html"})
    found["as a guest"] = Forms(waiting_page.text)
    return found


def forms(pages):
    return [(address, form) for address, page in pages.items() for form in page.forms]


def test_the_walk_reaches_every_form(pages):
    actions = {shape(form.attrs.get("action") or "") for _, form in forms(pages)}
    assert actions >= {
        "/tables",
        "/*/rules",
        "/*/sit",
        "/*/moves",
        "/*/rematch",
        "/*/say",
        "/*/mute",
        "/*/report",
        "/*/new-link",
        "/*/review",
        "/*/steps/*/play",
        "/import",
        "/settings",
        "/games/move",
        "/rules//*",
        "/editor//*",
    }, sorted(actions)


def test_no_form_puts_a_token_into_an_address(pages):
    for address, form in forms(pages):
        if TOKEN not in form.fields:
            continue
        assert form.posts, (address, form.attrs)
        assert not [button for button in form.buttons if form.gets(button)], (address, form.attrs)


def test_every_form_that_changes_something_has_a_token(pages):
    for address, form in forms(pages):
        assert form.attrs.get("method") != "post" or TOKEN in form.fields, (address, form.attrs)


def test_enter_in_a_field_does_the_main_thing(pages):
    """A browser presses the first button of a form when Enter is pressed in a field."""
    for address, form in forms(pages):
        if not form.typed:
            continue
        first = form.buttons[0]
        assert "formaction" not in first, (address, first)
        assert "formmethod" not in first, (address, first)
        alone = len(form.buttons) == 1
        assert alone or "main" in first.get("class", "").split(), (address, form.buttons)


def test_without_script_the_answers_of_another_rule_set_are_shown(site):
    client = Client(site)
    page = client.page("/new?game=cuttle")
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page).group(1)
    fields = {TOKEN: token, "game": "cuttle", "against": "bots", "players": "2", "level": "hard", "name": "Ann"}
    fields |= {"rules.set": "denexa", "rules.shown": "sipie", "rules.seven": "2"}
    answer = client.post("/new", data=fields, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert token not in str(answer.url)
    assert 'name="rules.shown" value="denexa"' in answer.text
    assert re.search(r'name="rules.seven" value="2" checked', answer.text)
    assert 'value="Ann"' in answer.text


def test_every_link_leads_somewhere(site):
    client = Client(site)
    seen, todo = {"/"}, ["/"]
    while todo:
        path = todo.pop()
        answer = client.get(path, headers={"Accept": "text/html"}, follow_redirects=True)
        assert answer.status_code == 200, path
        if "html" not in answer.headers["content-type"] or path.startswith("/t/"):
            continue
        source = answer.text
        ids = set(re.findall(r'\bid="([^"]+)"', source))
        for link in re.findall(r'\b(?:href|src)="([^"]+)"', source):
            address, _, anchor = link.replace("&amp;", "&").partition("#")
            assert address or anchor in ids, (path, link)
            if address and address not in seen:
                seen.add(address)
                todo.append(address)
    linked = {address.partition("?")[0] for address in seen}
    assert {"/lobby", "/games", "/new", "/import", "/rules/cups", "/lab", "/about", "/schema", "/source.zip"} <= linked
