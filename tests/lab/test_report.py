# ruff: noqa: RUF001  intervals are written with a dash

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercut
from tests.lab.reports import made_study, opposed
from tests.server.html import Page
from undercut.games.base import registry
from undercut.lab import report
from undercut.lab.charts import differences, worths
from undercut.lab.report import worth_lines
from undercut.studies.results import CardWorth, Contrast, Estimate
from undercut.studies.sentences import MAIN, Claim, Findings, together
from undercut.studies.summary import changes, line, summary
from undercut.studies.wording import Amount

NUMBER = r"\d+(?:\.\d+)?"
WITH_INTERVAL = re.compile(rf"({NUMBER})[^()]*\(({NUMBER})–({NUMBER})\)")
RELATIVE = {"turns", "choices"}
SHARES = {"share_0", "draws", "settled", "end_points"}


def key(estimate: Estimate) -> tuple[str, int, int | None]:
    return estimate.measure, estimate.cell, estimate.base


def printed(findings: Findings, claim: Claim) -> tuple[float, float, float]:
    """What a sentence should say of an estimate, worked out anew: its size and the ends of its interval."""
    found = claim.estimate
    if found.base is None or found.measure not in RELATIVE:
        ends = [100 * each if found.measure in SHARES else each for each in (found.value, found.low, found.high)]
    else:
        wanted = found.measure, found.base, None
        base = next(each for each in findings.study.estimates if key(each) == wanted)
        ratios = [end / below for end in (found.low, found.high) for below in (base.low, base.high)]
        ends = [100 * found.value / base.value, 100 * min(ratios), 100 * max(ratios)]
    value, low, high = ends
    return (-value, -high, -low) if value < 0 else (value, low, high)


def claims(findings: Findings) -> list[Claim]:
    cells = range(len(findings.study.cells))
    levels = [findings.value(name, cell) for name in findings.names for cell in cells]
    return [claim for claim in levels if claim] + differences_in(findings)


def differences_in(findings: Findings) -> list[Claim]:
    told = [change.claims(findings, name) for change in changes(findings) for name in findings.names]
    return [*chain.from_iterable(told)]


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_of_sentences_are_those_of_the_study(seed):
    findings = Findings(made_study(seed))
    for claim in claims(findings):
        value, low, high = printed(findings, claim)
        if not claim.effect:
            (bound,) = re.findall(rf"^{NUMBER}", claim.text)
            assert max(abs(low), abs(high)) <= float(bound) * (1 + 1e-9)
            continue
        (found,) = WITH_INTERVAL.findall(str(claim))
        last = 10.0 ** -len(found[0].partition(".")[2])
        said = [float(number) for number in found]
        assert abs(said[0] - value) <= 0.5 * last + 1e-9
        assert low - last < said[1] <= low + 1e-6
        assert high - 1e-6 <= said[2] < high + last


def test_only_what_excludes_zero_is_told_as_an_effect():
    found = differences_in(Findings(made_study()))
    assert {claim.effect for claim in found} == {True, False}
    for claim in found:
        assert claim.effect == (claim.estimate.low > 0 or claim.estimate.high < 0)
        assert together([claim]).startswith("no effect larger than") != claim.effect


def test_a_difference_of_nothing_is_told_as_none():
    study = made_study()
    same = [replace(each, value=0.0, low=0.0, high=0.0) if each.base is not None else each for each in study.estimates]
    findings = Findings(replace(study, estimates=tuple(same)))
    claim = findings.effect("turns", Contrast(1, 0))
    assert together([claim]) == "no difference in turns in a game"


def test_much_longer_games_are_told_in_times_as_long():
    study = made_study()
    base = next(each for each in study.estimates if key(each) == ("turns", 0, None))
    gap = {"value": 9 * base.value, "low": 8 * base.value, "high": 10 * base.value}
    longer = [replace(each, **gap) if key(each) == ("turns", 1, 0) else each for each in study.estimates]
    claim = Findings(replace(study, estimates=tuple(longer))).effect("turns", Contrast(1, 0))
    assert str(claim) == "games are 10 times as long (8–12)"


def test_where_the_players_disagree_is_told():
    told = next(each for each in summary(Findings(opposed())).disagreements if each.startswith("Who chooses"))
    assert "greedy players, games are" in told
    assert "longer" in told
    assert "random players, games are" in told
    assert "shorter" in told


def test_a_summary_names_its_players_in_every_sentence():
    findings = Findings(made_study())
    told = summary(findings)
    for said in (*told.bases, *told.largest):
        assert str(said).count("etween greedy players") == str(said).count("etween random players") == 1
    assert [len(line(findings, change, MAIN).parts) for change in changes(findings)] == [2, 2]


@given(st.floats(-1e4, 1e4), st.floats(1e-6, 1e3), st.floats(1e-6, 1e3))
def test_a_printed_interval_covers_the_real_one(value, below, above):
    amount = Amount(value, value - below, value + above)
    low, high = (float(end.replace("−", "-")) for end in re.split("–| to ", amount.interval))
    assert low <= amount.low + 1e-6
    assert high >= amount.high - 1e-6
    assert amount.low <= float(str(amount).replace("−", "-")) + 1
    assert float(amount.bound) >= max(abs(amount.low), abs(amount.high)) - 1e-6


def test_a_page_needs_nothing_else(tmp_path):
    source = report.write(made_study(), tmp_path).read_text(encoding="utf-8")
    page = Page(source)
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe", "object"}
    ids = page.every("id")
    assert len(ids) == len(set(ids))
    addresses = [address for name in ("src", "href", "xlink:href", "data") for address in page.every(name)]
    assert {*addresses} <= {f"#{name}" for name in ids}
    assert {*re.findall(r"url\(#([^)]*)\)", source)} <= {*ids}
    charts = {path.stem for path in (tmp_path / "charts").iterdir()}
    assert {"difference-turns", "card-worth", "skill", "lengths", "win-chance-by-turn", "ends"} <= charts
    assert {path.suffix for path in (tmp_path / "charts").iterdir()} == {".svg", ".png"}
    assert source.count("<figure>") == len(charts)


def test_an_interrupted_write_leaves_the_page_that_was_there(tmp_path, monkeypatch):
    page = tmp_path / report.REPORT
    page.write_text("before")
    monkeypatch.setattr(Path, "write_bytes", lambda path, _: path.mkdir())
    with pytest.raises(undercut.UndercutError, match=report.REPORT):
        report.write_whole(page, "after")  # the other files are drawn for long
    assert page.read_text() == "before"


def test_a_page_can_do_without_pictures_of_pixels(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "has_pixels", lambda: False)
    report.write(made_study(), tmp_path)
    assert {path.suffix for path in (tmp_path / "charts").iterdir()} == {".svg"}


def test_only_cards_that_differ_from_a_random_one_are_named():
    study = made_study()
    (told,) = worth_lines(Findings(study))
    assert told.endswith("the two, +10 percentage points (7–13).")
    vague = tuple(replace(each, low=-0.2, high=0.2) for each in study.worths)
    (told,) = worth_lines(Findings(replace(study, worths=vague)))
    assert told.endswith("no card differs from a random one by more than 20 percentage points.")


def test_equal_studies_give_equal_charts():
    both = Findings(made_study()), Findings(made_study())
    first, second = (differences(findings, changes(findings), "turns") for findings in both)
    assert first == second
    assert first.svg.count("<text") > 5


@pytest.mark.parametrize(("game", "kinds"), [("cuttle", "A2TJQK"), ("cups", "A5PNQ"), ("cut_the_rope", "1X")])
def test_every_pack_is_drawn(game, kinds):
    pack = registry.spec(game).pack
    kinds = [kind for kind in (*kinds, "10") if kind in pack.texts or kind in pack.ranks]
    found = tuple(CardWorth(0, kind, 9, 0.1, 0.01, 0.05, 0.15) for kind in kinds)
    cells = tuple(replace(each, rules=next(iter(registry.spec(game).rule_sets))) for each in made_study().cells[:1])
    drawn = worths(Findings(replace(made_study(), game=game, worths=found, cells=cells, estimates=())))
    assert drawn.png.startswith(b"\x89PNG")
    assert drawn.svg.count("<path") > 5 * len(kinds)
