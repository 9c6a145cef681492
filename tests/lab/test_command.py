"""The command ``undercut lab``, as a person or a program runs it."""

import json
import os

import pytest

from tests import preloaded


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
