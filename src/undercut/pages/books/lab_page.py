"""Data of the pages "What the rules do": the published studies of the lab in sentences and intervals."""

from collections.abc import Mapping
from functools import cache

from markupsafe import Markup
from msgspec import Struct

from undercut.draw.chart import Axis, Plot
from undercut.draw.shapes import tag
from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.games.base.sentences import capitalized
from undercut.pages.addresses import rule_address
from undercut.studies.results import published
from undercut.studies.sentences import DRAWS, FIRST, LENGTH, MAIN, MUCH, Findings, together
from undercut.studies.summary import Change, Line, base_numbers, base_rules, changes, differing, line, summary
from undercut.studies.wording import Amount, OptionChange, option_changes, players
from undercut.translation import N_, _, ngettext

_WIDTH, _LINE, _AXIS, _LETTERS, _MARGIN = 200.0, 10.0, 32.0, 9.0, 1.14
_MOST = 100.0  # what is larger, in percent or points, gets an arrow
_SERIES = 2  # number of line-ups of players with a colour of their own
_SHOWN = 6  # number of changes that a list shows before the others are asked for

_BOTS = {
    "random": N_("bots that play any legal move"),
    "greedy": N_("simple bots that play the move that looks best now, without looking ahead"),
}
_SIDES = {
    LENGTH: (N_("shorter games"), N_("longer games")),
    FIRST: (N_("wins less often"), N_("wins more often")),
    DRAWS: (N_("fewer draws"), N_("more draws")),
}
"""What lies to the left and to the right of the line of no difference."""


class Told(Struct, frozen=True):
    subject: str  # the topic; may be empty
    text: str


class Bar(Struct, frozen=True):
    players: str
    text: str  # the difference with its unit
    interval: str
    clear: bool


class Row(Struct, frozen=True):
    anchor: str
    change: str
    bars: list[Bar]
    drawing: str

    @property
    def picture(self) -> Markup:
        return Markup(self.drawing)  # noqa: S704  our own drawing of numbers


class MeasureList(Struct, frozen=True):
    title: str
    result: str  # the largest effect in a sentence; empty if none is clear
    less: str  # the word for the left side of the drawings
    more: str
    axis: str
    rows: list[Row]

    @property
    def numbers(self) -> Markup:
        return Markup(self.axis)  # noqa: S704  our own drawing of numbers

    @property
    def first(self) -> list[Row]:
        return self.rows[:_SHOWN]

    @property
    def others(self) -> list[Row]:
        return self.rows[_SHOWN:]


class Described(Struct, frozen=True):
    anchor: str
    change: str
    text: str


class LabPage(Struct, frozen=True):
    game: str
    title: str
    rule_set: str
    rules: str
    played: str
    result: str  # what games by the default rules are like
    explained: list[Told]  # the players
    bases: list[Told]
    largest: list[Told]
    disagreements: list[str]
    chart: MeasureList  # the clear differences in length between the first players
    measures: list[MeasureList]
    described: list[Described]
    caution: str
    confidence: str  # of all intervals together, in percent
    command: str
    players: list[str]
    others: str = ""
    others_address: str = ""

    @property
    def rules_address(self) -> str:
        return rule_address(self.game, self.rule_set)


class LabIndex(Struct, frozen=True):
    games: list[LabPage]


@cache
def lab_page(game: str) -> LabPage | None:
    study = published(game)
    if study is None:
        return None
    findings = Findings(study, OptionChange.by_answer)
    told, found = summary(findings), changes(findings)
    return LabPage(
        game=game,
        title=registry.spec(game).title,
        rule_set=base_rules(study),
        rules=rules_title(game, base_rules(study)),
        played=_played(findings, len(found)),
        result=_result(findings),
        explained=_explained(findings),
        bases=[Told(each.subject, each.text) for each in told.bases],
        largest=[_in_short(each) for each in told.largest],
        disagreements=list(told.disagreements),
        chart=_measure(findings, found, LENGTH, first=True),
        measures=[made for measure in MAIN if (made := _measure(findings, found, measure)).rows],
        described=[Described(_anchor(change), change.text, line(findings, change).text) for change in found],
        caution=told.caution,
        confidence=f"{100 * study.confidence:g}",
        command=study.command,
        players=list(dict.fromkeys(findings.who(contrast) for contrast in findings.contrasts)),
    )


def lab_index() -> LabIndex:
    return LabIndex([page for name in registry.names() if (page := lab_page(name))])


@cache
def effect_texts(game: str) -> Mapping[str, list[Told]]:
    """Say in half a sentence what each value of each option does, if that is measurable."""
    texts: dict[str, list[Told]] = {}
    study = published(game)
    if study is None:
        return texts
    findings = Findings(study)
    for contrast in findings.contrasts:
        cell = findings.cell(contrast.cell)
        apart = option_changes(study, cell, findings.cell(contrast.base))
        if len(apart) == 1 and cell.policies == findings.cell(0).policies:
            found = (findings.effect(measure, contrast) for measure in MAIN)
            text = together((claim for claim in found if claim and claim.effect), brief=True)
            told = Told(apart[0].answers, text)
            texts.setdefault(apart[0].option, []).append(told)
    return texts


def _played(findings: Findings, count: int) -> str:
    games = f"{sum(cell.games for cell in findings.study.cells):,}"
    text = ngettext(
        "Bots played {games} games, with and without a house rule, to see what it changes.",
        "Bots played {games} games, with and without each of {count} house rules, to see what they change.",
        count,
    )
    return text.format(games=games, count=count)


def _result(findings: Findings) -> str:
    """Describe games by the default rules between the first players; intervals are left out."""
    for base in base_numbers(findings)[:1]:
        claims = [claim for name in MAIN if (claim := findings.value(name, base))]
        cell, game, rules = findings.cell(base), findings.study.game, base_rules(findings.study)
        said = _(
            "Between {players} ({rules}, {seats} at the table), {claims}. "
            "All players' turns are counted. Two people take about {minutes} minutes a game."
        )
        return said.format(
            players=players(cell.policies),
            rules=rules_title(game, rules),
            seats=cell.seats,
            claims=together(claims, brief=True),
            minutes=registry.spec(game).offer.minutes[rules],
        )
    return ""


def _explained(findings: Findings) -> list[Told]:
    found = {findings.who(contrast): findings.cell(contrast.cell).policies[0] for contrast in findings.contrasts}
    return [Told(who, _(_BOTS[policy]) if policy in _BOTS else "") for who, policy in found.items()]


def _in_short(said: Line) -> Told:
    part = next(part for part in said.parts if any(claim.effect for claim in part.claims))
    text = _("between {players}, {claims}").format(players=part.players, claims=together(part.claims, brief=True))
    return Told(said.subject, f"{capitalized(text)}.")


def _anchor(change: Change) -> str:
    return "-".join(change.code.replace(",", "").replace("=", "").split())


def _measure(findings: Findings, found: tuple[Change, ...], measure: str, *, first: bool = False) -> MeasureList:
    rows = differing(findings, found, measure)
    if first:
        rows = [(change, clear) for change, amounts in rows if (clear := [one for one in amounts[:1] if one[1].clear])]
        rows.sort(key=lambda row: -abs(row[1][0][1].value))
    scale = max((max(-each.low, each.high) for _change, amounts in rows for _who, each in amounts), default=1.0)
    end = _MARGIN * min(scale, _MOST)
    axis = Axis(-end, end, 0, _WIDTH)
    relative = findings.phrases(measure).relative
    less, more = _SIDES[measure]
    return MeasureList(
        findings.title(measure),
        _largest(findings, found, measure),
        _(less),
        _(more),
        _numbers(axis, _("difference in percent") if relative else _("difference in percentage points")),
        [
            Row(
                _anchor(change),
                change.text,
                [_bar(who, amount, relative=relative) for who, amount in amounts],
                _drawing([amount for _who, amount in amounts], axis),
            )
            for change, amounts in rows
        ],
    )


def _bar(who: str, amount: Amount, *, relative: bool) -> Bar:
    """Write a difference in percent, as a factor where it is large, or in points."""
    if not amount.clear:
        return Bar(who, _("no clear difference"), amount.interval, clear=False)
    if relative and amount.value >= MUCH:
        return Bar(who, _("{value} times").format(value=amount.factor), amount.factor.interval, clear=True)
    unit = _("{value} %") if relative else _("{value} points")
    return Bar(who, unit.format(value=amount.signed), amount.interval, clear=True)


def _largest(findings: Findings, found: tuple[Change, ...], measure: str) -> str:
    effects = [
        (findings.who(contrast) == findings.who(findings.contrasts[0]), abs(amount.value), change, contrast)
        for change in found
        for contrast in change.contrasts
        if (amount := findings.amount(measure, contrast)) and amount.clear
    ]
    if not effects:
        return ""
    _first, _size, change, contrast = max(effects, key=lambda effect: effect[:2])
    claim = findings.effect(measure, contrast)
    message = _("{change}: between {players}, {effect}.")
    return message.format(change=change.text, players=findings.who(contrast), effect=claim.text if claim else "")


def _drawing(amounts: list[Amount], x: Axis) -> str:
    """Draw intervals below each other, with zero in the middle; an arrow stands for what lies outside."""
    height = _LINE * len(amounts)
    plot = Plot(x, Axis(0, len(amounts), 0, height))
    for each in x.ticks(5):
        plot.upright(each, class_="zero" if each == 0 else "tick")
    for place, amount in enumerate(amounts):
        series, y = f"series-{place % _SERIES}", place + 0.5
        low, high = (min(max(end, x.low), x.high) for end in (amount.low, amount.high))
        value = min(max(amount.value, x.low), x.high)
        plot.bar(min(value, 0), max(value, 0), y, 7, class_=f"{series} bar")
        if value == amount.value:
            plot.span(low, high, y, class_=series)
            plot.dot(amount.value, y, 3, class_=f"{series}{'' if amount.clear else ' open'}")
        else:
            way = 1 if value > 0 else -1
            plot.line([(high - way * x.high * part, y + aside) for part, aside in _ARROW], class_=series)
    return _svg(plot, height)


_ARROW = ((0.05, -0.3), (0.01, 0), (0.05, 0.3))


def _numbers(x: Axis, label: str) -> str:
    plot = Plot(x, Axis(0, 1, 0, 3))
    plot.numbers_below(x.ticks(5), label)
    return _svg(plot, _AXIS)


def _svg(plot: Plot, height: float) -> str:
    box = f"0 0 {_WIDTH:g} {height:g}"
    return tag("svg", *plot.parts, class_="intervals", viewBox=box, font_size=_LETTERS, aria_hidden="true")
