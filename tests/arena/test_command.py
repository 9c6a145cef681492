import csv
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import undercut
from tests import preloaded
from tests.amounts import some


def run(*words, code=0):
    return preloaded.done(["arena", *words], code=code)


def found(*words):
    """The results of an arena as JSON, without durations; in one process unless it is told otherwise."""
    alone = () if "--processes" in words else ("--processes", 1)
    data = json.loads(run(*words, *alone, "--json").stdout)
    for match in data["matches"]:
        for player in match["players"]:
            del player["seconds"]
    return data


def test_a_match_is_reported_in_words_and_as_json(tmp_path):
    changed = ("--rules", "denexa", "--set", "seven=2", "--processes", "1")
    text = run("cuttle", "greedy", "random", "--games", "19", *changed).stdout
    for part in ("Cuttle, rules: denexa with seven=2, 2 seats. 10 deals, 20 games, seed 0.", "seat 1", "p95", "Ends: "):
        assert part in text
    table = tmp_path / "games.csv"
    data = found("cuttle", "greedy", "random", "--games", 20, "--csv", table)
    greedy, uniform = data["matches"][0]["players"]
    assert greedy["share"] > 0.7
    assert greedy["interval"][0] < greedy["share"]
    assert greedy["share"] + uniform["share"] == pytest.approx(1)
    assert greedy["decisions"] > 20
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 20
    assert sum(float(row[f"share_{row['player_1'] == 'greedy':d}"]) for row in rows) / 20 == greedy["share"]


def test_a_test_stops_early():
    data = found("cuttle", "greedy", "random", "--sprt", "-10", "40", "--processes", "2")
    assert data["sprt"]["verdict"] == "elo1"
    assert data["games"] < 1000
    weaker = ("cuttle", "random", "greedy", "--sprt", "-40", "10", "--processes", "1")
    assert "accepted -40 or less" in run(*weaker).stdout


def test_larger_tables():
    data = found("cups", "greedy", "random", "--players", "4", "--games", "8")
    assert data["line_ups"] == [["greedy", "random", "random", "random"]]
    assert [player["par"] for player in data["matches"][0]["players"]] == [0.25, 0.75]


def test_a_pool_is_rated(tmp_path):
    words = ("cups", "random", "greedy", "--pool", "--games", "6", "--players", "3")
    data = found(*words, "--out", tmp_path / "pool.jsonl")
    assert [rating["name"] for rating in data["ratings"]] == ["greedy", "random"]
    assert [match["games"] for match in data["matches"]] == [6, 6]
    first, second = data["cross_table"]
    assert first["share"] + second["share"] == pytest.approx(1)
    assert "against greedy" in run(*words, "--out", tmp_path / "pool.jsonl", "--processes", "1").stdout


def test_games_are_kept_as_records(tmp_path):
    folder = tmp_path / "a" / "records"
    data = found("cuttle", "greedy", "random", "--games", 4, "--limit", 40, "--records", folder)
    records = [json.loads(path.read_text()) for path in sorted(folder.iterdir())]
    assert len(records) == data["games"] == 4
    assert all(undercut.replay(record).moves for record in records)


# Whoever runs the tests in the background has interrupts ignored; the arena shall hear them.
HEARING = "from signal import *; signal(2, default_int_handler); from undercut.cli.app import main; main()"


@pytest.mark.parametrize("processes", some([2, 1], 1))
def test_interrupted_it_says_so_and_the_same_command_goes_on(tmp_path, processes):
    out = tmp_path / "results.jsonl"
    words = ("cuttle", "greedy", "greedy", "--out", str(out))
    # So many games that it cannot end before.
    more = ["--processes", str(processes), "--games", "1000000"]
    command = [sys.executable, "-c", HEARING, "arena", *words, *more]
    pipe = subprocess.PIPE
    running = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    while not out.exists() or out.read_bytes().count(b"\n") < 4:
        assert running.poll() is None, running.communicate()
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    printed, errors = running.communicate(timeout=120)
    assert running.returncode == 130
    assert errors == "Interrupted. Run the same command to resume.\n"
    before = _lines(out, running.pid)
    assert out.read_bytes().endswith(b"\n")
    counted = int(re.search(r"deals, ([\d,]+) games", printed)[1].replace(",", ""))
    # Games of deals that are not complete are kept, but not counted.
    assert 0 <= counted <= len(before) - 1
    games = len(before) + 4
    data = found(*words, "--games", games)
    assert out.read_bytes().splitlines()[: len(before)] == before
    assert data["games"] == games + games % 2
    assert data == found("cuttle", "greedy", "greedy", "--games", games)


def _lines(out, group):
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return out.read_bytes().rpartition(b"\n")[0].splitlines()
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    pytest.fail("processes were left behind")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("cuttle",), "players: 0 names for 2 seats"),
        (("cuttle", "greedy", "cheat"), "to compare with, peeking, peeking:count and cheating:5000"),
        (("cups", "greedy", "cheat"), "to compare with, peeking and cheating:5000"),
        (("cups", "greedy", "random", "greedy", "--players", "4"), "players: 3 names for 4 seats"),
        (
            ("cuttle", "greedy", "random", "--games", "0", "--seed", "-1"),
            "games: 0 is less than 1\nundercut: --seed: -1",
        ),
        (
            ("cups", "greedy", "random", "--players", "0", "--games", "0"),
            "seats: 0; Cups is for 2 to 8 players\nundercut: --games: 0 is less than 1",
        ),
        (("cuttle", "greedy", "random", "--sprt", "30", "0"), "sprt: 30 0: the first Elo difference must be below"),
        (("cuttle", "greedy", "random", "--pool", "--sprt", "0", "30"), "--sprt: not possible with --pool"),
        (("cuttle", "greedy", "random", "--cluster", "auto", "--processes", "2"), "not possible with a cluster"),
        (("cuttle", "greedy", "random", "--cluster", "127.0.0.1:1"), "--cluster 127.0.0.1:1: "),
        (("cuttle", "greedy", "random", "--games", "2", "--csv", "/nowhere/x.csv"), "/nowhere/x.csv: "),
    ],
)
def test_what_cannot_be_is_refused(words, fault):
    assert fault in run(*words, code=1).stderr
