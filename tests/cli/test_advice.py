"""Hints on the command line, run as a person or a program runs them."""

import json
import re

import pytest

import undercut
from tests.amounts import some
from tests.cli.conftest import a_game, winning, written
from undercut.games.base import registry
from undercut.games.base.game_types import Outcome

pytestmark = pytest.mark.usefixtures("plain")


def test_a_hint_in_words(run, tmp_path):
    position = written(tmp_path / "position.json", winning().position())
    done = run("hint", position, "--budget", "200", "--plain")
    lines = done.stdout.splitlines()
    assert lines[0] == "Cuttle, move 1: seat 0 is to move."
    assert lines[1].startswith("Td ")
    assert "best Td       chance to win 100 %, proven  Play the ten of diamonds for 10 points." in lines
    assert "     CU-7  wins now" in lines
    assert "     CU-10 your 24 points are enough to win" in lines
    assert any(line.startswith("Others: ") for line in lines)
    assert "from what seat 0 can know" in lines[-1]
    assert "±" not in done.stdout
    assert "\033[" not in done.stdout
    assert done.stdout == run("hint", position, "--budget", "200").stdout


def test_a_hint_for_programs(run, tmp_path):
    state = a_game()
    record = written(tmp_path / "record.json", state.record())
    done = run("hint", record, "--move", "3", "--budget", "100", "--seed", "5", "--json")
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


@pytest.mark.parametrize("name", some(registry.names(), 1))
def test_a_hint_from_what_the_seat_to_move_sees(run, tmp_path, name):
    """It is the same as from the whole game; what another seat sees is not enough."""
    state = undercut.game(name).deal(seed=3)
    words = ("--budget", "60", "--json")
    full = run("hint", written(tmp_path / "position.json", state.position()), *words)
    seen = run("hint", written(tmp_path / "view.json", state.view(0)), *words)
    assert json.loads(full.stdout) == json.loads(seen.stdout)
    other = run("hint", written(tmp_path / "other.json", state.view(1)), *words, code=1)
    assert "hands[0]: seat 0 is to move and knows its own hand" in other.stderr
    for wrong in ([], "?", ["?"], None):
        assert "not a JSON object" in run("hint", written(tmp_path / "wrong.json", wrong), code=1).stderr


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--level", "easy", "--budget", "5"), "leave out one of --level and --budget"),
        (("--seat", "7"), "7 is not a seat"),
        (("--move", "1"), "a position alone has no moves"),
    ],
)
def test_hints_that_are_refused(run, tmp_path, words, fault):
    position = written(tmp_path / "position.json", winning().position())
    done = run("hint", position, *words, code=1)
    assert done.stdout == ""
    assert fault in done.stderr


def test_no_hint_for_a_game_that_is_over_or_a_move_that_was_not_played(run, tmp_path):
    state = a_game()
    state.finish(Outcome((0,), "resigned"))
    record = written(tmp_path / "record.json", state.record())
    assert "the game is over" in run("hint", record, code=1).stderr
    assert "--move: 99 is not a move from 1 to 8" in run("hint", record, "--move", "99", code=1).stderr


def test_a_hint_at_the_prompt(run):
    done = run("play", "--seed", "7", typed="hint 60\nhint soon\nquit\n")
    assert re.search(r"\d\d games tried, from what you can know", done.stdout)
    assert "CU-" in done.stdout
    assert "'soon' is not a budget" in done.stdout
    hand = undercut.game("cuttle").deal(seed=7).position()["hands"][1]
    assert "6 unknown" in done.stdout
    assert not any(f"hold {card}" in done.stdout for card in hand)
