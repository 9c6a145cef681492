import csv
import json
import shlex
from importlib import resources

import pytest

import undercut
from tests.bots.rogues import EXAMPLES, rogue
from undercut.bots.external import protocol
from undercut.cli import files
from undercut.cli.bots import Opponents, adapted
from undercut.games.base.game_types import Outcome


def test_a_good_bot_passes(run):
    done = run("bot", "check", "./any.sh", "--game", "cuttle", "--rules", "pagat", cwd=EXAMPLES)
    lines = done.stdout.splitlines()
    assert lines[0] == "ok    answers hello: as 'any'"
    assert lines[-1] == "All 12 checks passed."
    assert all(line.startswith("ok    ") for line in lines[:-2])


def test_a_failure_is_shown_with_its_lines(run):
    words = ("bot", "check", rogue("illegal"), "--game", "cups", "--rules", "simple", "--players", "3")
    lines = run(*words, code=1).stdout.splitlines()
    (place,) = [number for number, line in enumerate(lines) if line.startswith("FAIL")]
    assert lines[place] == (
        "FAIL  plays Cups: illegal: 'pass' is not a move; "
        "moves look like 9s, 9s~, +3w, keep, bury, bury~, call, Aw^, ok"
    )
    assert lines[place + 1].startswith('      sent: {"type":"hello","protocol":1,"game":"cups","rules":"simple"')
    assert lines[place + 3].startswith('      sent: {"type":"choose","moves":[{"move":"')
    assert lines[place + 4] == '      received: {"move": "pass"}'
    assert lines[place + 5] == f"      to repeat: undercut {shlex.join(words)} --seed 0"
    assert lines[-1] == "1 of 5 checks failed."
    report = json.loads(run(*words, "--json", code=1).stdout)
    assert not report["ok"]
    (failed,) = [check for check in report["checks"] if check["passed"] is False]
    assert failed["lines"][-1] == {"received": '{"move": "pass"}'}
    shown = [f"      {way}: {line}" for entry in failed["lines"] for way, line in entry.items()]
    assert shown == lines[place + 1 : place + 5]


def test_our_own_bots_speak_as_others_have_to(run):
    state = undercut.game("cuttle").deal(seed=7)
    messages = [protocol.hello(state.game, 0, 1, 10.0)]
    messages += [protocol.choose(state.view(0), state.legal_moves(), 10.0)]
    messages += [protocol.goodbye(Outcome((0,), "points"))]
    typed = b"".join(map(protocol.written, messages)).decode()
    ready, move = map(json.loads, run("bot", "run", "greedy", typed=typed).stdout.splitlines())
    assert ready == {"type": "ready", "name": "greedy", "repeatable": True, "reusable": True}
    assert move["move"] in map(str, state.legal_moves())


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("bot", "check", "/no/such/bot"), "'/no/such/bot' cannot be started: No such file"),
        (("bot", "check", "cat", "--rules", "pagat"), "--rules: a rule set belongs to one game"),
        (("arena", "cuttle", rogue("picky"), "random"), "does not play cuttle, sipie, 2 seats"),
        (("play", "--vs", "exec:cat"), "exec:cat: the answer to hello must have"),
        (("play", "--vs", f"exec:cat {'x' * 100}"), "has more than 100 characters"),
        (("play", "cups", "--vs", "'exec:/no/bot a,b',greedy"), "'/no/bot' cannot be started"),
    ],
)
def test_what_cannot_be_is_refused_at_once(run, words, fault):
    assert fault in run(*words, code=1).stderr


def test_an_arena_reports_and_keeps_why_a_bot_lost(run, tmp_path):
    out, table = tmp_path / "results.jsonl", tmp_path / "games.csv"
    words = ("arena", "cuttle", rogue("crash"), "random", "--games", "4", "--processes", "1")
    words += ("--out", out, "--csv", table)
    text = run(*words).stdout
    assert "lost 4 by exited; first: exited with code 1; last stderr line: RuntimeError: I am lost" in text
    assert "Ends: 4 exited; 0 draws." in text
    kept = [json.loads(line) for line in out.read_text().splitlines()[1:]]
    assert {entry["reason"] for entry in kept} == {"exited"}
    assert all("I am lost" in entry["fault"]["text"] for entry in kept)
    with table.open() as file:
        assert [row["fault_seat"] for row in csv.DictReader(file)] == ["0", "1"] * 2


def test_a_person_plays_a_bot_and_takes_moves_back(run):
    done = run("play", "--vs", "exec:./any.sh", "--seed", "3", typed="1\nundo\n1\nquit\n", cwd=EXAMPLES)
    assert "You sit in seat 0, exec:./any.sh in seat 1." in done.stdout
    assert "Taken back." in done.stdout
    assert done.stdout.count("\nexec:./any.sh: ") == 2
    again = run("play", "--resume", typed="1\nresign\n", cwd=EXAMPLES)
    assert "exec:./any.sh wins by resignation." in again.stdout


def test_a_function_of_ones_own_that_fails_loses(run, tmp_path):
    (tmp_path / "lost.py").write_text("class Lost:\n    choose = lambda *_: {}['way']\ndef make(*_): return Lost()")
    done = run("play", "--vs", "python:lost:make", "--seed", "3", typed="1\n", cwd=tmp_path)
    assert "cannot continue (error): KeyError: 'way'" in done.stderr + done.stdout
    assert "You win" in done.stdout


def test_a_name_with_a_space_comes_back(tmp_path):
    policies = resources.files("undercut.bots") / "baselines"
    path = tmp_path / "a b.npz"
    path.write_bytes(next(file for file in policies.iterdir() if file.name.startswith("cuttle-")).read_bytes())
    name = f"baseline:{path}"
    opponents = Opponents(undercut.game("cuttle"), {1: name}, 1)
    assert opponents.names == {1: name}


def test_two_of_a_kind_are_told_apart_and_come_back(run):
    name = "exec:/bin/sh any.sh"
    done = run("play", "cups", "--players", "3", "--vs", name, "--seed", "3", typed="1\nquit\n", cwd=EXAMPLES)
    assert f"{name} #1 in seat 1, {name} #2 in seat 2." in done.stdout
    again = run("play", "--resume", typed="log\nquit\n", cwd=EXAMPLES)
    assert f"{name} #2 in seat 2." in again.stdout


def test_a_bot_that_breaks_down_loses_to_the_person(run, tmp_path):
    script = tmp_path / "broken"  # a name of its own, since that of the checkout may be long
    script.write_text(f"#!/bin/sh\nexec {rogue('error').removeprefix('exec:')}\n")
    script.chmod(0o755)
    done = run("play", "--vs", "exec:./broken", "--seed", "3", typed="1\n" * 9, cwd=tmp_path)
    assert "cannot continue (error): the bot reports: I do not know this card" in done.stdout
    assert "You win by resignation!" in done.stdout


@pytest.fixture
def save(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_folder", lambda: tmp_path)

    def save(number, text):
        (tmp_path / f"game-{number}.json").write_text(text if isinstance(text, str) else json.dumps(text))

    return save


def game(level, winners, name="cuttle"):
    return {"game": name, "players": ["human", level], "result": {"winners": winners, "reason": "points"}}


def test_without_saved_games_it_starts_at_easy(save):
    save(0, game("easy", [0], name="cups"))
    level, why = adapted("cuttle")
    assert level == "easy"
    assert why.endswith("starts at easy because you have not finished a game against any level yet.")


def test_wins_raise_it_and_losses_lower_it(save):
    save(1, game("easy", [0]))
    save(2, game("medium", [0]))
    assert adapted("cuttle")[0] == "hard"
    save(3, game("hard", [1]))
    assert adapted("cuttle") == ("medium", "The adaptive opponent plays as medium, based on 3 of your saved games.")


def test_files_that_are_no_results_do_not_count(save):
    save(1, game("easy", [0]))
    save(2, "no JSON")
    save(3, {"game": "cuttle", "players": ["human", "easy"], "result": None})
    save(4, {"game": "cuttle", "players": None})
    save(5, ["cuttle"])
    save(6, game("greedy", [1]))
    assert adapted("cuttle")[1].endswith("based on 1 of your saved games.")


def test_the_next_game_against_a_stronger_or_easier_level_is_one_command_away():
    game = undercut.game("cuttle", rules={"set": "denexa", "seven": 2})
    opponents = Opponents(game, {0: "easy"}, 1)
    same = "play cuttle --rules denexa --set seven=2 --seat 1 --vs"
    assert opponents.commands(1, Outcome((0,), "points")) == [f"{same} beginner"]
    assert opponents.commands(1, Outcome((1,), "points")) == [f"{same} medium"]
    assert opponents.commands(1, Outcome((), "passes")) == [f"{same} medium", f"{same} beginner"]
    assert Opponents(game, {0: "greedy"}, 1).commands(1, Outcome((0,), "points")) == []
