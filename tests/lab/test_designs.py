import json
import os
import random
import shlex

import numpy as np
import pytest

import undercut
import undercut.lab
from tests import preloaded
from tests.lab.reports import made_study
from undercut.cli.lab import seat_numbers
from undercut.games.base import registry
from undercut.lab.design import MOST_CELLS, ask, command_of, lay_out
from undercut.lab.folder import PROGRESS, Progress, StudyFolder
from undercut.lab.sums import ExtraSums, Sums
from undercut.studies.results import as_json, read


def design(name="cuttle", rules=None, seats=(), rule_sets=(), **choices):
    return lay_out(ask(name, rules=rules, seats=seats, rule_sets=rule_sets, **{"players": ["random"], **choices}))


def compared(found):
    return [tuple(found.labels[number].removesuffix(", random") for number in each.numbers) for each in found.contrasts]


def test_one_at_a_time():
    found = design(vary="four,seven,hand_limit=2,hand_limit=8:2")
    changes = ("four=random", "seven=2", "hand_limit=2", "hand_limit=8")
    assert compared(found) == [(change, "sipie") for change in changes]
    assert len(found.cells) == 5
    assert found.paired


def test_a_change_that_needs_another_is_compared_with_a_base_that_has_it():
    """Open scissors need equal numbers (CR-24)."""
    found = design("cut_the_rope", vary="open_scissors")
    assert compared(found) == [("open_scissors=true equal=true", "equal=true")]


def test_a_grid_has_every_combination_once():
    found = design(vary="four,seven,win", design="grid", players=["random", "greedy"])
    assert len(found.cells) == 2 * 2**3
    assert len(set(found.cells)) == 16
    assert {base for _, base in compared(found)} >= {"sipie"}
    changes = [tuple(sorted(each)) for each in found.changes[:8]]
    assert len(set(changes)) == 8


def test_pairs_are_interactions():
    *alone, both = compared(design(vary="four,seven=2", design="pairs"))
    assert alone == [("four=random", "sipie"), ("seven=2", "sipie")]
    assert both == ("four=random seven=2", "four=random", "seven=2", "sipie")


def test_rule_sets_are_compared_with_the_first():
    assert compared(design(rule_sets=["pagat", "denexa", "sipie"])) == [("denexa", "pagat"), ("sipie", "pagat")]
    found = design(rules="denexa", rule_sets=["all"])
    assert len(found.cells) == len(registry.spec("cuttle").rule_sets)
    assert {base for _, base in compared(found)} == {"denexa"}
    assert {cell.game.rule_set for cell in found.cells} == set(registry.spec("cuttle").rule_sets)


def test_numbers_of_players_are_unpaired():
    """Eight players get smaller hands, since the pack has too few cards (CP-2)."""
    found = design("cups", seats=(2, 3, 8))
    assert compared(found) == [("simple, 3 seats", "simple, 2 seats"), ("hand_size=6, 8 seats", "simple, 2 seats")]
    assert not found.paired
    assert len(set(found.seeds(5))) == 3
    assert found.seeds(5)[0] == 5


def test_options_are_compared_within_each_number_of_players():
    found = design("cups", seats=(2, 3), vary="redeal")
    assert found.paired
    assert compared(found) == [(f"redeal=false, {seats} seats", f"simple, {seats} seats") for seats in (2, 3)]


def test_another_pack_is_unpaired():
    found = design("cups", vary="decks,redeal")
    pairs = dict(zip((cell for cell, _ in compared(found)), map(found.pairs, found.contrasts), strict=True))
    assert pairs == {"decks=5": False, "redeal=false": True}


def test_players_by_seat():
    found = design(vary="four", players=["greedy+random", "greedy"])
    assert [cell.policies for cell in found.cells] == [("greedy", "random")] * 2 + [("greedy", "greedy")] * 2


def test_a_command_with_commas_is_one_player(monkeypatch):
    monkeypatch.setattr("undercut.lab.design.check_repeatable", lambda *_: None)
    given = """'exec:./bot 1,2+3'+greedy, exec:./bot "a,b"+random"""
    question = ask("cuttle", players=given)
    assert question.line_ups == (("exec:./bot 1,2+3", "greedy"), ('exec:./bot "a,b"', "random"))
    again = shlex.split(command_of(question))
    assert ask("cuttle", players=again[again.index("--players") + 1]) == question


@pytest.mark.parametrize("name", registry.own_names())
def test_every_option_can_be_varied(name):
    found = design(name, vary="all")
    options = {option.name for option in registry.spec(name).options}
    assert {option for changes in found.changes for option in changes} == options


@pytest.mark.parametrize(
    ("choices", "fault"),
    [
        ({"vary": "fours"}, "'fours' is not an option of Cuttle; did you mean four"),
        ({"vary": "zzz"}, "'zzz' is not an option of Cuttle; Cuttle has win"),
        ({"vary": "four=both"}, "vary: four: 'both' is not one of: 'choose', 'random'"),
        ({"vary": "four=choose"}, "four: every value equals the base's"),
        ({"vary": "four,seven=9,zzz"}, "seven: 9 is not one of: 1, 2; vary: 'zzz'"),
        ({"vary": "all", "design": "grid"}, f"cells; a study has at most {MOST_CELLS}"),
        ({"vary": "four", "design": "square"}, "design: 'square' is not one of: one, grid, pairs"),
        ({"rule_sets": ["sipie", "pagatt"]}, "'pagatt' is not one of Cuttle; did you mean pagat"),
        ({"rule_sets": ["sipie"]}, "sipie alone cannot be compared"),
        ({"rule_sets": ["all"], "vary": "four"}, "vary: not possible with rule sets"),
        ({"rule_sets": ["all"], "rules": {"set": "sipie", "seven": 2}}, "not possible with changed options"),
        ({"players": ["greedy+random+random"]}, "policies: 3 for 2 seats"),
        ({"seats": (1,)}, "seats: 1; Cuttle is for 2 players"),
    ],
)
def test_what_cannot_be_is_refused(choices, fault):
    with pytest.raises(undercut.UndercutError) as error:
        design(**choices)
    assert fault in str(error.value)


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
    with StudyFolder.open(tmp_path, {"seed": 1}, resume=False) as folder:
        folder.save(Progress(1, Sums.empty(2, 3), (), ExtraSums(np.zeros((2, 1), np.int64))))
    with StudyFolder.open(tmp_path, {"seed": 1}, resume=True) as folder:
        assert folder.progress.chunks == 1
    again = StudyFolder.open(tmp_path, {"seed": 1}, resume=False)
    with pytest.raises(undercut.UndercutError, match="holds a study already"), again:
        pass
    assert [path.name for path in tmp_path.iterdir()] == [PROGRESS]
    whole, chance = (tmp_path / PROGRESS).read_bytes(), random.Random(1)
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / PROGRESS).write_bytes(damaged[: chance.choice((len(whole), len(whole), len(whole) // 2))])
        again = StudyFolder.open(tmp_path, {"seed": 1}, resume=True)
        with pytest.raises(undercut.UndercutError, match=r"progress\.npz: damaged;"), again:
            pass


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
        (("cuttle", "--vary", "four", "--resume"), "resume: name the study's folder (out)"),
        (("cuttle", "--measure", "turns"), "--measure: only with --precision"),
        (("cuttle", "--design", "grid"), "design: grid needs options to vary"),
        (("cuttle", "--out", "mistyped", "--resume"), "mistyped: holds no study to continue"),
        (("cuttle", "--vary", "four", "--games", "9000000000"), "start it with --yes, or ask for fewer --games"),
        (("cuttle", "--vary", "four", "--out", "/dev/null/x"), "/dev/null/x: Not a directory; name another folder"),
    ],
)
def test_what_the_command_cannot_study_is_refused(words, fault):
    assert fault in run(*words, code=1).stderr
