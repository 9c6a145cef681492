import json
import random
import sys
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import undercut
from tests.touring import played, walk
from undercut.cli.advice import analyse, hint
from undercut.cli.files import records_in
from undercut.cli.records import check, moves, replay
from undercut.errors import BadRecord, UndercutError
from undercut.frames.tables import export
from undercut.play.state import State
from undercut.site.workers import importer
from undercut.table.opening.records import import_record

RECORD = played(undercut.game("cuttle"), 3, 12).record()
TEXT = json.dumps(RECORD)
SHUFFLED = played(undercut.game("cups"), 3, 150).record()
FINISHED = played(undercut.game("cut_the_rope"), 3).record()
assert SHUFFLED["shuffles"]


def with_field(text: str) -> str:
    return f"{TEXT[:-1]}, {text}}}"


def changed(record=RECORD, **fields) -> bytes:
    return json.dumps(record | fields).encode()


READ = {
    "plain": TEXT.encode(),
    "byte order mark": TEXT.encode("utf-8-sig"),
    "UTF-16": TEXT.encode("utf-16"),
    "UTF-16 without a mark": TEXT.encode("utf-16-le"),
    "UTF-32": TEXT.encode("utf-32-be"),
    "one of a list": f"[{TEXT}]".encode(),
    "one line with blank lines": f"\n{TEXT}\n\n".encode(),
    "Windows lines": json.dumps(RECORD, indent=1).replace("\n", "\r\n").encode(),
    "a player called You": changed(players=["You", "Bob"]),
    "names that repeat": changed(players=["Ann", "Ann"]),
    "empty names": changed(players=["", " "]),
    "names with control characters": changed(players=["\x1b[31mAnn", "Bob\n"]),
    "no result": changed(result=None),
    "winners in another order": changed(
        FINISHED, result={**FINISHED["result"], "winners": [*reversed(FINISHED["result"]["winners"])]}
    ),
}
REFUSED = {
    "empty": (b"", "not JSON"),
    "not text": (b"\xff\xff\xff", "not UTF-8"),
    "half of UTF-16": (TEXT.encode("utf-16")[:-1], "not UTF-16"),
    "cut short": (TEXT.encode()[:-9], "not JSON"),
    "trailing data": (f"{TEXT} and more".encode(), "more text follows"),
    "a field twice": (with_field('"moves": []').encode(), "'moves' appears twice"),
    "a nested field twice": (with_field('"result": {"winners": [0], "winners": [1]}').encode(), "appears twice"),
    "NaN": (with_field('"seats": NaN').encode(), "NaN is not a number"),
    "a number in the moves": (changed(moves=[7]), "moves[0]: 7 is not a move"),
    "a huge number": (with_field(f'"x": {"9" * 6000}').encode(), "too large"),
    "a large number": (with_field(f'"x": {10**25}').encode(), "too large"),
    "an infinite number": (with_field('"x": 1e999').encode(), "too large"),
    "deep lists": (with_field(f'"x": {"[" * 200}{"]" * 200}').encode(), "nested too deeply"),
    "very deep lists": (b"[" * 100_000, "nested too deeply"),
    "half a character": (with_field('"x": "\\ud800"').encode(), "half a character"),
    "a number": (b"5", "not a JSON object"),
    "a list of numbers": (b"[5]", "not a JSON object"),
    "moves that are no list": (changed(moves="7h"), "moves: not a list"),
    "shuffles that are no list": (changed(shuffles={}), "shuffles: {} is not a list"),
    "a start that is no object": (changed(start=[]), "start: not an object"),
    "players that are no names": (changed(players=[1, 2]), "players: must be a list"),
    "an unknown field": (changed(**{"\x1b[1m": 1}), r"'\x1b[1m': unknown field"),
    "a result before the end": (changed(result={"winners": [0], "reason": "points"}), "the game goes on"),
    "another winner": (
        changed(FINISHED, result={**FINISHED["result"], "winners": [1 - FINISHED["result"]["winners"][0]]}),
        "result: the record says that seat",
    ),
    "no shuffles": (changed(SHUFFLED, shuffles=[]), "shuffles: too few; the record has 0, and another is needed after"),
    "part of a shuffle": (
        changed(SHUFFLED, shuffles=[SHUFFLED["shuffles"][0][1:], *SHUFFLED["shuffles"][1:]]),
        "shuffles[0], after moves[",
    ),
    "one shuffle too many": (changed(shuffles=[["Ah"]]), "shuffles: the record has more than the 0"),
}
SEVERAL = {
    "one on each line": (f"{TEXT}\n{TEXT}\n".encode(), (":1", ":2")),
    "a list of two": (f"[{TEXT}, {TEXT}]".encode(), ("[0]", "[1]")),
    "lines with a byte order mark": (f"{TEXT}\r\n{TEXT}".encode("utf-8-sig"), (":1", ":2")),
}


def checked(path: str) -> None:
    with redirect_stdout(StringIO()) as printed:
        code = check(path)
    if code:
        raise UndercutError(printed.getvalue())


def imported(path: str) -> None:
    found = importer.check(Path(path).read_bytes())
    if found.faults:
        raise BadRecord(found.faults)


DOORS = {
    "check": checked,
    "replay": replay,
    "analyse": partial(analyse, budget="1", json=True),
    "moves": partial(moves, json=True),
    "hint": partial(hint, move=1, budget="1", json=True),
    "export": lambda path: export(records_in([Path(path)]), Path(path).parent / "out", skip_bad=False),
    "import": imported,
}
"""Each reads a file: it returns, or raises an error with the reason."""


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    monkeypatch.setattr(sys, "stdin", StringIO())
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    monkeypatch.setattr("undercut.bots.advice.analysis.judge", lambda *_, **__: ())  # reading is what counts here


def written(folder: Path, text: bytes) -> str:
    path = folder / "record.json"
    path.write_bytes(text)
    return str(path)


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_reads_a_record_whose_meaning_is_clear(door, name, tmp_path):
    DOORS[door](written(tmp_path, READ[name]))


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_other_texts_for_the_same_reason(door, name, tmp_path):
    text, reason = REFUSED[name]
    with pytest.raises(UndercutError) as refused:
        DOORS[door](written(tmp_path, text))
    assert reason in str(refused.value)


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_says_what_it_does_with_several_records(door, name, tmp_path):
    text, places = SEVERAL[name]
    path, read = written(tmp_path, text), DOORS[door]
    if door in {"check", "export", "import"}:
        read(path)
    else:
        with pytest.raises(UndercutError) as refused:
            read(path)
        assert f"2 records; choose one, from {path}{places[0]}" in str(refused.value)
        for place in places:
            read(path + place)
        with pytest.raises(UndercutError, match="there is no such record"):
            read(f"{path}:9")


def test_the_check_of_several_records_names_the_line_of_each_fault(tmp_path):
    path = written(tmp_path, f"{TEXT}\n{{}}\n{TEXT[:-5]}\n".encode())
    with pytest.raises(UndercutError) as refused:
        checked(path)
    lines = str(refused.value).splitlines()
    assert [line.removeprefix(f"records: {path}").partition(": ")[0] for line in lines] == [":2", ":3"]


def test_names_at_the_site_are_each_different_and_none_is_you():
    found = importer.check(changed(players=["You", "Player 1"]))
    assert found.games
    names = [json.loads(event).get("name") for event in found.games[0].events if b'"name"' in event]
    assert len({*names} - {None, "You"}) == 2


WHOLE = [played(undercut.game("cups", seats=seats), seats + 1, 260).record() for seats in (2, 3, 4)] + [
    played(undercut.game("cuttle", rules={"set": "sipie", "four": "random"}), 6, 200).record(),
    played(undercut.game("cut_the_rope", seats=3), 8, 300).record(),
]


def verdict(record: dict) -> tuple[str, ...]:
    try:
        undercut.replay(record)
    except BadRecord as error:
        return error.faults
    return ()


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(WHOLE), st.data())
def test_a_record_that_lacks_something_gets_one_verdict_that_blames_no_right_move(whole, data):
    record = json.loads(json.dumps(whole))
    parts = ["moves", *(["shuffles", "card"] if record["shuffles"] else [])]
    part = data.draw(st.sampled_from(parts))
    if part == "card":
        shuffle = data.draw(st.sampled_from(record["shuffles"]))
        shuffle.pop(data.draw(st.integers(0, len(shuffle) - 1)))
    else:
        record[part].pop(data.draw(st.integers(0, len(record[part]) - 1)))
    faults = verdict(record)
    assert faults == verdict(record)
    assert len(faults) <= 1
    if part == "card" or (part == "shuffles" and faults[0].startswith("shuffles")):
        assert faults[0].startswith("shuffles")
        assert "after moves[" in faults[0]
    elif faults:
        assert "missing" in faults[0] or faults[0].startswith(("result: ", "shuffles: "))
    if part == "shuffles":
        assert faults


@pytest.mark.parametrize("place", [place for place, whole in enumerate(WHOLE) if whole["shuffles"]])
def test_a_record_without_its_last_shuffle_lacks_it_after_the_move_that_needs_it(place):
    whole = WHOLE[place]
    state = undercut.replay(whole)
    while len(state.shuffles) == len(whole["shuffles"]):
        last = len(state.moves) - 1
        state.undo()
    faults = verdict(whole | {"shuffles": whole["shuffles"][:-1]})
    assert len(faults) == 1
    assert faults[0].startswith(f"shuffles: too few; the record has {len(whole['shuffles']) - 1}, and another is")
    assert f"moves[{last}]" in faults[0]
    # What ends before that move lacks nothing.
    cut = whole | {"shuffles": whole["shuffles"][:-1], "moves": whole["moves"][:last], "result": None}
    assert verdict(cut) == ()


def test_another_course_after_a_replay_needs_no_recorded_shuffle():
    state = undercut.replay(SHUFFLED)
    while len(state.moves) > 5:
        state.undo()
    for _ in walk(state, random.Random(1), 205):
        pass
    assert undercut.replay(state.record()) == state


def test_a_long_game_is_imported_without_copying_all_its_shuffles_at_each_move(monkeypatch):
    state, chance, copied = undercut.game("cups").deal(seed=3), random.Random(3), []
    while state.result is None and len(state.moves) < 300:
        state.play(chance.choice(state.legal_moves()))
    copy = State.shuffles_from

    def counted(self, number):
        copied.append(self.shuffle_count - number)
        return copy(self, number)

    monkeypatch.setattr(State, "shuffles_from", counted)
    import_record(state.record())
    assert 0 < state.shuffle_count < sum(copied) <= 2 * state.shuffle_count
