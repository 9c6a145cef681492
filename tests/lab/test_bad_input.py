"""The command `undercut lab`; and questions that cannot be studied, refused before any game is played."""

import json
import os
import random

import numpy as np
import pytest

import undercut
import undercut.lab
from tests import preloaded
from tests.lab.reports import made_study
from undercut.cli.research.lab import seat_numbers
from undercut.lab.folder import PROGRESS, StudyFolder
from undercut.studies.results import as_json, read


@pytest.mark.parametrize("text", ["8-2", "1-99999999999", "2,,3", "2-", "-2", "x", "2;3", "2-3-4", "9" * 5000, "²"])
def test_numbers_of_players_that_are_no_list_are_refused(text):
    with pytest.raises(undercut.UndercutError, match=r"--seats: .* is not a list of numbers or rising ranges"):
        seat_numbers(text)


@pytest.mark.parametrize(("text", "seats"), [(None, ()), ("2", (2,)), ("2-4, 6", (2, 3, 4, 6)), ("3-3", (3,))])
def test_numbers_of_players_are_read(text, seats):
    assert seat_numbers(text) == seats


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"vary": 5}, "vary: 5 is not a text or a list of texts"),
        ({"vary": [5]}, "vary: 5 is not a text"),
        ({"vary": {5: ["random"]}}, "vary: 5 is not a text or a list of texts"),
        ({"vary": {"four": 5}}, "vary: four: 5 is not a list of values"),
        ({"vary": {"four": "random"}}, "vary: four: 'random' is not a list of values"),
        ({"vary": {"four": [None]}}, "vary: four: None is not one of"),
        ({"rule_sets": 5}, "rule_sets: 5 is not a text or a list of texts"),
        ({"players": None}, "players: None is not a text or a list of texts"),
        ({"players": [5]}, "players: 5 is not a text"),
        ({"players": []}, "players: name at least one policy"),
        ({"design": 5}, "design: 5 is not one of"),
        ({"seats": "2"}, "seats: '2' is not a whole number"),
        ({"seats": [True]}, "seats: True is not a whole number"),
        ({"seats": 10**20}, "seats: 1000.* is not a whole number from 1 to 999"),
        ({"games": True}, "games: True is not a whole number"),
        ({"games": 0}, "games: 0 is not a whole number from 1"),
        ({"precision": 0.0}, "precision: 0.0 is not a number above 0"),
        ({"players": ["nobody"]}, "'nobody' is not a player of cuttle"),
        ({"precision": 1, "measure": "shares"}, "'shares' is not one of: share_0"),
        ({"measure": 5}, "measure: 5 is not one of"),
        ({"precision": "x"}, "precision: 'x' is not a number above 0"),
        ({"precision": True}, "precision: True is not a number above 0"),
        ({"precision": float("nan")}, "precision: nan is not a number above 0"),
        ({"out": 5}, "out: 5 is not the path of a file or folder"),
        ({"out": "a\0b"}, r"out: 'a\\x00b' is not the path"),
    ],
)
def test_arguments_of_other_kinds_are_refused_by_name(given, message):
    with pytest.raises(undercut.UndercutError, match=message):
        undercut.lab.study("cuttle", **given)


@pytest.mark.parametrize("path", [5, "", b"x", None])
def test_a_study_is_read_from_a_path(path):
    with pytest.raises(undercut.UndercutError, match=r"path: .* is not the path of a file or folder"):
        undercut.lab.load(path)


def test_a_damaged_file_of_sums_is_refused_whatever_the_damage(tmp_path):
    header = np.frombuffer(json.dumps({"seed": 1}).encode(), dtype=np.uint8)
    np.savez_compressed(tmp_path / PROGRESS, header=header, **{f"sums_{name}": np.arange(50) for name in "abcdef"})
    whole, chance = (tmp_path / PROGRESS).read_bytes(), random.Random(1)
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / PROGRESS).write_bytes(damaged[: chance.choice((len(whole), len(whole), len(whole) // 2))])
        with pytest.raises(undercut.UndercutError, match=r"progress\.npz: damaged \("):
            StudyFolder(tmp_path, {}, resume=True)


def test_numbers_that_json_does_not_have_are_refused():
    found = as_json(made_study())
    text = json.dumps(found)
    assert read(json.loads(text)).cells
    for wrong in (float("nan"), float("inf")):
        found["estimates"][0]["value"] = wrong
        with pytest.raises(undercut.UndercutError, match=r"estimates\[0\]\.value: (nan|inf) is not a JSON number"):
            read(json.loads(json.dumps(found)))


def run(*words, code=0):
    return preloaded.done(["lab", *words], code=code, env={**os.environ, "UNDERCUT_HOST": "plain"})


def test_a_study_is_told_and_written(tmp_path):
    words = ("cuttle", "--vary", "four", "--games", 20, "--no-interest", "--no-skill")
    told = run(*words, "--players", "random", "--out", tmp_path)
    assert "40 games of Cuttle in 2 cells" in told.stdout
    assert "2 cells with 20 games each: about" in told.stderr
    assert (tmp_path / "report.html").exists()
    data = json.loads(run(*words, "--players", "random", "--json").stdout)
    kept = json.loads((tmp_path / "study.json").read_text(encoding="utf-8"))
    assert data | {"seconds": 0, "date": ""} == kept | {"seconds": 0, "date": ""}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("cuttle", "--vary", "fuor"), "'fuor' is not an option of Cuttle; did you mean four?"),
        (("cuttle", "--vary", "four", "--resume"), "--resume: name the study's folder with --out"),
        (("cuttle", "--vary", "four", "--games", "9000000000"), "start it with --yes, or ask for fewer --games"),
        (("cuttle", "--vary", "four", "--out", "/dev/null/x"), "/dev/null/x: Not a directory; name another folder"),
    ],
)
def test_what_cannot_be_is_refused(words, fault):
    assert fault in run(*words, code=1).stderr
