"""Solve toy Cuttle, and measure how far bots are from equilibrium: ``python bench/equilibrium.py``.

CFR+ runs on the whole tree of the game; its exploitability is exact. A bot's policy is estimated: in each information
set that the bot can reach by its own play, it chooses at least ``--runs`` times from the view alone. A best response to
the estimate gains at most what one to the bot gains, plus what it gains from errors of the estimate. So two figures
bracket the bot's exploitability in expectation:

- *upper*: the best response to the estimate, against that estimate;
- *lower*: the best response to one half of the runs, against the other half, averaged over both ways.

Their 95 % intervals are bootstrap intervals: they resample the runs. Writes
bench/results/equilibrium.json, the picture and the tables of docs/toy_cuttle.md; with ``--only-draw``, from earlier
results.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyspiel
from numpy.typing import NDArray

import undercut
import undercut.envs.openspiel  # registers the games
from undercut.bots.registry import Bot
from undercut.envs.tabular import Tree, best_response, exploitability, grow, solve, values
from undercut.games.base.parts.bots import LEVEL_NAMES

ROOT = Path(__file__).parents[1]
RESULT, PAGE, PICTURE = (
    ROOT / "bench" / "results" / "equilibrium.json",
    ROOT / "docs" / "toy_cuttle.md",
    ROOT / "docs" / "toy_cuttle.svg",
)
GAME = "undercut_cuttle(rules=toy)"
PLAYERS = ["greedy", *LEVEL_NAMES, "search:1000"]
DRAWS = 200
"""Number of bootstrap samples."""

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """How often a bot chose each action, in two halves; where it was not asked, its policy is uniform."""

    halves: tuple[Counts, Counts]
    asked: int
    seconds: float


def view_of(key: str, rules: dict) -> dict:
    """Give the view at the end of an information state, which lists its changes."""
    found = {"game": "cuttle", "rules": rules, "seats": 2}
    for line in key.split("\n"):
        found |= json.loads(line) if line.startswith("{") else {}
    return found


def estimate(tree: Tree, name: str, options: argparse.Namespace) -> Estimate:
    """Ask a bot in the information sets that it reaches, those of short histories first."""
    runs, seed, rules = options.runs, options.seed, pyspiel.load_game(options.game).inner.rules
    start, bot = time.process_time(), undercut.bot(name, "cuttle", seed=seed)
    halves = np.zeros(len(tree.actions), int), np.zeros(len(tree.actions), int)
    known: dict[str, tuple[Counter[int], Counter[int]]] = {}
    for depth in sorted(set(tree.depths.tolist())):
        reached = own_reach(tree, policy(tree, halves[0] + halves[1])) > 0
        for place in np.flatnonzero(reached & (tree.depths == depth) & (np.diff(tree.starts) > 1)).tolist():
            first, end = tree.starts[place], tree.starts[place + 1]
            view = view_of(tree.keys[place], rules)
            text = json.dumps(view)
            if text not in known:
                known[text] = ask(bot, view, runs)
            for half, chosen in zip(halves, known[text], strict=True):
                half[first:end] = [chosen[action] for action in tree.actions[first:end].tolist()]
    return Estimate(halves, len(known), time.process_time() - start)


def own_reach(tree: Tree, strategy: Floats) -> Floats:
    """Return the probability that the owner of each information set plays towards it."""
    reach = np.ones((2, len(tree.players)))
    for start, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
        parents, slots = tree.parents[start:end], tree.slots[start:end]
        for player in (0, 1):
            moved = tree.players[parents] == player
            reach[player, start:end] = reach[player, parents] * np.where(moved, strategy[slots], 1.0)
    return reach[tree.owners, tree.first]


def ask(bot: Bot, view: dict, runs: int) -> tuple[Counter[int], Counter[int]]:
    """Count a bot's choices, alternately in two halves."""
    moves = undercut.from_view(view).legal_moves()
    halves: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    for run in range(runs):
        halves[run % 2][bot.choose(view, moves).action] += 1
    return halves


def policy(tree: Tree, counts: Counts) -> Floats:
    """Return the shares of the choices; uniform where there are none."""
    sums = np.add.reduceat(counts, tree.starts[:-1])[tree.sets]
    return np.where(sums > 0, counts / np.maximum(sums, 1), tree.uniform())


def bracket(tree: Tree, halves: tuple[Counts, Counts]) -> tuple[float, float]:
    """Return the lower and the upper figure."""
    upper = exploitability(tree, policy(tree, halves[0] + halves[1]))
    shares = [policy(tree, half) for half in halves]
    lower = 0.0
    for learned, met in (shares, shares[::-1]):
        for player in (0, 1):
            owners = tree.owners[tree.sets]
            response = best_response(tree, learned, player)[1]
            value = values(tree, np.where(owners == player, response, met))[0]
            lower += (value if player == 0 else -value) / 4
    return lower, upper


def resampled(tree: Tree, counts: Counts, chance: np.random.Generator) -> Counts:
    """Draw a bootstrap sample: as many choices in each information set, by their shares."""
    shares, found = policy(tree, counts), np.zeros_like(counts)
    for first, end in zip(tree.starts, tree.starts[1:], strict=False):
        if total := counts[first:end].sum():
            found[first:end] = chance.multinomial(total, shares[first:end])
    return found


def curve(tree: Tree, iterations: int, *, plus: bool) -> tuple[list[tuple[int, float]], Floats]:
    """Return the exploitability after some of the iterations, and the last strategy."""
    marks = {round(10 ** (step / 8)) for step in range(int(np.log10(iterations) * 8) + 1)} | {iterations}
    points, strategy = [], tree.uniform()
    for iteration, found in zip(range(1, iterations + 1), solve(tree, plus=plus), strict=False):
        strategy = found
        if iteration in marks:
            points.append((iteration, exploitability(tree, found)))
    return points, strategy


def measured(tree: Tree, name: str, options: argparse.Namespace, solution: Floats) -> dict:
    """Measure a bot's exploitability, with bootstrap intervals."""
    chance = np.random.default_rng(options.seed)
    found = estimate(tree, name, options)
    lower, upper = bracket(tree, found.halves)
    samples = [
        bracket(tree, tuple(resampled(tree, half, chance) for half in found.halves)) for _ in range(options.draws)
    ]
    low, high = np.percentile(np.array(samples), [2.5, 97.5], axis=0)
    counts = found.halves[0] + found.halves[1]
    return {
        "name": name,
        "lower": lower,
        "lower_interval": [low[0], high[0]],
        "upper": upper,
        "upper_interval": [low[1], high[1]],
        "against_solution": against(tree, policy(tree, counts), solution),
        "views": found.asked,
        "runs": options.runs,
        "seconds": found.seconds,
    }


def against(tree: Tree, strategy: Floats, solution: Floats) -> float:
    """Return what a strategy gets against another, on average over both seats."""
    owners = tree.owners[tree.sets]
    first = values(tree, np.where(owners == 0, strategy, solution))[0]
    second = -values(tree, np.where(owners == 1, strategy, solution))[0]
    return (first + second) / 2


def measure(options: argparse.Namespace) -> dict:
    """Solve the game and measure all bots."""
    tree = grow(pyspiel.load_game(options.game))
    print(f"{options.game}: {len(tree.players):,} histories, {len(tree.keys):,} information sets", flush=True)
    points, solution = curve(tree, options.iterations, plus=True)
    plain, _ = curve(tree, options.iterations, plus=False)
    print(f"CFR+: exploitability {points[-1][1]:.2e} after {points[-1][0]} iterations", flush=True)
    result = {
        "game": options.game,
        "histories": len(tree.players),
        "sets": len(tree.keys),
        "sets_with_a_choice": int((np.diff(tree.starts) > 1).sum()),
        "deals": int(tree.levels[first_move(tree) + 1] - tree.levels[first_move(tree)]),
        "value": float(values(tree, solution)[0]),
        "uniform": exploitability(tree, tree.uniform()),
        "curves": {"CFR+": points, "CFR": plain},
        "players": json.loads(options.out.read_text(encoding="utf-8"))["players"] if options.out.exists() else [],
    }
    for name in options.players:
        row = measured(tree, name, options, solution)
        print(json.dumps(row), flush=True)
        others = [one for one in result["players"] if one["name"] != name]
        result["players"] = ordered([*others, row])
        options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return result


def ordered(rows: list[dict]) -> list[dict]:
    """Sort rows as the players are listed by default; others follow."""
    return sorted(rows, key=lambda row: PLAYERS.index(row["name"]) if row["name"] in PLAYERS else len(PLAYERS))


def first_move(tree: Tree) -> int:
    """Return the length of the histories at the first decision: the deal is complete."""
    return int(tree.depths.min())


def table(result: dict) -> str:
    """Write the results as Markdown for the page."""
    sets = f"{result['sets']:,} information sets ({result['sets_with_a_choice']:,} with a choice)"
    lines = [
        f"`{result['game']}`: {result['histories']:,} histories, {result['deals']} deals, {sets}.",
        f"Seat 0 gets {result['value']:+.4f} in equilibrium.",
        "",
        "| iterations | CFR+ | CFR |",
        "|---:|---:|---:|",
    ]
    plain = dict(map(tuple, result["curves"]["CFR"]))
    wanted = {1, 10, 100, 1_000, 10_000, result["curves"]["CFR+"][-1][0]}
    lines += [f"| {i:,} | {found:.6f} | {plain[i]:.6f} |" for i, found in result["curves"]["CFR+"] if i in wanted]
    lines += [
        "",
        "| player | exploitability: lower figure (95 %) | upper figure (95 %) | against the solution | views, runs |",
        "|---|---:|---:|---:|---:|",
        f"| uniform random | {result['uniform']:.4f} | {result['uniform']:.4f} | | exact |",
    ]
    for row in result["players"]:
        cells = [_figure(row[each], *row[f"{each}_interval"]) for each in ("lower", "upper")]
        cells += [f"{row['against_solution']:+.4f}", f"{row['views']}, {row['runs']}"]
        lines.append(f"| `{row['name']}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _figure(value: float, low: float, high: float) -> str:
    """Write a figure with its interval; runs that all agree give none.

    Example:
        >>> _figure(0.5, 0.4, 0.6), _figure(0.0, 0.0, 0.0)
        ('0.5000 (0.4000 to 0.6000)', '0.0000 (all runs agree)')
    """
    between = f"{low:.4f} to {high:.4f}"
    return f"{value:.4f} ({'all runs agree' if f'{low:.4f}' == f'{high:.4f}' else between})"


def draw(result: dict) -> None:
    """Draw the curves, with the bots as horizontal lines."""
    import matplotlib as mpl  # noqa: PLC0415  only for the picture
    from matplotlib import pyplot as plt  # noqa: PLC0415  as above

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "undercut"
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for name, points in result["curves"].items():
        axes.loglog(*zip(*points, strict=True), label=name)
    for place, row in enumerate(sorted(result["players"], key=lambda row: row["upper"])):
        axes.axhline(row["upper"], linestyle=":", color="grey")
        # Names of neighbouring lines stand side by side, and right of the curves.
        axes.annotate(row["name"], (1000 if place % 2 else 350, row["upper"]), fontsize=8, ha="right", va="bottom")
    axes.set(xlabel="iterations", ylabel="exploitability", title="Toy Cuttle")
    axes.legend()
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--iterations", type=int, default=1_000)
    parser.add_argument("--players", nargs="*", default=PLAYERS)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--draws", type=int, default=DRAWS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULT)
    parser.add_argument("--only-draw", action="store_true")
    options = parser.parse_args()
    result = json.loads(options.out.read_text(encoding="utf-8")) if options.only_draw else measure(options)
    block = f"<!-- results -->\n\n{table(result)}\n\n<!-- end of results -->"
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        re.sub(r"<!-- results -->.*<!-- end of results -->", lambda _: block, text, flags=re.DOTALL), "utf-8"
    )
    draw(result)


if __name__ == "__main__":
    main()
