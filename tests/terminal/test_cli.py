"""The command line, run as a person or a program runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import undercut
from tests import preloaded
from tests.clauses.cuttle_table import table

COMMAND = Path(sys.executable).with_name("undercut")


@pytest.fixture
def run(tmp_path):
    """Give a function that runs the command in an empty home."""

    def call(*words: object, typed: str = "", **environment: str) -> subprocess.CompletedProcess:
        known = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "100"}
        encoding = environment.get("PYTHONIOENCODING")
        if encoding is None:
            return preloaded.run(words, typed=typed, env=known | environment)
        arguments = [str(COMMAND), *map(str, words)]
        own = known | environment
        return subprocess.run(arguments, capture_output=True, encoding=encoding, check=False, env=own, timeout=120)

    return call


@pytest.fixture
def position(tmp_path):
    """Give a file with a position in which a queen guards a nine."""
    path = tmp_path / "position.json"
    state = table("denexa", hands=("Jc 3h Td", "2d"), points=("5c", "9h"), permanents=("", "Qs"))
    path.write_text(json.dumps(state.position()))
    return path


@pytest.fixture
def record(tmp_path):
    """Give a file with the record of a short game."""
    state = undercut.game("cuttle").deal(seed=7)
    for _ in range(5):
        state.play(state.legal_moves()[-1])
    path = tmp_path / "record.json"
    path.write_text(json.dumps(state.record()))
    return path


def test_a_game_can_be_played_to_its_end(run):
    done = run("play", "cuttle", "--vs", "random", "--seed", "7", "--plain", typed="2\n1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert "Cuttle, rules: sipie. You sit in seat 0, random in seat 1." in done.stdout
    assert "\033[" not in done.stdout
    last = done.stdout.strip().splitlines()[-1]
    assert last.startswith("Step through the game with: ")
    assert any(line.startswith(("You win", "random wins", "A draw")) for line in done.stdout.splitlines())


def test_every_word_at_the_prompt_works(run, tmp_path):
    saved = tmp_path / "saved.json"
    words = ("?", "help", "why pass", "why x", "why", "foo", "99", "undo", "draw", "undo", "1", "log", "table")
    rules = ("rules CU-31", "rules CU-99", "rules glasses", "rules marmalade")
    typed = "\n".join([*words, *rules, "save", f"save {saved}", f"save {saved}", "resign", ""])
    done = run("play", "--rules", "denexa", "--set", "seven=2", "--seed", "7", typed=typed)
    assert done.returncode == 0, done.stderr
    for part in (
        "Cuttle, rules: denexa with seven=2. You sit in seat 0, greedy in seat 1.",
        "  1  draw     Draw a card from the stock.",
        "take back your last move",
        "CU-5 you may pass only when the stock is empty",
        "'foo' is not a move",
        "There are moves 1 to",
        "You have no move to take back.",
        "Taken back.",
        "New in your hand: ",
        "you: draw",
        "CU-31",
        "'CU-99' is not a clause of Cuttle",
        "CU-30",
        "Name a move: why ",
        "no clause of Cuttle mentions 'marmalade'",
        "already exists",
        "Name a file",
        f"Saved as {saved}.",
        "greedy wins by resignation.",
    ):
        assert part in done.stdout, part
    assert undercut.replay(json.loads(saved.read_text())).players == ("human", "greedy")


def test_an_opponent_never_shows_its_hand(run):
    done = run("play", "--seed", "7", typed="table\nquit\n")
    hand = undercut.game("cuttle").deal(seed=7).position()["hands"][1]
    assert "6 unknown" in done.stdout
    assert not any(card in done.stdout for card in hand)


def test_a_game_that_was_left_goes_on(run):
    left = run("play", "--seed", "7", typed="draw\nquit\n")
    assert "play --resume" in left.stdout
    other = run("play", "--seed", "8", typed="quit\n")
    assert "An unfinished game is saved as well" in other.stdout
    assert "nothing is saved" in other.stdout
    clash = run("play", "--resume", "--rules", "pagat")
    assert clash.returncode == 1
    assert "cannot be combined with other options" in clash.stderr
    again = run("play", "--resume", typed="log\nresign\n")
    assert "you: draw" in again.stdout
    assert "greedy wins by resignation." in again.stdout
    assert "Step through the game with: " in again.stdout
    gone = run("play", "--resume")
    assert gone.returncode == 1
    assert "there is no unfinished game" in gone.stderr


def test_a_game_that_cannot_be_kept_goes_on(run, tmp_path):
    (tmp_path / "blocked").touch()
    done = run("play", "--seed", "7", typed="draw\ndraw\nresign\n", XDG_DATA_HOME=str(tmp_path / "blocked"))
    assert done.stdout.count("The game cannot be saved") == 1
    assert "greedy wins by resignation." in done.stdout


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("play", "--vs", "nobody"), "'nobody' is not a player of cuttle"),
        (("play", "--vs", "greedy,greedy"), "seats: 3"),
        (("play", "--seat", "2"), "--seat: 2 is not a seat"),
        (("play", "--rules", "whist"), "rules: 'whist' is not one of"),
        (("play", "--set", "seven=3"), "rules.seven: 3 is not one of: 1, 2"),
        (("play", "--set", "seven"), "--set seven: write name=value"),
        (("play", "--set", "eleven=1"), "rules.eleven: no such option; Cuttle has win, kings"),
        (("bench", "--runs", "0"), "--runs: 0"),
        (("play", "--seed", "-1"), "seed: -1"),
        (("rules", "cuttle", "CU-99"), "'CU-99' is not a clause"),
        (("rules", "cuttle", "CU-Tb"), "'CU-Tb' is not a clause of Cuttle; the nearest is CU-Ta"),
        (("moves", "nowhere.json"), "nowhere.json: No such file"),
    ],
)
def test_input_that_is_refused_gives_a_reason_and_code_1(run, words, fault):
    done = run(*words)
    assert done.returncode == 1
    assert fault in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("play", "whist"), ("frobnicate",), ("perft",), ("perft", "x", "three")])
def test_wrong_use_gives_code_2(run, words):
    done = run(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


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


def test_moves_of_a_position(run, position):
    text = run("moves", position).stdout
    assert "Td+" not in text
    assert "Tdx9h" in text
    data = json.loads(run("moves", position, "--json").stdout)
    assert {"move": "draw", "text": "Draw a card from the stock.", "kind": "draw", "card": None, "target": None} in data
    assert run("moves", "-", typed=position.read_text()).stdout == text


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
        ({"game": "cuttle"}, "options", None),
        ({"game": "cuttle", "rules": {"set": "pagat", "seven": 2}, "seats": 2}, "options", None),
        ({"game": "cuttle", "rules": {"seven": 3, "x": 1}}, "options", "rules.x: no such option"),
        ({"game": "cuttle", "hands": [["Ah"], []]}, "position", "stock: 51 cards of the pack are missing"),
        ({"game": "cuttle", "moves": []}, "record", "start: missing"),
        ([], "file", "this is not a JSON object"),
        ("{", "file", "line 1, column 2"),
        ("[" * 100_000, "file", "nested too deeply"),
        ("\ud800", "file", "is not UTF-8"),
    ],
)
def test_check_names_every_fault(run, tmp_path, data, kind, fault):
    path = tmp_path / "data.json"
    text = data if isinstance(data, str) else json.dumps(data)
    path.write_bytes(text.encode(errors="surrogatepass"))
    done = run("check", path, "--json")
    answer = json.loads(done.stdout)
    assert (answer["kind"], answer["ok"], done.returncode) == (kind, fault is None, int(fault is not None))
    assert fault is None or any(fault in found for found in answer["faults"])
    assert run("check", path).returncode == done.returncode


def test_bench_measures(run):
    data = json.loads(run("bench", "--runs", "1", "--json", UNDERCUT_HOST="compiled").stdout)
    assert [entry["host"] for entry in data] == ["plain", "compiled"]
    assert all(entry["decisions_per_second"] > 0 for entry in data)


def test_names_complete_in_the_shell():
    environment = {**os.environ, "COLUMNS": "100"}
    shell = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], env=environment, encoding="utf-8", timeout=120)
    try:
        shell.sendline(f"export PATH={COMMAND.parent}:$PATH PS1='$ '; bind 'set show-all-if-ambiguous on'")

        script = "from undercut.cli.app import app; print(app.generate_completion(shell='bash'))"
        shell.sendline(f'source <(python -c "{script}"); echo set up')

        shell.expect("set up\r\n.*set up\r\n|set up\r\n")
        shell.send("undercut play cuttle --rules cuttle-\t")
        shell.expect("cuttle-cards-")
        shell.send("\x15undercut pe\t")
        shell.expect("perft")
    finally:
        shell.close(force=True)


def test_a_terminal_gets_colours_and_a_prompt(tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    game = pexpect.spawn(str(COMMAND), ["play", "--seed", "7"], env=environment, encoding="utf-8", timeout=120)
    try:
        game.expect("Your move")
        assert "\033[" in game.before
        game.sendline("?")
        game.expect("Draw a card from the stock")
        game.expect("Your move")
        game.sendcontrol("d")
        game.expect(pexpect.EOF)
    finally:
        game.close(force=True)
    assert game.exitstatus == 0


def test_a_record_is_stepped_through_by_keys(record, tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path)}
    viewer = pexpect.spawn(str(COMMAND), ["replay", str(record)], env=environment, encoding="utf-8", timeout=120)
    try:
        viewer.expect("Move 0 of 5")
        viewer.sendline("")
        viewer.expect("Move 1 of 5")
        viewer.sendline("b")
        viewer.expect("Move 0 of 5")
        viewer.sendline("5")
        viewer.expect("Move 5 of 5")
        viewer.sendline("q")
        viewer.expect(pexpect.EOF)
    finally:
        viewer.close(force=True)


def test_moves_may_be_typed_as_people_write_them(run):
    done = run("play", "--seed", "7", typed=" 8D + \nlog\nresign\n")
    assert "you: 8d+" in done.stdout
    assert "New in your hand" not in done.stdout.partition("you: 8d+")[0]


def test_three_opponents_and_their_hidden_gifts(run):
    done = run("play", "cups", "--players", "4", "--vs", "greedy,greedy,random", "--seed", "3", typed="1\n" * 60)
    assert done.returncode == 0, done.stderr
    assert "You sit in seat 0, greedy 1 in seat 1, greedy 2 in seat 2, random 3 in seat 3." in done.stdout


def test_a_host_that_does_not_exist(run, position):
    done = run("perft", position, 1, UNDERCUT_HOST="bogus")
    assert done.returncode == 1
    assert "UNDERCUT_HOST is 'bogus'" in done.stderr
    assert "Traceback" not in done.stderr


def test_bench_measures_where_the_environment_says(run):
    data = json.loads(run("bench", "--runs", "1", "--json", UNDERCUT_HOST="plain").stdout)
    assert [entry["host"] for entry in data] == ["plain"]
    done = run("bench", UNDERCUT_HOST="fast")
    assert (done.returncode, done.stdout) == (1, "")
    assert "UNDERCUT_HOST is 'fast'" in done.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_terminal_that_lacks_a_character_gets_the_rest(run, tmp_path, encoding):
    done = run("arena", "cuttle", "random", "random", "--games", "2", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    state = undercut.game("cuttle").deal(seed=7)
    state.players = ("\u2660", "random")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(state.record()))
    assert "?" in run("hint", path, "--budget", "10", PYTHONIOENCODING=encoding).stdout.splitlines()[0]
    book = run("rules", "cuttle", "CU-33", "--json", PYTHONIOENCODING=encoding)
    assert json.loads(book.stdout) == json.loads(run("rules", "cuttle", "CU-33", "--json").stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [("rules", "cuttle"), ("rules", "cuttle", "CU-3", "--json"), ("--version",)])
def test_a_full_disk_is_named(words):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([str(COMMAND), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "undercut: output: No space left on device\n")


@pytest.mark.parametrize("port", [-1, 65_536, 99_999_999])
def test_a_port_that_does_not_exist(run, port):
    done = run("serve", "--port", port)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"undercut: --port: {port} is not a whole number from 0 to 65535\n"


def test_the_last_position_of_a_record(run, record):
    state = undercut.replay(json.loads(record.read_text()))
    assert len(run("moves", record).stdout.splitlines()) == len(state.legal_moves())
