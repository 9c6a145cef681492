from dataclasses import replace
from random import Random

from undercut.studies.results import CardWorth, CellResult, Estimate, SkillShare, Study

RULES = ("sipie", {"set": "sipie", "four": "random"}, {"set": "sipie", "seven": 2})
MEASURES = {"share_0": 0.5, "turns": 14.0, "draws": 0.01, "choices": 6.0, "settled": 0.4}
MEASURES |= {"end_points": 0.99, "counters": 2}


def cell(rules: object, policy: str, random: Random) -> CellResult:
    turns = tuple(random.randrange(1, 100) for _ in range(40))
    changes = {} if isinstance(rules, str) else {name: value for name, value in rules.items() if name != "set"}
    leads = tuple((500, random.randrange(200, 400)) for _ in range(30))
    games = sum(turns)
    reasons = {"stopped": 0, "points": games - 30, "passes": 30}
    label, policies = f"{rules}, {policy}", (policy,) * 2
    return CellResult(label, rules, changes, 2, policies, games, games, reasons, turns, leads, 10**5)


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
    gaps = {"2": 0.1, "J": -0.02}
    worths = tuple(CardWorth(0, kind, 100, gap, 0.01, gap - 0.03, gap + 0.03) for kind, gap in gaps.items())
    parts = {"deal": (0.2, 0.1, 0.3), "seat": (0.01, 0.0, 0.02), "player": (0.3, 0.2, 0.4), "rest": (0.49, 0.4, 0.6)}
    skills = (SkillShare(0, ("random", "greedy"), parts),)
    return Study(
        "cuttle", "undercut lab cuttle --vary four,seven", {}, 1, paired=True, confidence=0.95, factor=3.9,
        finished="games", version="1", date="2026-01-01", seconds=1.0, cells=cells, estimates=tuple(estimates),
        worths=worths, skills=skills,
    )  # fmt: skip


def opposed() -> Study:
    study = made_study()
    changed = [*study.estimates]
    for place, each in enumerate(changed):
        gap = {1: 2.0, 4: -2.0}.get(each.cell)
        if each.measure == "turns" and each.base is not None and gap:
            changed[place] = replace(each, value=gap, low=gap - 0.1, high=gap + 0.1)
    return replace(study, estimates=tuple(changed))
