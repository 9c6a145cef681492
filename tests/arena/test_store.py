import json
import os
from errno import ENOSPC

import pytest

from undercut.arena.contest import Contest, play
from undercut.arena.playing import Fault, Job, Plan, Result
from undercut.arena.results_file import ResultsFile
from undercut.errors import UndercutError
from undercut.workers import InProcess

PLAN = Plan("cuttle", {"set": "denexa", "seven": 2}, 2, (("greedy", "random"),), seed=3)
RESULT = Result(Job(0, 0, 0), (1,), "illegal", 5, Fault(0, "line 1\nünicode"), ({3: 4}, {}))


class Counting:
    def __init__(self):
        self.played = []

    def run(self, games, jobs):
        for result in InProcess().run(games, jobs):
            self.played.append(result.job)
            yield result


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "results.jsonl"


def test_results_come_back(path):
    with ResultsFile(path, PLAN) as store:
        store.add(RESULT)
    with ResultsFile(path, PLAN) as store:
        assert store.results == {RESULT.job: RESULT}
        assert store.results[RESULT.job].times == RESULT.times
    header = json.loads(path.read_text().splitlines()[0])
    assert header["line_ups"] == [["greedy", "random"]]


def test_killed_anywhere_it_goes_on_and_plays_nothing_twice(path):
    whole = Contest(PLAN, deals=3)
    with ResultsFile(path, PLAN) as store:
        play(whole, InProcess(), store=store)
    data = path.read_bytes()
    for cut in range(0, len(data), 97):
        path.write_bytes(data[:cut])
        counting, contest = Counting(), Contest(PLAN, deals=3)
        with ResultsFile(path, PLAN) as store:
            there = len(store.results)
            play(contest, counting, store=store)
        assert there == max(0, data[:cut].count(b"\n") - 1)
        assert len(counting.played) == 6 - there
        assert contest.results == whole.results
        assert len(path.read_bytes().splitlines()) == 7


def test_more_games_can_be_asked_for_later(path):
    with ResultsFile(path, PLAN) as store:
        play(Contest(PLAN, deals=1), InProcess(), store=store)
    counting, contest = Counting(), Contest(PLAN, deals=2)
    with ResultsFile(path, PLAN) as store:
        play(contest, counting, store=store)
    assert counting.played == [Job(1, 0, 0), Job(1, 0, 1)]
    assert contest.played == 2


def test_other_games_are_refused_with_what_differs(path):
    ResultsFile(path, PLAN).close()
    before = path.read_bytes()
    other = Plan("cuttle", "denexa", 2, (("random", "greedy"),), seed=4)
    with pytest.raises(UndercutError) as refused:
        ResultsFile(path, other)
    line_ups, seed = 'line_ups: [["greedy", "random"]] in the file', "seed: 3 in the file, 4 now"
    for part in ("rules: {", '"denexa" now', line_ups, seed):
        assert part in str(refused.value)
    assert "limit" not in str(refused.value)
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize("text", ["shopping list", "bread\nmilk\n", "[]\n", "{}\n", "\n"])
def test_a_file_that_is_none_of_ours_stays_as_it_is(tmp_path, text):
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(UndercutError, match="line 1: not a results file"):
        ResultsFile(path, PLAN)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "line",
    ["", "x", "[]", "{}", *(
        json.dumps({"deal": 1, "line_up": 0, "rotation": 0, "winners": [0], "reason": "points", "moves": 1,
                    "times": [{}, {}], **wrong})
        for wrong in (
            {"rotation": 2}, {"winners": [2]}, {"winners": [0, 0, 0]}, {"deal": "0"}, {"moves": -3},
            {"fault": {"seat": 7, "text": ""}}, {"times": [{}] * 9}, {"times": [{"3": -1}, {}]},
        )
    )],
)  # fmt: skip
def test_a_damaged_line_is_named(path, line):
    with ResultsFile(path, PLAN) as store:
        store.add(RESULT)
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(UndercutError, match="line 3: "):
        ResultsFile(path, PLAN)


def test_a_game_that_is_there_twice_is_named(path):
    with ResultsFile(path, PLAN) as store:
        store.add(RESULT)
        store.add(RESULT)
    with pytest.raises(UndercutError, match="line 3: duplicate result for this game"):
        ResultsFile(path, PLAN)


def test_two_arenas_never_share_a_file(path):
    with ResultsFile(path, PLAN), pytest.raises(UndercutError, match="in use by another arena"):
        ResultsFile(path, PLAN)


def test_a_full_disk_is_named_and_frees_the_file(path, monkeypatch):
    def fill(_):
        raise OSError(ENOSPC, "No space left on device")

    store = ResultsFile(path, PLAN)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fill)
        with pytest.raises(UndercutError, match=r"results\.jsonl: No space left"):
            store.close()
    ResultsFile(path, PLAN).close()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UndercutError, match="results"):
        ResultsFile(tmp_path / "file" / "results", PLAN)
