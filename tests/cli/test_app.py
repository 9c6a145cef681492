"""The command line as a whole: exit codes, completion, and where its output goes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import undercut
from tests import preloaded

COMMAND = Path(sys.executable).with_name("undercut")


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
        (("rules", "cuttle", "CU-Tz"), "'CU-Tz' is not a clause of Cuttle; the nearest is CU-Ta"),
        (("moves", "nowhere.json"), "nowhere.json: No such file"),
        (("serve", "--port", -1), "undercut: --port: -1 is not a whole number from 0 to 65535\n"),
        (("serve", "--port", 65_536), "undercut: --port: 65536 is not a whole number from 0 to 65535\n"),
    ],
)
def test_input_that_is_refused_gives_a_reason_and_code_1(run, words, fault):
    done = run(*words, code=1)
    assert done.stdout == ""
    assert fault in done.stderr


@pytest.mark.parametrize("words", [("play", "whist"), ("frobnicate",), ("perft",), ("perft", "x", "three")])
def test_wrong_use_gives_code_2(run, words):
    run(*words, code=2)


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


def test_a_terminal_that_lacks_a_character_gets_the_rest(run, tmp_path):
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = run("arena", "cuttle", "random", "random", "--games", "2", "--processes", "1", **ascii_only)
    assert done.stderr == ""
    state = undercut.game("cuttle").deal(seed=7)
    state.players = ("\u2660", "random")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(state.record()))
    assert "?" in run("hint", path, "--budget", "10", **ascii_only).stdout.splitlines()[0]
    book = run("rules", "cuttle", "CU-33", "--json", **ascii_only)
    assert json.loads(book.stdout) == json.loads(run("rules", "cuttle", "CU-33", "--json").stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [("rules", "cuttle"), ("rules", "cuttle", "CU-3", "--json"), ("--version",)])
def test_a_full_disk_is_named(words):
    with Path("/dev/full").open("w") as full:
        _, errors = (process := preloaded.Process(words, streams=(None, full, subprocess.PIPE))).communicate()
    assert (process.returncode, errors) == (1, "undercut: output: No space left on device\n")


@pytest.mark.parametrize(("word", "said", "code"), [("foo", "no command 'foo'", 2), ("lab", "undercut[lab]", 1)])
def test_without_the_packages_of_a_command_it_says_what_is_missing(word, said, code):
    program = "import sys; sys.modules['scipy'] = None; from undercut.cli.app import main; main()"
    found = subprocess.run([sys.executable, "-c", program, word], capture_output=True, text=True, check=False)
    assert (found.returncode, said in found.stderr) == (code, True)
