"""A small made-up study: two changes of Cuttle, each between greedy and between random players."""

from dataclasses import replace
from random import Random

from undercut.studies.results import CardWorth, CellResult, Estimate, SkillShare, Study

RULES = ("sipie", {"set": "sipie", "four": "random"}, {"set": "sipie", "seven": 2})
MEASURES = {
    "share_0": 0.5,
    "turns": 14.0,
    "draws": 0.01,
    "choices": 6.0,
    "settled": 0.4,
    "end_points": 0.99,
    "counters": 2,
}


def cell(rules: object, policy: str, random: Random) -> CellResult:
    turns = tuple(random.randrange(1, 100) for _ in range(40))
    changes = {} if isinstance(rules, str) else {name: value for name, value in rules.items() if name != "set"}
    leads = tuple((500, random.randrange(200, 400)) for _ in range(30))
    games = sum(turns)
    reasons = {"stopped": 0, "points": games - 30, "passes": 30}
    return CellResult(
        f"{rules}, {policy}", rules, changes, 2, (policy,) * 2, games, games, reasons, turns, leads, 10**5
    )


def made_study(seed: int = 1) -> Study:
    random = Random(seed)
    cells = tuple(cell(rules, policy, random) for policy in ("greedy", "random") for rules in RULES)
    values = [{name: value * random.uniform(0.8, 1.2) for name, value in MEASURES.items()} for _ in cells]
    estimates = []
    for number, found in enumerate(values):
        for name, value in found.items():
            estimates.append(Estimate(name, number, None, value, value / 99, 0.98 * value, 1.02 * value))
    for number, base in ((1, 0), (2, 0), (4, 3), (5, 3)):
        for name, value in values[number].items():
            gap, half = value - values[base][name], 0.05 * MEASURES[name]
            estimates.append(Estimate(name, number, base, gap, half / 3.9, gap - half, gap + half, gain=3.0))
    worths = tuple(
        CardWorth(0, kind, 100, gap, 0.01, gap - 0.03, gap + 0.03) for kind, gap in (("2", 0.1), ("J", -0.02))
    )
    parts = {"deal": (0.2, 0.1, 0.3), "seat": (0.01, 0.0, 0.02), "player": (0.3, 0.2, 0.4), "rest": (0.49, 0.4, 0.6)}
    skills = (SkillShare(0, ("random", "greedy"), parts),)
    return Study(
        "cuttle", "undercut lab cuttle --vary four,seven", {}, 1, paired=True, confidence=0.95, factor=3.9,
        finished="games", version="1", date="2026-01-01", seconds=1.0, cells=cells, estimates=tuple(estimates),
        worths=worths, skills=skills,
    )  # fmt: skip


def opposed() -> Study:
    study = made_study()
    gaps = {1: 2.0, 4: -2.0}
    changed = [
        replace(each, value=gaps[each.cell], low=gaps[each.cell] - 0.1, high=gaps[each.cell] + 0.1)
        if each.measure == "turns" and each.base is not None and each.cell in gaps
        else each
        for each in study.estimates
    ]
    return replace(study, estimates=tuple(changed))
