import errno
import os
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import undercut
import undercut.lab
from undercut.lab import report
from undercut.lab.cells import play_deals
from undercut.lab.design import ask
from undercut.lab.study_run import open_run, read_plan, run_study
from undercut.studies import results
from undercut.studies.sentences import Findings


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Play without a compiler, find rare without exact counts, and draw no report."""
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    monkeypatch.setattr(report, "write", lambda study, folder: None)  # noqa: ARG005  named by position
    monkeypatch.setattr("undercut.lab.intervals.is_rare", lambda _: False)


def plan_of(games=47, precision=None, vary="four", players=("random",), *, anytime=False, **choices):
    question = ask(undercut.game("cuttle"), vary=vary, players=players)
    choices = {"measure": "turns", "seed": 5, "interest": False, "skill": False, **choices}
    plan = read_plan(question, games=games, precision=precision, anytime=anytime, **choices)
    # Small chunks, so that there are many of them.
    return replace(plan, chunk=2)


def held(plan, out=None, *, resume=False, **choices):
    with open_run(plan, out, resume=resume) as running:
        return replace(run_study(running, **choices), seconds=0)


def stop_after(chunks, error=KeyboardInterrupt):
    def watch(running):
        if running.progress.chunks >= chunks:
            raise error

    return watch


def test_cells_count_their_games():
    study = held(plan_of())
    rows = play_deals(plan_of().design.cells[1], 5, 0, 47)[0]
    cell = study.cells[1]
    assert cell.label == "four=random, random"
    assert cell.deals == cell.games == sum(cell.reasons.values()) == sum(cell.turns) == 47
    assert cell.decisions == rows[:, 6].sum()
    turns = next(found for found in study.estimates if (found.measure, found.cell, found.base) == ("turns", 1, None))
    assert turns.value == pytest.approx(rows[:, 7].mean())
    assert turns.error == pytest.approx(rows[:, 7].std(ddof=1) / 47**0.5)


def test_interrupted_it_goes_on_with_the_same_results(tmp_path):
    plan = plan_of()
    stopped = held(plan, tmp_path, watch=stop_after(3))
    assert stopped.finished == "stopped"
    assert stopped.cells[0].deals == 2 * 3
    assert undercut.lab.load(tmp_path).cells == stopped.cells
    with pytest.raises(MemoryError):
        held(plan, tmp_path, resume=True, watch=stop_after(5, MemoryError))
    with open_run(plan, tmp_path, resume=True) as running:
        assert running.deals == 2 * 5
    assert held(plan, tmp_path, resume=True) == held(plan)


def test_a_longer_study_goes_on_with_the_same_results(tmp_path):
    """Though the last chunk of the shorter one was not whole."""
    held(plan_of(games=23), tmp_path)
    assert held(plan_of(), tmp_path, resume=True) == held(plan_of())
    with pytest.raises(undercut.UndercutError, match="this study has 46 deals already; ask for as many or more"):
        held(plan_of(games=23), tmp_path, resume=True)


def test_a_study_shorter_than_a_chunk_is_made_longer(tmp_path):
    with pytest.raises(undercut.UndercutError, match="holds no study to continue"):
        held(plan_of(), tmp_path, resume=True)
    held(plan_of(games=1), tmp_path)
    with pytest.raises(undercut.UndercutError, match="seed: 5 there, 6 now"):
        held(replace(plan_of(), seed=6), tmp_path, resume=True)
    assert held(plan_of(), tmp_path, resume=True) == held(plan_of())


def test_a_precise_study_ends_at_the_same_deal_however_it_is_played(tmp_path):
    plan = plan_of(games=1000, precision=14.0)
    study = held(plan)
    assert study.finished == "precision"
    assert study.cells[0].deals == 40
    assert held(plan, processes=2) == study
    held(plan, tmp_path, watch=stop_after(13))
    assert held(plan, tmp_path, resume=True) == study
    assert held(plan, tmp_path, resume=True) == study


def test_rows_of_games_are_kept_once(tmp_path):
    plan = plan_of(keep_games=True)
    held(plan, tmp_path, watch=stop_after(5), processes=2)
    held(plan, tmp_path, resume=True)
    games = pl.read_parquet(tmp_path / "games" / "*.parquet")
    assert games.group_by("cell").len().sort("cell").rows() == [(0, 47), (1, 47)]
    assert games.filter(pl.col("cell") == 1)["deal"].sort().to_list() == [*range(47)]
    cells = pl.read_parquet(tmp_path / "cells.parquet")
    estimates = pl.read_parquet(tmp_path / "estimates.parquet")
    assert cells["games"].to_list() == [47, 47]
    turns = estimates.filter(pl.col("measure") == "turns", pl.col("cell") == 1, pl.col("base").is_null())["value"]
    assert turns.item() == pytest.approx(games.filter(pl.col("cell") == 1)["turns"].mean())


def test_a_folder_is_not_used_for_another_study(tmp_path):
    held(plan_of(), tmp_path)
    for plan, resume, fault in (
        (plan_of(), False, "holds a study already .progress.npz.; continue it with --resume"),
        (plan_of(vary="seven"), True, r'another study: vary: {"four": \["random"\]} there, {"seven": \[2\]} now'),
        (replace(plan_of(), seed=6), True, "seed: 5 there, 6 now"),
    ):
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        with pytest.raises(undercut.UndercutError, match=fault):
            held(plan, tmp_path, resume=resume)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_intervals_that_hold_at_any_time_are_wider():
    usual, always = held(plan_of()), held(plan_of(anytime=True))
    assert always.command == usual.command.replace("--seed 5", "--seed 5 --anytime")
    pairs = zip(usual.estimates, always.estimates, strict=True)
    assert all(one.high - one.low < two.high - two.low for one, two in pairs if one.high > one.low)


def test_a_folder_has_one_writer(tmp_path):
    with (
        open_run(plan_of(), tmp_path),
        pytest.raises(undercut.UndercutError, match="another study is being written there"),
        open_run(plan_of(), tmp_path),
    ):
        pytest.fail("two writers")


def test_a_full_disk_is_named_and_keeps_what_was_saved(tmp_path, monkeypatch):
    plan = plan_of()
    held(plan, tmp_path, watch=stop_after(10))

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(np, "savez_compressed", full)
        with pytest.raises(undercut.UndercutError, match=r"progress.npz: No space left .* then use --resume"):
            held(plan, tmp_path, resume=True)
    assert held(plan, tmp_path, resume=True) == held(plan)


def test_a_study_is_read_as_it_was_written(tmp_path):
    study = held(plan_of(vary="four,kings=21 14 10 7 5:5 5 5 5 5"), tmp_path)
    assert replace(undercut.lab.load(tmp_path), seconds=0) == study
    assert results.read(results.as_json(study)) == study


def changed(path, value):
    data = results.as_json(held(plan_of(games=4)))
    *places, last = path
    target = data
    for place in places:
        target = target[place]
    if value is None:
        del target[last]
    else:
        target[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (["lab"], None, "not a study: the field 'lab' is missing"),
        (["lab"], 2, r"lab: format 2; this version of Undercut reads format 1"),
        (["seed"], "x", "seed: 'x' is not a whole number"),
        (["cells"], 3, "cells: 3 is not a list"),
        (["cells", 1, "policies", 0], 3, r"cells\[1\].policies\[0\]: 3 is not a text"),
        (["cells", 0, "reasons", "points"], "x", r"cells\[0\].reasons.points: 'x' is not a whole number"),
        (["estimates", 2, "low"], None, r"estimates\[2\].low: missing"),
        (["estimates", 2, "cell"], 7, r"estimates\[2\]: cell 7 does not exist"),
        (["estimates", 2, "gain"], "x", r"estimates\[2\].gain: 'x' is not a number or null"),
        (["more"], 1, "more: unknown field"),
        (["game"], "chess", "chess"),
        (["cells", 1, "policies"], [], r"cells\[1\].policies: 0 for 2 seats"),
        (["cells", 0, "rules"], "house", r"cells\[0\]: .*house"),
        (["estimates", 2, "low"], 99, r"estimates\[2\].value: .* is not in its interval"),
    ],
)
def test_a_file_that_is_not_a_study_is_refused(path, value, fault):
    with pytest.raises(undercut.UndercutError, match=fault):
        results.read(changed(path, value))


@pytest.mark.parametrize("name", ["share_x", "end_of_the_world", "games"])
def test_a_measure_that_this_version_does_not_know_is_said_by_its_name(name):
    found = Findings(results.read(changed(["estimates", 0, "measure"], name)))
    estimate = found.study.estimates[0]
    assert found.value(name, estimate.cell).text.startswith(name.replace("_", " "))


def test_a_file_that_is_not_json_is_refused(tmp_path):
    file = tmp_path / "study.json"
    with pytest.raises(undercut.UndercutError, match=r"study.json: No such file"):
        undercut.lab.load(tmp_path)
    for data, fault in ((b'{"lab": 1', "not JSON: .*line 1 column 10"), (b"\xff", "not JSON")):
        file.write_bytes(data)
        with pytest.raises(undercut.UndercutError, match=fault):
            undercut.lab.load(file)
