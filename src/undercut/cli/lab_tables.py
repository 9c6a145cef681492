"""Results of a study as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import summary
from undercut.lab.results import CardWorth, Study, TurnWorth

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def duration(seconds: float) -> str:
    """Format a length of time for people.

    Example:
        >>> duration(0.4), duration(100), duration(9000), duration(10**6)
        ('1 s', '2 min', '2.5 h', '12 days')
    """
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    return f"{seconds / _HOUR:.1f} h" if seconds < _DAY else f"{round(seconds / _DAY):,} days"


def lines_of(study: Study) -> Iterator[str]:
    """Yield the lines that report a study: the summary of its report."""
    told = summary(Reader(study))
    yield told.played
    yield f"Seed {study.seed}, {duration(study.seconds)}. All intervals hold together with {study.confidence:.0%}."
    quiet = f"{told.quiet[0]}: {told.quiet[1]}." if told.quiet[1] else ""
    parts = {
        "": map(str, told.bases),
        "The largest effects": map(str, told.largest),
        "Where the players disagree": told.disagreements,
        "Without a measurable effect": filter(None, [quiet]),
    }
    for title, lines in parts.items():
        for place, line in enumerate(lines):
            if place == 0:
                yield from ("", title) if title else ("",)
            yield f"- {line}" if title else line
    yield from _extras(study)
    yield ""
    yield told.caution


def _extras(study: Study) -> Iterator[str]:
    """Yield the lines on worths and skill shares."""
    for number in dict.fromkeys(each.cell for each in study.worths):
        yield ""
        yield f"{study.cells[number].label}: worth to its holder at the start of a turn, in percentage points"
        found = sorted((each for each in study.worths if each.cell == number), key=lambda each: -each.value)
        yield from (f"  {each.card}: {_points(each)}" for each in found)
        turns = {each.first: each for each in study.tempos if each.cell == number}
        yield from (f"  the {'first ' if first else ''}turn: {_points(turns[first])}" for first in sorted(turns))
    for each in study.skills:
        yield ""
        yield f"{study.cells[each.cell].label}: parts of the variance of a result between {', '.join(each.players)}"
        yield from (
            f"  {name}: {value:.1%} ({low:.1%} to {high:.1%})" for name, (value, low, high) in each.parts.items()
        )


def _points(found: CardWorth | TurnWorth) -> str:
    value, low, high = (f"{100 * number:+.1f}" for number in (found.value, found.low, found.high))
    return f"{value} ({low} to {high})"
