import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from tests.amounts import amount, some
from tests.server.running import PATIENCE, Client
from undercut.site.base.keys import Keys, _signature
from undercut.site.base.settings import Settings
from undercut.site.security.guests import Guests
from undercut.site.server.app import make_app

DIGITS = "9" * 5_000
FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client(site):
    return Client(site)


@pytest.fixture(scope="module")
def table(client):
    return client.open(game="cuttle", opponents=["open"])


DEEP = [
    "[" * 15_000,
    '{"a":' * 3_000,
    "[" * 5_000 + "]" * 5_000,
    '{"game": "cuttle", "rules": {"seven": ' + "[" * 900 + "]" * 900 + "}}",
    '{"game": "cuttle", "version": ' + DIGITS + "}",
]
BODIES = [
    *((body, JSON) for body in DEEP),
    (b'{"game": "\xff\xfe"}', JSON),
    (b'{"game": "\\ud800"}', JSON),
    ("a.b=1&a[]=2", FORM),
    ("a[]=2&a.b=1", FORM),
    ("a=1&a.b=2", FORM),
    ("rules=denexa&rules.set=sipie", FORM),
    ("a" + "[b]" * 4_000 + "=1", FORM),
    ("&".join(f"a{number}=1" for number in range(1_000)), FORM),
    (f"version={DIGITS}&seat={DIGITS}", FORM),
    ("x" * 5_000, {"content-type": "multipart/form-data"}),
    ("x" * 5_000, {"content-type": "multipart/form-data; boundary=a"}),
]


@pytest.mark.parametrize("path", ["/tables", "/import", "/t/{table}/sit", "/t/{table}/moves"])
@pytest.mark.parametrize(("body", "headers"), BODIES)
def test_a_body_that_cannot_be_read_is_refused(client, table, path, body, headers):
    answer = client.post(path.format(table=table), content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert len(answer.text) < 40_000
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    "path", ["/tables", "/t/{table}/sit", "/t/{table}/hint", "/t/{table}/steps/0/play", "/settings"]
)
def test_only_records_may_be_large(client, table, path):
    for body, headers in ((b"[" * 200_000, JSON), (b"a=1&" * 10_000, FORM)):
        if path == "/settings" and headers is JSON:
            continue  # it reads forms only
        assert client.post(path.format(table=table), content=body, headers=headers).status_code == 413
    many = {f"f{number}": "1" for number in range(2_000)}
    assert client.post("/import", data=many).status_code == 400
    assert client.post("/import", content=b"[" * 200_000, headers=JSON).status_code == 422


@pytest.mark.parametrize("accept", [f"text/html;q={DIGITS}"[:900], "text/html;q=inf", "a/b;Q=1e999", "a/b," * 1_000])
@pytest.mark.parametrize("path", ["/", "/rules", "/t/{table}", "/static/site.css"])
def test_an_accept_header_that_cannot_be_meant(client, table, path, accept):
    assert client.get(path.format(table=table), headers={"accept": accept}).status_code == 400


def test_accept_headers_of_browsers_and_programs(client):
    for accept in (
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        "*/*",
        "application/json; charset=utf-8; q=0.5 , text/html;q=.4;level=1",
        "",
    ):
        assert client.get("/about", headers={"accept": accept}).status_code == 200
    assert client.get("/nothing", headers={"accept": f"text/html;q={DIGITS}"}).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/static/%00", "/static/" + "a" * 5_000, "/static/" + "a/" * 2_000, "/rules/%00", "/t/" + "a" * 5_000, "/s/%00"],
)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_path_that_no_page_can_have(client, path, accept):
    assert client.get(path, headers={"accept": accept}).status_code == 404


@pytest.mark.parametrize("name", ["last-event-id", "after"])
def test_an_event_number_that_is_none(client, table, name):
    headers, query = ({name: DIGITS}, "") if name == "last-event-id" else ({}, f"?{name}={DIGITS}")
    answer = client.get(f"/t/{table}/events{query}", headers=headers)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("seat", [DIGITS, "0" * 5_000, "000" + DIGITS, "²"])
def test_a_seat_that_is_none(client, seat):
    answer = client.get("/new", params={"game": "cuttle", "opponents[]": "easy", "rules.set": "sipie", "seat": seat})
    assert answer.status_code == 200
    assert any(fault.startswith("seat: ") for fault in answer.json()["faults"])


def test_long_cookies_are_not_kept_in_memory():
    guests = Guests(Keys("a secret"))
    before = _signature.cache_info().currsize
    assert [guests.read(f"{number}{'a' * 1_000}.b") for number in range(20)] == [None] * 20
    assert _signature.cache_info().currsize == before


@pytest.mark.parametrize("token", [b"\xe9" * 200, b"a" * 64 + b"\xff" * 64, b"a"])
def test_a_csrf_token_that_is_none(site, token):
    with httpx.Client(base_url=site, timeout=PATIENCE) as client:
        client.get("/about")
        good = client.cookies["csrf"].encode()
        header, cookie = (b"x-csrf-token", token), (b"cookie", b"csrf=" + token)
        for headers in ([header], [(b"x-csrf-token", good), cookie], [header, cookie]):
            assert client.post("/tables", json={"game": "cuttle"}, headers=headers).status_code == 403
        form = {"_csrf_token": token.decode("latin-1")}
        assert client.post("/tables", data=form).status_code == 403


def test_only_some_of_many_unknown_rules_are_looked_at(client):
    few = {f"r{number}": 1 for number in range(900)}
    answer = client.post("/tables", json={"game": "cuttle", "opponents": ["easy"], "rules": few})
    faults = answer.json()["faults"]
    assert answer.status_code == 422
    assert len(faults) == 20
    assert faults[-1] == "and 82 more"  # 100 members that were read, one fault for the rest
    page = client.post("/tables", json={"game": "cuttle", "rules": few}, headers={"accept": "text/html"})
    assert page.status_code == 422
    assert page.text.count("no such option") == 19
    query = "&".join(f"rules.r{number}=1" for number in range(1_500))
    assert client.get(f"/new?game=cuttle&{query}", headers={"accept": "text/html"}).text.count("no such option") == 19


VALUES = [None, True, 7.5, -1, "", "nonsense", ["a"], {"a": 1}, [None], [["a"]], {}]
WISH = {"game": "cuttle", "rules": {"set": "denexa"}, "opponents": ["easy"], "seat": 0, "name": "Ann"}
WISH |= {"listed": False, "hints": True}
FINE = {"rules": [None, {}], "opponents": [], "seat": [], "name": ["", "nonsense"]}
FINE |= {"listed": [True], "hints": [None, True]}
"""Values that a member may have."""

FINE_IN_RECORDS = [(("rules",), {}), (("start", "rules"), {}), (("start", "jacked_by"), {})]


def among(value, values):
    return any(value is one or (type(value) is type(one) and value == one) for one in values)


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("name", [*WISH, "set"])
def test_a_wish_for_a_table(client, name, value):
    wish = WISH | ({"rules": {"set": value}} if name == "set" else {name: value})
    answer = client.post("/tables", json=wish)
    if among(value, FINE.get(name, [])):
        assert answer.status_code == 201, answer.text
        return
    assert answer.status_code in (400, 422), answer.text
    assert any(word in answer.text for word in (name, "rules", "no such option"))


ODD = [["a"], {"a": 1}, True, 7.5, None, "wild"]


@pytest.mark.parametrize(
    ("member", "name"),
    [
        *(({"rules": {name: value}}, name) for name in ("set", "shown") for value in (*ODD[:-1], "")),
        *(({"rules": {"seven": value}}, "seven") for value in ODD),
        *(({name: "denexa"}, name) for name in ("gmae", "ruleset", "Rules", "seats")),
    ],
    ids=repr,
)
def test_a_rule_or_a_member_that_does_not_exist(client, member, name):
    answer = client.post("/tables", json=WISH | member)
    assert answer.status_code in (400, 422), answer.text
    assert name in answer.text or "rules[...]" in answer.text or "rules: " in answer.text


@pytest.fixture(scope="module")
def record(client):
    table = client.open(game="cuttle", opponents=["random"])
    client.ask(table, "resign")
    return client.get(f"/t/{table}/record.json").json()


def members(record):
    """All members of a record as paths: its own and those of its objects."""
    for name, value in record.items():
        yield (name,)
        if isinstance(value, dict):
            yield from ((name, inner) for inner in value)


def test_an_imported_record(client, record):
    for path in members(record):
        for value in some(VALUES, 6):
            changed = record | {path[0]: value}
            if len(path) == 2:
                changed = record | {path[0]: record[path[0]] | {path[1]: value}}
            answer = client.post("/import", json=changed)
            assert answer.status_code in (201, 422), (path, value, answer.text)
            if answer.status_code == 422:
                assert path[-1] in answer.text or path[0] in answer.text, (path, value, answer.text)
            else:  # null is "not given"; nothing else may be taken for it
                assert value is None or (path, value) in FINE_IN_RECORDS


CHECKS = [not_a_server_error, checks.status_code_conformance]
CHECKS += [checks.content_type_conformance, checks.response_schema_conformance]
APP = make_app(Settings(database="sqlite://", secret="none"))  # noqa: S106  never run
DESCRIPTION = msgspec.json.decode(msgspec.json.encode(APP.openapi_schema.to_schema()))
OPERATIONS = {
    operation.label: operation
    for operation in (found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations())
    if not operation.path.endswith("/events")  # these never end
}
KINDS = [
    (label, mode)
    for label, operation in OPERATIONS.items()
    for mode in GenerationMode
    # Where nothing can be said, nothing wrong can be.
    if mode is GenerationMode.POSITIVE or any([*operation.path_parameters, *operation.query, *operation.body])
]
EXAMPLES = amount(2, 12)


@pytest.fixture(scope="module")
def tables(client) -> list[str]:
    opened = client.open(game="cuttle", opponents=["open"])
    playing = client.open(game="cups", opponents=["random", "random"])
    over = client.open(game="cut_the_rope", opponents=["random"])
    assert client.ask(over, "resign").status_code == 200
    return [opened, playing, over]


@pytest.mark.parametrize(("label", "mode"), KINDS)
def test_every_address_does_as_described(site, client, tables, label, mode):
    operation = OPERATIONS[label]

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), table=st.sampled_from([*tables, None]))
    def check(case, table):
        if table and "table" in case.path_parameters:
            case.path_parameters["table"] = table
            if isinstance(case.body, dict) and isinstance(case.body.get("version"), int):
                case.body["version"] = client.look(table)["version"]
        own = {"accept": "application/json", "x-csrf-token": client.headers["x-csrf-token"]}
        answer = case.call(base_url=site, headers=own, cookies=dict(client.cookies), timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)

    check()
