"""The charts of a report: narrow enough for a phone, in colours that a page can exchange for its own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import NormalDist
from typing import Generic, NamedTuple, TypeVar

from undercut.cards import Pack
from undercut.draw import chart
from undercut.draw.as_svg import png
from undercut.draw.chart import DASHES, FAINT, INK, LEGEND_LINE, LINE, PAPER, SERIES, SHAPES, Axis, Plot
from undercut.draw.faces import HEIGHT as CARD_HEIGHT
from undercut.draw.faces import WIDTH as CARD_WIDTH
from undercut.draw.faces import Detail, face
from undercut.draw.shapes import num, tag
from undercut.draw.style import PLAIN
from undercut.estimates import mean, wilson
from undercut.games.base import registry
from undercut.studies.results import CardWorth, CellResult
from undercut.studies.sentences import Findings
from undercut.studies.summary import Change, base_numbers, differing, of_bases
from undercut.studies.wording import Amount, part_name, percent, players, short, worth_of
from undercut.translation import _

_Item = TypeVar("_Item")

WIDTH = 266.4  # width of every chart: its letters, 8.5 high, stay legible on the narrowest phones

_AXIS = 33.0
_NAME, _LINE, _END = 13.7, 10.8, 4.3
"""Heights: of the axis below, of a name, of a line below it, and of the space after the last one."""

_PIXELS = 592
_COLOURS = 6
_VARIABLES = {INK: "ink", FAINT: "faint", LINE: "line", PAPER: "paper"} | {
    colour: f"series-{place}" for place, colour in enumerate(SERIES[:_COLOURS])
}
"""The colours that a page can exchange, with the names of its variables."""


def series(place: int) -> str:
    return SERIES[place % _COLOURS]


@dataclass(frozen=True, slots=True)
class Chart:
    name: str  # of its files
    title: str
    text: str
    parts: tuple[str, ...]
    height: float

    @property
    def svg(self) -> str:
        return chart.document(self.parts, WIDTH, self.height, label=self.title)

    @property
    def png(self) -> bytes:
        """The chart as a picture of pixels, where `draw.as_svg.has_pixels`."""
        return png(self.svg, width=_PIXELS)

    @property
    def inline(self) -> str:
        """The SVG for a figure of a page, whose style may exchange the colours (`colour_rules`)."""
        return chart.document(self.parts, WIDTH, self.height, label=None)


def colour_rules() -> str:
    rules = ((use, colour, name) for colour, name in _VARIABLES.items() for use in ("fill", "stroke"))
    return "".join(f'figure [{use}="{colour}"] {{ {use}: var(--{name}); }}\n' for use, colour, name in rules)


@dataclass(frozen=True, slots=True)
class PlotArea:
    height: float  # of the plot, without its legend and axis
    legend: int = 0  # number of lines of the legend
    left: float = 10.0
    right: float = 10.0

    @property
    def top(self) -> float:
        return 6 + LEGEND_LINE * self.legend

    def plot(self, x: tuple[float, float], y: tuple[float, float]) -> Plot:
        return Plot(Axis(*x, self.left, WIDTH - self.right), Axis(*y, self.top, self.top + self.height))

    def parts(self, plot: Plot, entries: Sequence[tuple[str, str]] = ()) -> tuple[tuple[str, ...], float]:
        """Return the parts of a chart with its legend, and its height."""
        names = chart.legend(entries, self.left, 4 + LEGEND_LINE / 2)
        return (*plot.parts, names), self.top + self.height + _AXIS


class Rows(Generic[_Item]):
    """Named rows of lines: each name stands above its lines, so that long names fit on a phone."""

    def __init__(self, rows: Iterable[tuple[str, Sequence[_Item]]]) -> None:
        self._names: list[tuple[str, float]] = []
        self.lines: list[tuple[_Item, float]] = []  # what each line shows, and its middle
        y = 0.0
        for name, items in rows:
            self._names.append((name, y + _NAME - 3.5))
            self.lines += [(item, y + _NAME + _LINE * (line + 0.5)) for line, item in enumerate(items)]
            y += _NAME + _LINE * len(items)
        self.height = y + _END

    def write(self, plot: Plot) -> None:
        for name, y in self._names:
            at = plot.y.at(y)
            width = 4.6 * len(name)
            plot.parts.append(tag("rect", x=plot.x.start, y=at - 8, width=width, height=10, fill=PAPER))
            plot.parts.append(chart.words(plot.x.start, at, name))


def _around(amounts: Sequence[Amount]) -> tuple[float, float]:
    """Return the ends of an axis on which intervals and 0 lie, with a margin."""
    low, high = min(0.0, *(amount.low for amount in amounts)), max(0.0, *(amount.high for amount in amounts))
    margin = 0.06 * (high - low)
    return low - margin, high + margin


_MOST = 4  # how many curves one chart can hold
_FEWEST = 200  # turns that fewer games reached with a leader are left out
_SHOWN = 0.995  # the part of all games that the distribution of lengths shows; few games are very long
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_CARD, _ROW = 22.0, 36.0  # width of a card, and height of its row
_HATCHES = ("", "M0 6L6 0", "M2 3H4", "M0 0L6 6", "M0 6L6 0M0 0L6 6", "M0 3H6")
_STOPPED = "stopped"


# --- Differences, as a forest plot ---


def differences(findings: Findings, found: Sequence[Change], measure: str) -> Chart | None:
    rows = [(change.code, amounts) for change, amounts in differing(findings, found, measure)]
    if not rows:
        return None
    unit = _unit(findings, measure)
    laid = Rows(rows)
    names = tuple(dict.fromkeys(who for (who, _amount), _y in laid.lines))
    area = PlotArea(laid.height, len(names))
    plot = area.plot(_around([amount for (_who, amount), _y in laid.lines]), (0, laid.height))
    plot.numbers_below(plot.x.ticks(), _("difference in {unit}").format(unit=unit))
    plot.upright(0, stroke=INK, stroke_width=0.9)
    laid.write(plot)
    for (who, amount), y in laid.lines:
        _interval(plot, amount, y, names.index(who))
    return Chart(
        f"difference-{measure}".replace("_", "-"),
        _("Differences: {title}").format(title=findings.title(measure)),
        _("Differences from the base in {unit}; a hollow mark means that the difference may be zero.").format(
            unit=unit
        ),
        *area.parts(plot, [(_sample(place), name) for place, name in enumerate(names)]),
    )


def _unit(findings: Findings, measure: str) -> str:
    if findings.phrases(measure).relative:
        return _("percent")
    return _("percentage points") if findings.unit(measure) == "share" else findings.title(measure)


def _interval(plot: Plot, amount: Amount, y: float, place: int) -> None:
    colour = series(place)
    plot.span(amount.low, amount.high, y, stroke=colour, stroke_width=1.6)
    plot.symbol(amount.value, y, SHAPES[place % len(SHAPES)], colour, colour if amount.clear else PAPER)


def _sample(place: int) -> str:
    colour = series(place)
    line = tag("path", d="M0 0H18", stroke=colour, stroke_width=1.6)
    return line + chart.symbol(9, 0, SHAPES[place % len(SHAPES)], colour, colour)


# --- What cards are worth ---


def worths(findings: Findings) -> Chart | None:
    title = _("What each card is worth")
    text = _("The gain in the holder's share from this card in hand instead of a random card of the stock.")
    return _worths(findings, findings.study.worths, "card-worth", title, text)


def openings(findings: Findings) -> Chart | None:
    title = _("What each card is worth at the first turn")
    text = _("As above, for the first player's hand at the start of the game.")
    return _worths(findings, findings.study.openings, "card-worth-first-turn", title, text)


def _worths(findings: Findings, every: Sequence[CardWorth], name: str, title: str, text: str) -> Chart | None:
    found = of_bases(findings, every)
    if not found:
        return None
    values: dict[str, list[float]] = {}
    for each in found:
        values.setdefault(each.card, []).append(each.value)
    kinds = sorted(values, key=lambda kind: -mean(values[kind]))
    cells = tuple(dict.fromkeys(each.cell for each in found))
    amounts = [worth_of(each) for each in found]
    area = PlotArea(_ROW * len(kinds), len(cells), left=1.5 * _CARD)
    plot = area.plot(_around(amounts), (-0.5, len(kinds) - 0.5))
    plot.numbers_below(plot.x.ticks(), _("gain in percentage points"))
    plot.upright(0, stroke=INK, stroke_width=0.9)
    pack = registry.spec(findings.study.game).pack
    for row, kind in enumerate(kinds):
        card = kind if kind in pack.texts else f"{kind}{pack.suits[-1]}"  # or its card of the last suit
        plot.parts.append(_card(card, pack, 4.0, plot.y.at(row)))
    for worth, amount in zip(found, amounts, strict=True):
        place = cells.index(worth.cell)
        off = 0.22 * (place - (len(cells) - 1) / 2)
        _interval(plot, amount, kinds.index(worth.card) + off, place)
    names = [_cell_name(findings, findings.cell(number), findings.cell(cells[0])) for number in cells]
    return Chart(name, title, text, *area.parts(plot, [(_sample(place), each) for place, each in enumerate(names)]))


def _cell_name(findings: Findings, cell: CellResult, base: CellResult) -> str:
    return f"{short(findings.study, cell, base)}, {players(cell.policies)}"


def _card(card: str, pack: Pack, x: float, middle: float) -> str:
    scale = _CARD / CARD_WIDTH
    place = f"translate({num(x)} {num(middle - scale * CARD_HEIGHT / 2)}) scale({num(scale, 4)})"
    return tag("g", face(card, pack=pack, style=PLAIN, detail=Detail.LARGE), transform=place, fill="#000")


# --- Luck and skill ---


def skills(findings: Findings) -> Chart | None:
    found = of_bases(findings, findings.study.skills)
    if not found:
        return None
    rules = [short(findings.study, findings.cell(each.cell), findings.cell(found[0].cell)) for each in found]
    names = [f"{named}: {', '.join(each.players)}" for named, each in zip(rules, found, strict=True)]
    laid = Rows(zip(names, ([*enumerate(each.parts.items())] for each in found), strict=True))
    area = PlotArea(laid.height, left=58)
    plot = area.plot((0, 100), (0, laid.height))
    plot.numbers_below(plot.x.ticks(), _("share of the variance, %"))
    laid.write(plot)
    for (place, (part, ends)), y in laid.lines:
        _interval(plot, percent(*ends), y, place)
        plot.parts.append(chart.words(plot.x.start - 5, plot.y.at(y) + 3, part_name(part), text_anchor="end"))
    text = _("The parts of the variance of results between the named players, in percent.")
    return Chart("skill", _("What decides a game"), text, *area.parts(plot))


# --- How long games are, and how they end ---


def distribution(findings: Findings) -> Chart | None:
    cells = [cell for cell in _first_cells(findings) if sum(cell.turns)]
    if not cells:
        return None
    curves = [_shares(cell) for cell in cells]
    area = PlotArea(137, len(cells), left=42)
    plot = area.plot((0, max(map(len, curves)) - 0.5), (1.05 * max(map(max, curves)), 0))
    plot.numbers_below(plot.x.ticks(least=1), _("turns"))
    plot.numbers_left(plot.y.ticks(), _("games, %"))
    for place, shares in enumerate(curves):
        steps = [(turn + side, share) for turn, share in enumerate(shares) for side in (-0.5, 0.5)]
        points = [(max(turn, 0), share) for turn, share in steps] + [(len(shares) - 0.5, 0)]
        plot.area([(0, 0), *points], fill=series(place), fill_opacity=0.14)
        plot.line(points, **_stroke(place))
    text = _("The share of games by their number of turns; the longest {percent} % of games are left out.").format(
        percent=f"{100 * (1 - _SHOWN):.1f}"
    )
    return Chart("lengths", _("How long games are"), text, *area.parts(plot, _curve_samples(findings, cells)))


def chances(findings: Findings) -> Chart | None:
    """Draw the share of leaders who win, by turn, in the cells that others are compared with."""
    found = [(cell, points) for cell in _first_cells(findings) if (points := _leaders(cell))]
    if not found:
        return None
    every = [point for _cell, points in found for point in points]
    first, last = min(point.turn for point in every), max(point.turn for point in every)
    low, high = min(point.low for point in every), max(point.high for point in every)
    area = PlotArea(144, len(found), left=42)
    plot = area.plot((first, max(last, first + 1)), (high + 1, low - 1))
    plot.numbers_below(plot.x.ticks(least=1), _("turn"))
    plot.numbers_left(plot.y.ticks(), _("leaders who win, %"))
    for place, (_cell, points) in enumerate(found):
        ends = [(point.turn, point.high) for point in points]
        ends += [(point.turn, point.low) for point in reversed(points)]
        plot.area(ends, fill=series(place), fill_opacity=0.2)
        plot.line([(point.turn, point.share) for point in points], **_stroke(place))
    text = _(
        "Of the games that one seat leads alone at the start of a turn, the share that it wins; bands are "
        "95 % intervals of each turn by itself."
    )
    samples = _curve_samples(findings, [cell for cell, _points in found])
    return Chart("win-chance-by-turn", _("How soon a game is decided"), text, *area.parts(plot, samples))


def ends(findings: Findings, found: Sequence[Change]) -> Chart | None:
    counted = {reason for cell in findings.study.cells for reason, games in cell.reasons.items() if games}
    known = registry.spec(findings.study.game).words.ends
    named = {end.value: _(end.text) for end in known} | {_STOPPED: _("stopped for its length")}
    names = {reason: name for reason, name in named.items() if reason in counted}
    if len(names) < 2:  # noqa: PLR2004  one reason is no comparison
        return None
    laid = Rows(_cell_rows(findings, found))
    area = PlotArea(laid.height, len(names), right=72)
    plot = area.plot((0, 100), (0, laid.height))
    plot.numbers_below(plot.x.ticks(), _("games, %"))
    laid.write(plot)
    plot.parts.append(tag("defs", *(_pattern(place) for place in range(1, len(_HATCHES)))))
    for cell, y in laid.lines:
        _stack(plot, cell, y, names)
        plot.parts.append(chart.words(plot.x.end + 4, plot.y.at(y) + 3, players(cell.policies), font_size=7.5))
    samples = [(_bar_sample(place), name) for place, name in enumerate(names.values())]
    text = _("The share of games by the reason for their end.")
    return Chart("ends", _("Why games end"), text, *area.parts(plot, samples))


def _stack(plot: Plot, cell: CellResult, y: float, names: Mapping[str, str]) -> None:
    left = 0.0
    for place, reason in enumerate(names):
        right = left + 100 * cell.reasons.get(reason, 0) / max(cell.games, 1)
        for fill in _fills(place):
            plot.bar(left, right, y, 8.6, fill=fill)
        left = right


def _fills(place: int) -> tuple[str, ...]:
    hatch = place % len(_HATCHES)
    return (series(place), f"url(#ends-hatch-{hatch})") if hatch else (series(place),)


def _bar_sample(place: int) -> str:
    return "".join(tag("rect", width=18, height=8.6, y=-4.3, fill=fill) for fill in _fills(place))


def _pattern(hatch: int) -> str:
    lines = tag("path", d=_HATCHES[hatch], stroke=PAPER, stroke_width=1)
    return tag("pattern", lines, id=f"ends-hatch-{hatch}", width=6, height=6, patternUnits="userSpaceOnUse")


def spread(findings: Findings, found: Sequence[Change]) -> Chart | None:
    rows = [(name, [cell for cell in cells if sum(cell.turns)]) for name, cells in _cell_rows(findings, found)]
    laid = Rows((name, cells) for name, cells in rows if cells)
    if not laid.lines:
        return None
    line_ups = tuple(dict.fromkeys(players(cell.policies) for cell, _y in laid.lines))
    area = PlotArea(laid.height, len(line_ups))
    most = max(_quantiles(cell)[-1] for cell, _y in laid.lines)
    plot = area.plot((0, 1.04 * max(most, 1)), (0, laid.height))
    plot.numbers_below(plot.x.ticks(least=1), _("turns"))
    laid.write(plot)
    for cell, y in laid.lines:
        colour = series(line_ups.index(players(cell.policies)))
        least, low, median, high, last = _quantiles(cell)
        plot.span(least, last, y, stroke=colour, stroke_width=1.1)
        plot.span(low, high, y, stroke=colour, stroke_width=5)
        plot.symbol(median, y, "circle", colour, PAPER)
    text = _(
        "Turns of a game: the dot is the median; the thick bar holds the middle half, the thin line 90 % of games."
    )
    samples = [
        (tag("path", d="M0 0H18", stroke=series(place), stroke_width=5), name) for place, name in enumerate(line_ups)
    ]
    return Chart("length-spread", _("Length of games in every cell"), text, *area.parts(plot, samples))


def _first_cells(findings: Findings) -> list[CellResult]:
    return [findings.cell(number) for number in base_numbers(findings)[:_MOST]]


class _Led(NamedTuple):
    """The share of leaders at a turn who win, in percent, and Wilson's interval of it."""

    turn: int
    share: float
    low: float
    high: float


def _leaders(cell: CellResult) -> list[_Led]:
    found: list[_Led] = []
    for turn, (led, won) in enumerate(cell.leads):
        if led >= _FEWEST:
            low, high = wilson(won / led, led, NormalDist().inv_cdf(0.975))
            found.append(_Led(turn, 100 * (won / led), 100 * low, 100 * high))
    return found


def _shares(cell: CellResult) -> list[float]:
    games = sum(cell.turns)
    last = sum(below < _SHOWN * games for below in accumulate(cell.turns)) + 1
    return [100 * count / games for count in cell.turns[:last]]


def _quantiles(cell: CellResult) -> list[int]:
    below = list(accumulate(cell.turns))
    return [sum(count < part * below[-1] for count in below) for part in _QUANTILES]


def _stroke(place: int) -> dict[str, str | float]:
    return {"stroke": series(place), "stroke_width": 1.6, "stroke_dasharray": DASHES[place % len(DASHES)]}


def _curve_samples(findings: Findings, cells: Sequence[CellResult]) -> list[tuple[str, str]]:
    apart = len({cell.policies for cell in cells}) == len(cells)
    names = [players(cell.policies) if apart else _cell_name(findings, cell, cells[0]) for cell in cells]
    return [(tag("path", d="M0 0H18", **_stroke(place)), name) for place, name in enumerate(names)]


def _cell_rows(findings: Findings, found: Sequence[Change]) -> list[tuple[str, list[CellResult]]]:
    bases = [findings.cell(number) for number in base_numbers(findings)]
    if not found:
        return [(cell.label, [cell]) for cell in bases]
    rows = [(_("base"), bases)]
    return rows + [(change.code, [findings.cell(each.cell) for each in change.contrasts]) for change in found]
