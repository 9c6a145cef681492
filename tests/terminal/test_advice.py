"""Hints and analyses on the command line, run as a person or a program runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

import undercut
from tests import preloaded
from tests.clauses.cuttle_table import table
from undercut.bots.advice.analysis import judge
from undercut.bots.players.player import play_out
from undercut.bots.players.registry import make
from undercut.cli.analyse import AnalysisOptions, analyse
from undercut.cli.screen import Screen
from undercut.games.base import registry
from undercut.games.base.facts import Outcome

COMMAND = Path(sys.executable).with_name("undercut")


@pytest.fixture
def environment(tmp_path):
    """Give an environment with an empty home, in which nothing is compiled."""
    known = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "100", "UNDERCUT_HOST": "plain"}
    return {**os.environ, **known}


@pytest.fixture
def run(environment):
    """Give a function that runs the command."""

    def call(*words: object, typed: str = "") -> subprocess.CompletedProcess:
        return preloaded.run(words, typed=typed, env=environment)

    return call


def written(path, data):
    path.write_text(json.dumps(data))
    return path


def winning():
    return table(hands=("Td 2c", "9c 9d"), points=("9h 5h", "3c"))


def a_game(name="cuttle", seats=2, limit=8, seed=2):
    state = undercut.game(name, seats=seats).deal(seed=seed)
    return play_out(state, [make("greedy", name, seat) for seat in range(seats)], limit)


# --- Hints ---


def test_a_hint_in_words(run, tmp_path):
    position = written(tmp_path / "position.json", winning().position())
    done = run("hint", position, "--budget", "200", "--plain")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Cuttle, move 1: seat 0 is to move."
    assert lines[1].startswith("Td ")
    assert "best Td       chance to win 100 %, proven  Play the ten of diamonds for 10 points." in lines
    assert "     CU-7  wins now" in lines
    assert "     CU-10 you rise from 14 to 24 of 21 points" in lines
    assert any(line.startswith("Others: ") for line in lines)
    assert "from what seat 0 can know" in lines[-1]
    assert "±" not in done.stdout
    assert "\033[" not in done.stdout
    assert done.stdout == run("hint", position, "--budget", "200").stdout


def test_a_hint_with_one_legal_move_does_not_search(run, tmp_path):
    position = written(tmp_path / "position.json", table(hands=("", "9c 9d"), points=("", "3c")).position())
    done = run("hint", position, "--budget", "1000000000", "--plain")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1] == "draw is the only legal move."
    assert lines[2] == "best draw      Draw a card from the stock."
    assert "tried" not in done.stdout


def test_a_hint_for_programs(run, tmp_path):
    state = a_game()
    record = written(tmp_path / "record.json", state.record())
    done = run("hint", record, "--move", "3", "--budget", "100", "--seed", "5", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    while len(state.moves) > 2:
        state.undo()
    assert (found["game"], found["seat"]) == ("cuttle", state.to_move)
    assert 100 <= found["iterations"] <= 150
    assert {one["move"] for one in found["moves"]} == set(map(str, state.legal_moves()))
    assert found["moves"][0]["why"]
    assert run("hint", record, "--move", "3", "--budget", "100", "--seed", "5", "--json").stdout == done.stdout
    level = json.loads(run("hint", record, "--move", "3", "--level", "easy", "--json").stdout)
    assert 0 < level["iterations"] <= 20


@pytest.mark.parametrize("name", registry.names())
def test_a_hint_from_what_the_seat_to_move_sees(run, tmp_path, name):
    """It is the same as from the whole game; what another seat sees is not enough."""
    state = undercut.game(name).deal(seed=3)
    words = ("--budget", "60", "--json")
    full = run("hint", written(tmp_path / "position.json", state.position()), *words)
    seen = run("hint", written(tmp_path / "view.json", state.view(0)), *words)
    assert full.returncode == 0, full.stderr
    assert json.loads(full.stdout) == json.loads(seen.stdout)
    other = run("hint", written(tmp_path / "other.json", state.view(1)), *words)
    assert other.returncode == 1
    assert "hands[0]: seat 0 is to move and knows its own hand" in other.stderr
    for wrong in ([], "?", ["?"], None):
        assert "not a JSON object" in run("hint", written(tmp_path / "wrong.json", wrong)).stderr


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--level", "easy", "--budget", "5"), "leave out one of --level and --budget"),
        (("--budget", "soon"), "'soon' is not a budget"),
        (("--seat", "1"), "seat 1 is not to move; advice is only for seat 0"),
        (("--seat", "7"), "7 is not a seat"),
        (("--move", "1"), "a position alone has no moves"),
        (("--seed", "-3"), "seed: -3 is not a whole number from 0"),
    ],
)
def test_hints_that_are_refused(run, tmp_path, words, fault):
    position = written(tmp_path / "position.json", winning().position())
    done = run("hint", position, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert fault in done.stderr


def test_no_hint_for_a_game_that_is_over_or_a_move_that_was_not_played(run, tmp_path):
    state = a_game()
    state.finish(Outcome((0,), "resigned"))
    record = written(tmp_path / "record.json", state.record())
    assert "the game is over" in run("hint", record).stderr
    assert "--move: 99 is not a move from 1 to 8" in run("hint", record, "--move", "99").stderr


def test_a_hint_at_the_prompt(run):
    done = run("play", "--seed", "7", typed="hint 60\nhint soon\nquit\n")
    assert done.returncode == 0, done.stderr
    assert re.search(r"\d\d games tried, from what you can know", done.stdout)
    assert "CU-" in done.stdout
    assert "'soon' is not a budget" in done.stdout
    hand = undercut.game("cuttle").deal(seed=7).position()["hands"][1]
    assert "6 unknown" in done.stdout
    assert not any(f"hold {card}" in done.stdout for card in hand)


def test_a_hint_from_python():
    state = winning()
    advice = undercut.hint(state, budget="200", seed=1)
    assert str(advice.best.move) == "Td"
    assert advice == undercut.hint(state, 0, budget="200", seed=1)
    with pytest.raises(undercut.UndercutError, match="is not a budget"):
        undercut.hint(state, budget="long")


# --- Analyses ---


@pytest.mark.parametrize(("name", "seats"), [("cuttle", 2), ("cups", 3), ("cut_the_rope", 4)])
def test_an_analysis_in_words(run, tmp_path, name, seats):
    state = a_game(name, seats)
    record = written(tmp_path / "record.json", state.record())
    picture = tmp_path / "picture.svg"
    done = run("analyse", record, "--budget", "30", "--plot", picture, "--plain")
    assert done.returncode == 0, done.stderr
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
    assert done.returncode == 0, done.stderr
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
        ({"moves": ["draw", "99"]}, (), "moves[1]: '99' is not a move"),
        ({"moves": []}, (), "no moves to analyse"),
        ({"start": None}, (), "start: missing"),
        ({}, ("--seat", "4"), "4 is not a seat"),
        ({}, ("--plot", "picture.pdf"), "must end in .svg or .png"),
        ({}, ("--budget", "-1"), "is not a budget"),
        ({}, ("--seed", "-3"), "seed: -3 is not a whole number from 0"),
    ],
)
def test_analyses_that_are_refused(run, tmp_path, change, words, fault):
    record = written(tmp_path / "record.json", {**a_game().record(), "result": None, **change})
    done = run("analyse", record, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert fault in done.stderr
    assert "Traceback" not in done.stderr


def test_without_matplotlib_it_says_how_to_get_it(environment, tmp_path):
    record = written(tmp_path / "record.json", a_game().record())
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'matplotlib' else find(name, package)\n"
    )
    done = subprocess.run(
        [COMMAND, "analyse", record, "--plot", tmp_path / "picture.svg"],
        capture_output=True,
        text=True,
        check=False,
        env={**environment, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 1
    assert "pip install 'undercut[plots]'" in done.stderr


def test_ctrl_c_keeps_what_there_is(tmp_path, monkeypatch, capsys):
    record = written(tmp_path / "record.json", a_game("cups").record())

    def interrupted(*args, **others):
        yield from islice(judge(*args, **others), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("undercut.cli.analyse.judge", interrupted)
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    screen = Screen(Console(), plain=True)
    picture = tmp_path / "picture.svg"
    options = AnalysisOptions(budget="10", plot=picture)
    assert analyse(screen, str(record), options, as_json=True) == 130
    out, errors = capsys.readouterr()
    found = json.loads(out)
    assert found["interrupted"]
    assert [one["number"] for one in found["judged"]] == [1, 2, 3]
    assert errors == "Interrupted after move 3 of 8.\n"
    assert picture.exists()
