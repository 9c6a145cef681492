"""Records and positions of the time when `cuttle-cards-1` and `-2` had `seven_leaves=before`, written by that code."""

import json
from pathlib import Path

import pytest

import undercut
from tests import preloaded
from undercut.play.loading import from_view
from undercut.table.events import read_event, write_event
from undercut.table.opening.records import import_record
from undercut.table.table import Table

HERE = Path(__file__).parent
RECORDS = json.loads((HERE / "records.json").read_text(encoding="utf-8"))
POSITIONS = json.loads((HERE / "positions.json").read_text(encoding="utf-8"))
# What replays under today's rules needs no others.
AS_BEFORE = [name for name in RECORDS if not name.endswith(("-ordinary", "-left-in-a-seven"))]


def rules_before(rules):
    return {"seven_leaves": "before", **({"set": rules} if isinstance(rules, str) else rules)}


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_of_that_time_replays_to_its_end(name):
    record = RECORDS[name]
    state = undercut.replay(record)
    assert list(state.moves) == record["moves"]
    assert state.record()["result"] == record["result"]
    as_before = rules_before(record["rules"])
    assert state.game.rules == (as_before if name in AS_BEFORE else record["rules"])
    assert bool(state.note) == (name in AS_BEFORE)


@pytest.mark.parametrize("name", AS_BEFORE)
def test_a_record_says_which_rules_it_is_read_by_and_is_written_with_them(name):
    state = undercut.replay(RECORDS[name])
    for part in ("corrected", '"seven_leaves": "before"'):
        assert part in state.note
    assert state.copy().note == state.note
    again = undercut.replay(state.record())
    assert (again.note, again.position()) == (None, state.position())


@pytest.mark.parametrize("name", [name for name in POSITIONS if not name.endswith("-view")])
def test_a_position_of_that_time_in_phase_seven_is_read(name):
    state = undercut.from_position(POSITIONS[name])
    assert state.game.rules == rules_before(POSITIONS[name]["rules"])
    assert {**state.position(), "rules": None} == {**POSITIONS[name], "rules": None}
    assert state.note


@pytest.mark.parametrize("name", [name for name in POSITIONS if name.endswith("-view")])
def test_a_view_of_that_time_in_phase_seven_is_read(name):
    state = from_view(POSITIONS[name])
    assert {**state.view(state.to_move), "rules": None} == {**POSITIONS[name], "rules": None, "seat": state.to_move}
    assert state.note


def test_a_fault_that_both_rules_find_is_told_as_todays_rules_tell_it():
    record = {**RECORDS["cuttle-cards-1-lone-three"], "moves": ["Kh+", "Kh+", "Kh+"]}
    with pytest.raises(undercut.BadRecord, match=r"moves\[\d\]"):
        undercut.replay(record)
    position = {**POSITIONS["cuttle-cards-1-position"], "passes": 7}
    with pytest.raises(undercut.BadPosition, match="passes: 7"):
        undercut.from_position(position)


def test_rules_that_differ_between_record_and_start_are_still_refused():
    record = RECORDS["cuttle-cards-1-lone-three"]
    record = {**record, "start": {**record["start"], "rules": "cuttle-cards-2"}}
    with pytest.raises(undercut.BadRecord, match="differ from those of the record"):
        undercut.replay(record)


@pytest.mark.parametrize("command", [["replay"], ["check"], ["analyse", "--budget", "1"]])
def test_a_command_says_it_on_standard_error(command, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORDS["cuttle-cards-2-from-a-seven"]), encoding="utf-8")
    done = preloaded.done([command[0], path, *command[1:], "--json"])
    assert done.stderr.startswith("note: ")
    assert json.loads(done.stdout)


@pytest.mark.parametrize(("name", "noted"), [("cuttle-cards-1-lone-three", True), ("cuttle-cards-1-ordinary", False)])
def test_a_site_says_it_in_the_first_line_of_an_imported_game(name, noted):
    table = Table("imported")
    for event in import_record(RECORDS[name]).events:
        table.apply(read_event(write_event(event)), 0.0)
    assert ("has been corrected since" in table.lines[0].texts[-1].text) == noted
    assert list(table.state.moves) == RECORDS[name]["moves"]
