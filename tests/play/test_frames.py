import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import undercut
from tests import touring
from tests.amounts import amount
from undercut.bots.external import client
from undercut.bots.players import level_player
from undercut.cli.files import records_in
from undercut.errors import BadRecord, UndercutError
from undercut.frames import dataset, tables
from undercut.frames.dataset import DatasetPlan, make_dataset
from undercut.frames.rows import DECISIONS, GAMES
from undercut.frames.tables import export, schema
from undercut.games.base import registry
from undercut.play.input import Parsed
from undercut.workers import InProcess

ROOT = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("undercut")


def played(name="cuttle", seed=7, most=20, **options):
    return touring.played(undercut.game(name, **options), seed, most)


@pytest.mark.parametrize("name", ["cuttle", "cups", "cut_the_rope"])
def test_the_rows_are_what_the_players_saw_and_did(name):
    state = played(name)
    rows = undercut.frame([state]).to_pylist()
    assert [row["move"] for row in rows] == [*state.moves]
    for number, row in reversed([*enumerate(rows)]):
        state.undo()
        legal = state.legal_moves()
        assert (row["game_id"], row["number"], row["seat"]) == (0, number, state.to_move)
        assert json.loads(row["view"]) == state.view(state.to_move)
        assert row["legal"] == [move.notation for move in legal]
        assert row["legal_actions"] == [move.action for move in legal]
        assert row["legal"][row["legal_actions"].index(row["action"])] == row["move"]
        assert row["reward"] is row["seconds"] is None


def test_the_game_has_its_result_and_its_record():
    state = played("cups", seats=3, rules="magellan")
    state.finish(undercut.Outcome((2,), "resigned"))
    state.players = ("Ann", "Bea", "Cy")
    [row] = undercut.frame([state.record() | {"seconds": [0.5, None, *[2] * 18]}], of="games").to_pylist()
    assert undercut.replay(json.loads(row.pop("record"))) == state
    known = {"game_id": 0, "source": "records[0]", "game": "cups", "rules": '"magellan"', "seats": 3}
    known |= {"players": ["Ann", "Bea", "Cy"], "moves": 20, "winners": [2], "reason": "resigned"}
    assert row == known
    decisions = undercut.frame([state.record() | {"seconds": [0.5, None, *[2] * 18]}]).to_pylist()
    assert {(row["seat"], row["reward"]) for row in decisions} == {(0, -0.5), (1, -0.5), (2, 1.0)}
    assert [row["seconds"] for row in decisions] == [0.5, None, *[2.0] * 18]


def test_polars_and_pandas_read_the_tables(tmp_path):
    states = [played(seed=seed) for seed in range(3)]
    table = undercut.frame(states)
    assert pl.from_arrow(table).shape == (60, len(DECISIONS))
    assert table.to_pandas()["move"].tolist() == [move for state in states for move in state.moves]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(state.record()) + "\n" for state in states))
    export(records_in([tmp_path / "some.jsonl"]), tmp_path, skip_bad=False)
    decisions = pl.scan_parquet(tmp_path / "decisions.parquet")
    assert decisions.group_by("game_id").len().collect()["len"].to_list() == [20, 20, 20]
    assert pd.read_parquet(tmp_path / "games.parquet")["source"].tolist()[2].endswith("some.jsonl:3")
    written = pq.read_schema(tmp_path / "games.parquet")
    assert written.names == schema("games").names
    assert written.metadata == schema("games").metadata
    assert pq.read_table(tmp_path / "decisions.parquet").equals(table)


def played_out(name, **options) -> list[dict]:
    games = undercut.batch(name, 8, seed=3, keep=True, **options)
    for _ in range(400):
        games.step(games.sample())
    return [*games.finished().records()][-3:]


@pytest.mark.parametrize("host", ["plain", "compiled"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cuttle", {"rules": {"four": "random"}}),
        ("cups", {"seats": 3}),
        ("cut_the_rope", {"rules": {"set": "short", "reshuffle": True}, "seats": 3}),
    ],
)
def test_without_the_view_compiled_code_makes_the_same_rows(name, options, host, tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERCUT_HOST", host)
    resigned = played(name, **options)
    resigned.finish(undercut.Outcome((1,), "resigned"))
    records = [*played_out(name, **options), played(name, **options).record(), resigned.record()]
    records[1] |= {"seconds": [0.5] * len(records[1]["moves"])}
    whole = undercut.frame(records)
    columns = [each for each in whole.column_names if each != "view"]
    monkeypatch.setattr(tables, "rows_of", None)
    assert undercut.frame(records, columns=columns).equals(whole.select(columns))
    assert undercut.frame(records, columns=["move", "seat"]).equals(whole.select(["move", "seat"]))
    found = (Parsed(f"records[{place}]", record) for place, record in enumerate(records))
    export(found, tmp_path, skip_bad=False, columns=columns)
    monkeypatch.undo()
    assert pq.read_table(tmp_path / "games.parquet").equals(undercut.frame(records, of="games"))


@pytest.mark.parametrize("name", ["cuttle", "cups", "cut_the_rope"])
@settings(max_examples=amount(4, 100), deadline=None)
@given(seed=st.integers(0, 10_000), most=st.integers(1, 150))
def test_compiled_rows_of_random_games_under_every_rule_set_are_those_of_plain_code(name, seed, most):
    games = [undercut.game(name, rules=rules) for rules in registry.spec(name).rule_sets]
    records = [touring.played(game, seed, most).record() for game in (*games, touring.varied(name, seed))]
    plain = undercut.frame(records).drop_columns("view")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tables, "rows_of", None)
        assert undercut.frame(records, columns=plain.column_names).equals(plain)


def test_without_the_view_bad_records_are_refused_the_same():
    good, *bad = [played_out("cuttle")[0] for _ in range(11)]
    bad[0]["moves"][3] = "Zz"
    bad[1]["moves"][3] = "pass"
    bad[2]["result"] = {"winners": [], "reason": "passes"}
    bad[3]["shuffles"] = [["Ac"]]
    bad[4]["moves"] += ["draw"]
    bad[5]["start"]["hands"][0].pop()
    bad[6]["players"][0] = "\ud800"
    bad[7]["moves"] = {}
    bad[8]["result"] = {"winners": [True], "reason": "points"}
    bad[9]["start"]["turn"] = 1 << 80
    for record in bad:
        with pytest.raises(BadRecord) as slow:
            undercut.frame([good, record])
        with pytest.raises(BadRecord) as fast:
            undercut.frame([good, record, good], columns=["action"])
        assert fast.value.faults == slow.value.faults
    for columns in (["actions"], ["action", "action"], "action", [1]):
        with pytest.raises(UndercutError, match="columns: "):
            undercut.frame([good], columns=columns)


def test_a_bad_record_is_refused_with_its_file_and_line(tmp_path):
    good, bad = played().record(), played().record()
    bad["moves"][3] = "Zz"
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join([json.dumps(good), json.dumps(bad), "{", json.dumps(good), "7"]) + "\n")
    with pytest.raises(BadRecord, match=rf"{re.escape(str(path))}:2: moves\[3\]: 'Zz' is not a move"):
        export(records_in([path]), tmp_path / "out", skip_bad=False)
    assert not (tmp_path / "out").exists()
    found = export(records_in([path]), tmp_path / "out", skip_bad=True)
    assert (found.games, found.decisions) == (2, 40)
    starts = [fault.removeprefix(str(path))[:10] for fault in found.faults]
    assert starts == [":2: moves[", ":3: not JS", ":5: record"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["decisions.parquet", "games.parquet"]


def test_records_are_read_from_lists_and_folders(tmp_path):
    record = played().record()
    (tmp_path / "b.json").write_text(json.dumps([record, record]))
    (tmp_path / "a.json").write_text(json.dumps(record))
    (tmp_path / "c.txt").write_text("not read")
    (tmp_path / "d.json").write_bytes(b"\xff")
    found = [*records_in([tmp_path])]
    assert [Path(each.source).name for each in found] == ["a.json", "b.json[0]", "b.json[1]", "d.json"]
    assert found[-1].fault == "byte 0 is not UTF-8"
    with pytest.raises(UndercutError, match="No such file"):
        [*records_in([tmp_path / "e.json"])]


@pytest.mark.parametrize("seconds", ["1", [1], [1] * 19 + ["1"], [1] * 19 + [True], [10**400] * 20, {"0": 1}])
def test_times_that_do_not_fit_are_refused(seconds):
    with pytest.raises(BadRecord, match=r"records\[0\]: seconds: not a list with a number or null for each of the 20"):
        undercut.frame([played().record() | {"seconds": seconds}])


def test_tables_may_be_empty():
    assert undercut.frame([], of="games").num_rows == undercut.frame([]).num_rows == 0


def test_rows_are_written_as_they_come(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "_ROWS_AT_ONCE", 8)
    record = played(most=5).record()
    export((Parsed(str(place), record) for place in range(9)), tmp_path, skip_bad=False)
    for name, groups in (("games", [8, 1]), ("decisions", [10, 10, 10, 10, 5])):
        written = pq.ParquetFile(tmp_path / f"{name}.parquet").metadata
        assert [written.row_group(group).num_rows for group in range(written.num_row_groups)] == groups


def test_the_command_says_what_it_wrote_and_what_it_left_out(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(played().record()) + "\n{}\n")
    out = tmp_path / "out"
    refused, done = (
        subprocess.run([COMMAND, "export", path, "--out", out, *more], capture_output=True, text=True, check=False)
        for more in ([], ["--skip-bad", "--json", "--columns", "seat,action"])
    )
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"undercut: {path}:2: start: missing\n")
    assert json.loads(done.stdout) == {"games": 1, "decisions": 20, "faults": [f"{path}:2: start: missing"]}
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (0, refused.stderr.splitlines())
    assert pq.read_schema(out / "decisions.parquet").names == ["seat", "action"]


def test_the_page_lists_the_columns():
    page = (ROOT / "docs" / "frames.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(\w+)` \| ([\w ]+) \| (.+) \|$", page, re.MULTILINE)
    assert found == [(column.name, column.kind, column.meaning) for column in (*GAMES, *DECISIONS)]


def made(folder, *more):
    command = [COMMAND, "dataset", "cuttle", "--out", folder, "--games", "5", *more]
    return subprocess.run(map(str, command), capture_output=True, text=True, check=False)


def test_a_dataset_is_made_in_parts_continued_and_read(tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "PART", 2)
    plan, folder = DatasetPlan("cuttle", "sipie", 2, "random", 5, seed=3), tmp_path / "data"
    with pytest.raises(UndercutError, match="parts are missing"):
        list(make_dataset(plan, folder, Mock(run=lambda *_: iter(()))))
    assert not (folder / "README.md").exists()
    with pytest.raises(UndercutError, match='undercut: "1'):
        next(make_dataset(replace(plan, undercut="2"), folder, InProcess()))
    parts = make_dataset(plan, folder, InProcess())
    assert [next(parts), next(parts)] == [0, 2]
    with pytest.raises(UndercutError, match="another run of this command"):
        next(make_dataset(plan, folder, InProcess()))
    parts.close()
    (folder / "part-of-another").mkdir()
    noted = (folder / "dataset.json").stat()
    assert not undercut.dataset(folder).complete
    assert [*make_dataset(plan, folder, InProcess())] == [2, 4, 5]
    assert (folder / "dataset.json").stat() == noted, "a plan written again could be cut short"
    data = undercut.dataset(folder)
    assert data.complete
    assert data.plan == plan
    games = [row for table in data.tables("games") for row in table.to_pylist()]
    assert [row["game_id"] for row in games] == [0, 1, 2, 3, 4]
    assert data.rows() == sum(row["moves"] for row in games)
    columns = ["game_id", "observation", "action"]
    decisions = [row for table in data.tables("decisions", columns) for row in table.to_pylist()]
    state = undercut.replay(json.loads(games[4]["record"]))
    assert state == replayed_from_seed(7, [row["action"] for row in decisions if row["game_id"] == 4])
    while state.moves:
        state.undo()
    first = next(row for row in decisions if row["game_id"] == 4)
    assert first["observation"] == state.observation(state.to_move).tolist()
    with pytest.raises(UndercutError, match="which: 'moves' is not one of: games, decisions"):
        data.rows("moves")
    with pytest.raises(UndercutError, match="columns: 'action' is not one of, once each: game_id"):
        data.tables("games", ["action"])
    (folder / "part-00001" / "games.parquet").write_bytes(b"PAR1")
    with pytest.raises(UndercutError, match=r"part-00001/games.parquet: damaged"):
        data.rows("games")
    card = (folder / "README.md").read_text()
    assert 'undercut.dataset("' in card
    assert f"decisions: {data.rows():,}" in card
    assert all(f"`{column.name}`" in card for column in (*GAMES, *DECISIONS))


def test_programs_and_levels_make_games_that_repeat_and_leave_nothing_running(tmp_path, monkeypatch):
    started, start = [], client.Process.__init__
    monkeypatch.setattr(client.Process, "__init__", lambda self, *given: (started.append(self), start(self, *given))[1])
    known = []

    def untimed(*given, timed, host):
        known.append(timed)
        return level_player(*given, host=host)

    monkeypatch.setattr("undercut.bots.players.level_player", untimed)
    for level in ("exec:/bin/sh examples/bots/any.sh", "beginner"):
        plan = DatasetPlan("cuttle", "sipie", 2, level, 1)
        assert [*make_dataset(plan, tmp_path / level[:4], InProcess())] == [0, 1]
    assert [program.closed for program in started] == [True, True]
    assert known == [False, False]


def replayed_from_seed(seed, actions):
    state = undercut.game("cuttle").deal(seed=seed)
    for action in actions:
        state.play(next(move for move in state.legal_moves() if move.action == action))
    return state


def test_the_command_makes_a_dataset_and_refuses_to_mix_two(tmp_path):
    folder = tmp_path / "data"
    first = made(folder, "--level", "random", "--processes", "2")
    assert first.returncode == 0, first.stderr
    assert "5 of 5 games" in first.stdout
    other = made(folder, "--level", "random", "--seed", "9")
    assert other.returncode == 1
    assert "it holds another dataset" in other.stderr
    assert made(tmp_path / "x", "--level", "nobody").returncode == 1
    assert "--processes: 0 is less than 1" in made(tmp_path / "x", "--processes", "0").stderr
    assert "search:2s' has a time limit" in made(tmp_path / "x", "--level", "search:2s").stderr
    plan = json.loads((folder / "dataset.json").read_text())
    texts = ("{", "[" * 100_000, json.dumps(plan | {"games": "5"}), json.dumps(plan | {"games": 0}))
    for content in (b"\xff\xfe", *map(str.encode, texts)):
        (folder / "dataset.json").write_bytes(content)
        with pytest.raises(UndercutError, match="not the plan of a dataset"):
            undercut.dataset(folder)
