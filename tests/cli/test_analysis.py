"""Analyses on the command line, run as a person or a program runs them."""

import json
from itertools import islice

import pytest

from tests.amounts import some
from tests.cli.conftest import a_game, written
from undercut.bots.advice.judging import judge
from undercut.cli.analysis import analyse
from undercut.games.base.game_types import Outcome

pytestmark = pytest.mark.usefixtures("plain")


@pytest.mark.parametrize(("name", "seats"), some([("cups", 3), ("cuttle", 2), ("cut_the_rope", 4)], 1))
def test_an_analysis_in_words(run, tmp_path, name, seats):
    state = a_game(name, seats)
    record = written(tmp_path / "record.json", state.record())
    picture = tmp_path / "picture.svg"
    done = run("analyse", record, "--budget", "30", "--plot", picture, "--plain")
    lines = done.stdout.splitlines()
    assert lines[0] == f"{state.game.spec.title}: {against(state.players)}; {ending(state)}"
    assert lines[1].endswith(f"{len(state.moves)} moves. 30 games tried per move, seed 0.")
    rows = lines[5 : 5 + len(state.moves)]
    assert [row.split()[0] for row in rows] == [str(number + 1) for number in range(len(state.moves))]
    assert all(f"  {move} " in row for move, row in zip(state.moves, rows, strict=True))
    assert any(line.startswith(("Turning points:", "No turning points")) for line in lines)
    assert any(line.startswith("100 % |") for line in lines)
    for seat in range(seats):
        assert any(line.startswith(f"seat {seat} (seat {seat}) ") for line in lines)
    assert lines[-1] == f"Picture saved to {picture}."
    assert "<svg" in picture.read_text()
    assert "\033[" not in done.stdout


def against(players):
    return " against ".join(players) if len(players) == 2 else ", ".join(players)


def ending(state):
    if state.result is None:
        return "not finished"
    return f"{state.players[state.result.winners[0]]} wins {state.game.spec.words.end_text(state.result.reason)}"


def test_an_analysis_for_programs(run, tmp_path):
    state = a_game()
    state.finish(Outcome((1,), "resigned")) if not state.result else None
    record = written(tmp_path / "record.json", state.record())
    done = run("analyse", record, "--budget", "30", "--seat", "1", "--json")
    found = json.loads(done.stdout)
    assert (found["game"], found["rules"], found["budget"], found["seats"]) == ("cuttle", "sipie", "30", [1])
    assert {one["seat"] for one in found["judged"]} == {1}
    assert found["curves"]["1"][-1] == [len(state.moves) + 1, 1.0 if 1 in state.result.winners else 0.0]
    assert not found["interrupted"]
    assert [one["seat"] for one in found["summaries"]] == [1]
    assert run("analyse", record, "--budget", "30", "--seat", "1", "--json").stdout == done.stdout


@pytest.mark.parametrize(
    ("change", "words", "fault"),
    [
        ({"moves": []}, (), "no moves to analyse"),
        ({}, ("--seat", "4"), "4 is not a seat"),
        ({}, ("--plot", "picture.pdf"), "must end in .svg or .png"),
    ],
)
def test_analyses_that_are_refused(run, tmp_path, change, words, fault):
    record = written(tmp_path / "record.json", {**a_game().record(), "result": None, **change})
    done = run("analyse", record, *words, code=1)
    assert done.stdout == ""
    assert fault in done.stderr


def test_ctrl_c_keeps_what_there_is(tmp_path, monkeypatch, capsys):
    record = written(tmp_path / "record.json", a_game("cups").record())

    def interrupted(*args, **others):
        yield from islice(judge(*args, **others), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("undercut.cli.analysis.judge", interrupted)
    picture = tmp_path / "picture.svg"
    assert analyse(str(record), budget="10", plot=picture, json=True) == 130
    out, errors = capsys.readouterr()
    found = json.loads(out)
    assert found["interrupted"]
    assert [one["number"] for one in found["judged"]] == [1, 2, 3]
    assert errors == "Interrupted after move 3 of 8.\n"
    assert picture.exists()
