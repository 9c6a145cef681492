"""The learning curves of the baselines as a picture: wins by time, and exploitability by time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from statistics import median

from undercut.draw.chart import DASHES, FAINT, SERIES, Axis, Plot, document, legend, words
from undercut.draw.shapes import tag
from undercut.games.base import registry

WIDTH, HEIGHT = 648, 330
_LEFT, _MIDDLE, _TOP, _BOTTOM, _LEGEND = 48.0, 330.0, 26.0, 200.0, 246.0

Point = tuple[float, float, float, float]
"""The minutes, and the median, least and greatest value of several seeds."""


def curves(rows: Sequence[dict]) -> str:
    """Draw all runs: a line through the medians of the seeds, and a band from the least to the greatest value."""
    large = [row for row in rows if row["rules"] != "toy"]
    small = [row for row in rows if row["rules"] == "toy" and not row["file"]]
    wins = Plot(Axis(0, _last(large), _LEFT, _MIDDLE - 30), Axis(0, 100, _BOTTOM, _TOP))
    highest = max((row["curve"][0]["exploitability"] for row in small), default=0.1)
    gains = Plot(Axis(0, _last(small), _MIDDLE + 24, WIDTH - 14), Axis(0, highest, _BOTTOM, _TOP))
    parts = _panel(wins, large, _wins_name, lambda point: 100 * point["share"], "Wins against greedy, %")
    parts += _panel(gains, small, _toy_name, lambda point: point["exploitability"], "Exploitability, toy Cuttle")
    label = "Learning curves of the baselines: wins against greedy, and exploitability of toy Cuttle, by minutes"
    return document([*wins.parts, *gains.parts, *parts], WIDTH, HEIGHT, label=label) + "\n"


def _panel(
    plot: Plot, rows: Sequence[dict], name: Callable[[dict], str], value: Callable[[dict], float], title: str
) -> list[str]:
    """Draw a line and a band for each kind of run; return the legend and the title."""
    plot.numbers_below(plot.x.ticks(), "minutes of one core")
    plot.numbers_left(plot.y.ticks(), "")
    samples = list[tuple[str, str]]()
    for place, (said, runs) in enumerate(groupby(sorted(rows, key=name), key=name)):
        points = _points([run["curve"] for run in runs], value)
        style = {"stroke": SERIES[place], "stroke_width": 1.6, "stroke_dasharray": DASHES[place % len(DASHES)]}
        band = [(at, high) for at, _, _, high in points] + [(at, low) for at, _, low, _ in reversed(points)]
        plot.area(band, fill=SERIES[place], fill_opacity=0.15)
        plot.line([(at, middle) for at, middle, _, _ in points], **style)
        samples.append((tag("line", x1=0, x2=18, y1=0, y2=0, **style), said))
    plot.parts.append(words(plot.x.start, _TOP - 10, title, font_weight="bold", fill=FAINT))
    return [legend(samples, plot.x.start, _LEGEND)]


def _points(found: Sequence[Sequence[dict]], value: Callable[[dict], float]) -> list[Point]:
    """Put the curves of several seeds together: their points are of the same rounds."""
    together: list[Point] = []
    for points in zip(*found, strict=True):
        values = [value(point) for point in points]
        minutes = median(point["seconds"] for point in points) / 60
        together.append((minutes, median(values), min(values), max(values)))
    return together


def _last(rows: Sequence[dict]) -> float:
    return max((row["curve"][-1]["seconds"] for row in rows), default=60) / 60


def _wins_name(row: dict) -> str:
    shipped = ", as baseline:ppo" if row["file"] else ""
    return f"{registry.spec(row['game']).title}: {row['algorithm']}{shipped}"


def _toy_name(row: dict) -> str:
    return row["algorithm"]
