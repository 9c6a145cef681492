"""A member of a wrong type is refused by its name, and never opens another table than was asked for."""

import pytest

from tests.server.running import Client

VALUES = [None, True, 7.5, -1, "", "nonsense", ["a"], {"a": 1}, [None], [["a"]], {}]
WISH = {
    "game": "cuttle",
    "rules": {"set": "denexa"},
    "opponents": ["easy"],
    "seat": 0,
    "name": "Ann",
    "listed": False,
    "hints": True,
}
FINE = {
    "rules": [None, {}],
    "opponents": [],
    "seat": [],
    "name": ["", "nonsense"],
    "listed": [True],
    "hints": [None, True],
}
"""Values that a member may have."""

FINE_IN_RECORDS = [(("rules",), {}), (("start", "rules"), {}), (("start", "jacked_by"), {})]


@pytest.fixture(scope="module")
def client(site):
    return Client(site)


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


@pytest.mark.parametrize("value", [["a"], None, True, 5.5, "", {"set": "denexa"}], ids=repr)
@pytest.mark.parametrize("name", ["set", "shown"])
def test_a_rule_set_must_be_a_name(client, name, value):
    answer = client.post("/tables", json={"game": "cuttle", "opponents": ["easy"], "rules": {name: value}})
    assert answer.status_code in (400, 422), answer.text
    assert any(part in answer.json()["detail"] for part in (f"{name}: ", "rules[...]: "))


@pytest.mark.parametrize("name", ["gmae", "ruleset", "Rules", "seats"])
def test_a_member_that_does_not_exist(client, name):
    answer = client.post("/tables", json=WISH | {name: "denexa"})
    assert answer.status_code in (400, 422)
    assert name in answer.text


@pytest.mark.parametrize("value", [["a"], {"a": 1}, True, 7.5, None, "wild"], ids=repr)
def test_an_option(client, value):
    answer = client.post("/tables", json=WISH | {"rules": {"seven": value}})
    assert answer.status_code in (400, 422)
    assert "seven" in answer.text or "rules" in answer.text


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
        for value in VALUES:
            changed = record | {path[0]: value}
            if len(path) == 2:
                changed = record | {path[0]: record[path[0]] | {path[1]: value}}
            answer = client.post("/import", json=changed)
            assert answer.status_code in (201, 422), (path, value, answer.text)
            if answer.status_code == 422:
                assert path[-1] in answer.text or path[0] in answer.text, (path, value, answer.text)
            else:  # null is "not given"; nothing else may be taken for it
                assert value is None or (path, value) in FINE_IN_RECORDS
