"""The commands for positions and records."""

import json

import pytest

import undercut


def test_moves_of_a_position(run, position):
    text = run("moves", position).stdout
    assert "Td+" not in text
    assert "Tdx9h" in text
    data = json.loads(run("moves", position, "--json").stdout)
    assert {"move": "draw", "text": "Draw a card from the stock.", "kind": "draw", "card": None, "target": None} in data
    assert run("moves", "-", typed=position.read_text()).stdout == text


def test_the_last_position_of_a_record(run, record):
    state = undercut.replay(json.loads(record.read_text()))
    assert len(run("moves", record).stdout.splitlines()) == len(state.legal_moves())


def test_perft_of_a_position(run, position):
    counts = {run("perft", position, 3, "--host", host).stdout for host in ("plain", "compiled")}
    assert len(counts) == 1
    data = json.loads(run("perft", position, 2, "--json").stdout)
    state = undercut.from_position(json.loads(position.read_text()))
    assert data["count"] == undercut.perft(state, 2, host=undercut.Host.PLAIN)


def test_a_record_is_replayed(run, record):
    text = run("replay", record).stdout
    assert text.count("Move ") == 6
    assert "The deal." in text
    frames = json.loads(run("replay", record, "--json", "--seat", 0).stdout)
    assert len(frames) == 6
    assert frames[0]["move"] is None
    assert "?" in frames[0]["position"]["hands"][1]


@pytest.mark.parametrize(
    ("data", "kind", "fault"),
    [
        ({"game": "cuttle", "rules": {"set": "pagat", "seven": 2}, "seats": 2}, "options", None),
        ({"game": "cuttle", "rules": {"seven": 3, "x": 1}}, "options", "rules.x: no such option"),
        ({"game": "cuttle", "hands": [["Ah"], []]}, "position", "stock: 51 cards of the pack are missing"),
        ({"game": "cuttle", "moves": []}, "record", "start: missing"),
        ("{", "file", "line 1, column 2"),
        ("\ud800", "file", "is not UTF-8"),
    ],
)
def test_check_names_every_fault(run, tmp_path, data, kind, fault):
    path = tmp_path / "data.json"
    text = data if isinstance(data, str) else json.dumps(data)
    path.write_bytes(text.encode(errors="surrogatepass"))
    code = int(fault is not None)
    answer = json.loads(run("check", path, "--json", code=code).stdout)
    assert (answer["kind"], answer["ok"]) == (kind, fault is None)
    assert fault is None or any(fault in found for found in answer["faults"])
    run("check", path, code=code)


def test_rules_are_printed_with_what_differs(run):
    whole = run("rules", "cuttle", "--plain").stdout
    assert "### CU-1 " in whole
    assert "### CU-36 " in whole
    assert "differs" not in whole
    assert whole.startswith("By Sipie's rules (sipie). These are the default in the terminal. The site plays ")
    assert run("rules", "cups", "--plain").stdout.startswith("By Basic game (simple).")
    one = run("rules", "cuttle", "CU-31", "--rules", "denexa", "--plain").stdout
    assert "queen_stops = effects" in one
    assert "(differs: usually targets)" in one
    data = json.loads(run("rules", "cuttle", "cu-33", "--set", "kings=21,14,10,7,4", "--json").stdout)
    assert data["rules"] == {"set": "sipie", "kings": [21, 14, 10, 7, 4]}
    assert data["clauses"][0]["options"][0].startswith("kings = 21 14 10 7 4: ")


@pytest.mark.parametrize(("chosen", "hosts"), [("compiled", ["plain", "compiled"]), ("plain", ["plain"])])
def test_bench_measures_where_the_environment_says(run, chosen, hosts):
    data = json.loads(run("bench", "--runs", "1", "--json", UNDERCUT_HOST=chosen).stdout)
    assert [entry["host"] for entry in data] == hosts
    assert all(entry["decisions_per_second"] > 0 for entry in data)


def test_a_host_that_does_not_exist_is_named(run):
    done = run("bench", UNDERCUT_HOST="fast", code=1)
    assert done.stdout == ""
    assert "UNDERCUT_HOST is 'fast'" in done.stderr
