"""The checks for authors of bots: good bots pass, and each way to do wrong is found where it should be."""

from __future__ import annotations

import json
import shlex

import pytest

import undercut
from tests.bots.rogues import ANY, SENSIBLE, rogue
from undercut.bots.external.check import Examination


@pytest.mark.parametrize(
    ("name", "games", "seats"),
    [(SENSIBLE, ["cuttle", "cups", "cut_the_rope"], 2), (ANY, ["cut_the_rope", "cups"], 3), (ANY, ["cuttle"], None)],
)
def test_the_examples_pass(name, games, seats):
    examination = Examination(name, games, seats=seats)
    found = list(examination.run())
    assert [(finding.check, finding.text) for finding in found if not finding.passed] == []
    assert len(found) == 9 + 2 * len(games)
    assert examination.ready.repeatable
    assert len(examination.seconds) > 1000


def test_every_phase_of_cuttle_is_met():
    found = {finding.check: finding.text for finding in Examination(ANY, ["cuttle"]).run()}
    phases = ("counter", "discard", "limit", "play", "recycle", "seven", "take")
    assert all(phase in found["knows every decision of Cuttle"] for phase in phases)


@pytest.mark.parametrize(
    ("wrong", "checks", "text"),
    [
        ("early", ["answers hello"], "'Loading..."),
        ("no-hello", ["answers hello"], "time: no answer within 6 s"),
        ("stays", ["ends after goodbye", "ends when its input does"], "it was still there after 2 s"),
        ("sulks", ["ends after goodbye", "ends when its input does"], "with exit code 7"),
        ("strict", ["passes over what it does not know"], "exited: it ended with exit code 1; its last words"),
        ("illegal", ["plays Cuttle"], "illegal: pass: CU-5"),
        ("never-counters", ["knows every decision of Cuttle", "lasts"], "its last words: RuntimeError: I am lost"),
        ("fickle", ["repeats itself for a seed"], "of the same game was "),
        ("tires", ["lasts"], "exited: it ended with exit code 0"),
    ],
)
def test_what_is_wrong_is_found(wrong, checks, text):
    clock = "1s" if wrong == "no-hello" else ""
    examination = Examination(rogue(wrong, clock=clock), ["cuttle"], rules="pagat")
    failed = [finding for finding in examination.run() if finding.passed is False]
    assert [finding.check for finding in failed] == checks
    for finding in failed:
        assert text in finding.text
        assert shlex.split(finding.again)[:3] == ["undercut", "bot", "check"]
        # Whoever talks too early may have done so before it was greeted.
        sent = [json.loads(line)["type"] for direction, line in finding.lines if direction == "sent"]
        assert sent[:1] == ["hello"] or wrong == "early"


def test_a_failure_can_be_seen_again_from_its_lines():
    *_, failed = (f for f in Examination(rogue("nonsense"), ["cups"], rules="magellan", seed=5).run() if f.again)
    assert [direction for direction, _ in failed.lines] == ["sent", "received", "sent", "received"]
    question = json.loads(failed.lines[2][1])
    assert failed.lines[3][1] == '{"move": "Zz"}'
    assert question["view"]["phase"] == "play"
    words = shlex.split(failed.again)
    assert words[4:6] == ["--game", "cups"]
    seats, seed = int(words[words.index("--players") + 1]), int(words[words.index("--seed") + 1])
    again = Examination(words[3], ["cups"], rules="magellan", seats=seats, seed=seed)
    *_, same = (finding for finding in again.run() if finding.again)
    assert same.lines == failed.lines


def test_a_bot_is_checked_at_what_it_plays():
    found = {finding.check: finding for finding in Examination(rogue("picky"), ["cuttle", "cups"]).run()}
    assert "plays Cuttle" not in found
    assert "5 rule sets, 3 seats: 5 games" in found["plays Cups"].text
    assert found["repeats itself for a seed"].passed is None
    assert all(finding.passed is not False for finding in found.values())
    *_, last = Examination(rogue("picky"), ["cuttle"]).run()
    assert (last.passed, last.text) == (False, "nothing that it was to be checked at")


def test_tables_that_do_not_exist_are_refused():
    with pytest.raises(undercut.BadRules, match="'whist' is not one of"):
        Examination(ANY, ["cuttle"], rules="whist")
    with pytest.raises(undercut.UndercutError, match="cuttle cannot be played with 3 seats"):
        Examination(ANY, ["cuttle"], seats=3)
