import json
import re
from itertools import islice

import pytest

import undercut
from tests.amounts import some
from tests.cli.conftest import a_game, winning, written
from undercut.bots.advice.analysis import judge
from undercut.cli.advice import analyse
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
    assert "     CU-7  you win now" in lines
    assert "     CU-10 you get 24 points, and 21 are enough to win" in lines
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
        (("--level", "easy", "--budget", "5"), "use either --level or --budget"),
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

    monkeypatch.setattr("undercut.bots.advice.analysis.judge", interrupted)
    picture = tmp_path / "picture.svg"
    assert analyse(str(record), budget="10", plot=picture, json=True) == 130
    out, errors = capsys.readouterr()
    found = json.loads(out)
    assert found["interrupted"]
    assert [one["number"] for one in found["judged"]] == [1, 2, 3]
    assert errors == "Interrupted after move 3 of 8.\n"
    assert picture.exists()
