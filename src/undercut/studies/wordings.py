"""Messages about each measure: its value in a cell, and more or less of it in another."""

from __future__ import annotations

from dataclasses import dataclass

from undercut.games.base import registry
from undercut.translation import N_, _


@dataclass(frozen=True, slots=True)
class Wording:
    """Messages about a measure, each with the number ``{value}``; some with ``{what}``, the measure in words."""

    level: str
    more: str
    less: str
    bound: str
    relative: bool = False  # whether differences are given in percent of the base, not in the measure's unit
    what: str = ""
    times: str = ""  # a cell has several times as much of it as its base; empty if percent is always used


_WORDINGS = {
    "turns": Wording(
        N_("a game lasts {value} turns"),
        N_("games are {value} % longer"),
        N_("games are {value} % shorter"),
        N_("{value} % on the length of games"),
        relative=True,
        times=N_("games are {value} times as long"),
    ),
    "decisions": Wording(
        N_("a game has {value} decisions"),
        N_("a game has {value} % more decisions"),
        N_("a game has {value} % fewer decisions"),
        N_("{value} % on the number of decisions"),
        relative=True,
        times=N_("a game has {value} times as many decisions"),
    ),
    "choices": Wording(
        N_("a player chooses from {value} moves"),
        N_("a player chooses from {value} % more moves"),
        N_("a player chooses from {value} % fewer moves"),
        N_("{value} % on the number of legal moves"),
        relative=True,
    ),
    "lead_changes": Wording(
        N_("the lead changes {value} times"),
        N_("the lead changes {value} % more often"),
        N_("the lead changes {value} % less often"),
        N_("{value} % on how often the lead changes"),
        relative=True,
    ),
    "settled": Wording(
        N_("the winner leads for good after {value} % of a game"),
        N_("the winner leads for good later, by {value} percentage points of a game"),
        N_("the winner leads for good earlier, by {value} percentage points of a game"),
        N_("{value} percentage points on when the winner leads for good"),
    ),
}

_SHARE = Wording(
    N_("{what}: {value} %"),
    N_("{what}: {value} percentage points more"),
    N_("{what}: {value} percentage points less"),
    N_("{value} percentage points on {what}"),
)
_NUMBER = Wording(
    N_("{what}: {value}"),
    N_("{what}: {value} more"),
    N_("{what}: {value} less"),
    N_("{value} on {what}"),
)
_WINS = Wording(
    N_("{what} wins {value} % of games"),
    N_("{what} wins {value} percentage points more often"),
    N_("{what} wins {value} percentage points less often"),
    N_("{value} percentage points on how often {what} wins"),
)
_GAMES = Wording(
    N_("{value} % of games {what}"),
    N_("{value} percentage points more games {what}"),
    N_("{value} percentage points fewer games {what}"),
    N_("{value} percentage points on how many games {what}"),
)
_WHICH = {
    "draws": N_("are draws"),
    "stopped": N_("had to be stopped"),
    "comebacks": N_("are won from behind"),
}


def wording(game: str, measure: str, title: str, unit: str) -> Wording:
    """Return the messages about a measure.

    Example:
        >>> wording("cuttle", "end_passes", "", "share").what
        'end after three passes in a row'
    """
    kind, _name, which = measure.partition("_")
    if known := _WORDINGS.get(measure):
        return known
    if measure in _WHICH:
        return _of(_GAMES, _(_WHICH[measure]))
    if kind == "end":
        ends = registry.spec(game).words.ends
        return _of(_GAMES, _("end {how}").format(how=_(ends(which).text)))
    if kind == "share":
        return _of(_WINS, seat_name(int(which)))
    if kind == "wins":
        return _of(_WINS, _("the player “{name}”").format(name=which))
    return _of(_SHARE if unit == "share" else _NUMBER, title)


def seat_name(seat: int) -> str:
    """Name a seat by its place in the first round.

    Example:
        >>> seat_name(0), seat_name(2)
        ('the first player', 'player 3')
    """
    return _("the first player") if seat == 0 else _("player {number}").format(number=seat + 1)


def _of(general: Wording, what: str) -> Wording:
    return Wording(general.level, general.more, general.less, general.bound, general.relative, what)
