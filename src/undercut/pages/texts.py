"""Texts that many pages need: seats, times, clocks and shares in words and figures."""

from datetime import UTC, datetime

from undercut.games.base.sentences import capitalized
from undercut.table.commands import NotPossible
from undercut.table.events import Clock
from undercut.table.opening.terms import read_clock
from undercut.table.scene import Scene
from undercut.translation import N_, _, ngettext


def player(seat: int) -> str:
    """Name a seat for people, who count from 1."""
    return _("Player {number}").format(number=seat + 1)


def seat_name(scene: Scene, seat: int) -> str:
    return scene.seats[seat].name or player(seat)


def seat_names(scene: Scene) -> list[str]:
    return [seat_name(scene, seat) for seat in range(len(scene.seats))]


_LOCAL = ("localhost", "127.", "[::1]")  # prefixes of hosts that only this computer can reach


def is_local(address: str) -> bool:
    """Return whether only this computer can reach a URL.

    Examples:
        >>> is_local("http://localhost:8000/t/x"), is_local("https://example.org")
        (True, False)
    """
    return address.partition("://")[2].startswith(_LOCAL)


def ordinal(number: int) -> str:
    """Format an ordinal number.

    Examples:
        >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
        ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = 0 if number % 100 in {11, 12, 13} else number % 10
    forms = {1: _("{number}st"), 2: _("{number}nd"), 3: _("{number}rd")}
    return forms.get(last, _("{number}th")).format(number=number)


def percent(share: float) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


_STEPS = (
    (60, 1, N_("{count} second ago"), N_("{count} seconds ago")),
    (3600, 60, N_("{count} minute ago"), N_("{count} minutes ago")),
    (86_400, 3600, N_("{count} hour ago"), N_("{count} hours ago")),
    (30 * 86_400, 86_400, N_("{count} day ago"), N_("{count} days ago")),
)
"""For times below a number of seconds: the length of the unit, and its words."""

_JUST_NOW = 10


def ago(moment: float, now: float) -> str:
    """Describe how long ago a time was, or its date if that is more than 30 days.

    Examples:
        >>> ago(0, now=7300), ago(995, now=1000)
        ('2 hours ago', 'just now')
    """
    passed = now - moment
    if passed < _JUST_NOW:
        return _("just now")
    for limit, unit, one, many in _STEPS:
        if passed < limit:
            count = int(passed // unit)
            return ngettext(one, many, count).format(count=count)
    return f"{datetime.fromtimestamp(moment, UTC):%d %B %Y}".lstrip("0")


def stamp(moment: float) -> str:
    """Format a time, in seconds since 1970, as ISO 8601."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M:%SZ}"


_MINUTE, _HOUR, _DAY = 60, 3600, 86400

TIMES = (
    "",
    "move 30",
    "move 120",
    "game 180 2",
    "game 300 5",
    "game 900 10",
    "move 86400",
    "move 259200",
    "move 604800",
)
"""The clocks that pages offer; others can be asked for in JSON."""

ENDS = {"lose": N_("the player loses"), "bot": N_("a bot takes over"), "move": N_("a harmless move is made")}
"""The consequences of a clock that has run out, by the word in forms and JSON."""

_RULES = {
    "lose": N_("If time runs out, the player loses."),
    "bot": N_("If time runs out, a bot takes over."),
    "move": N_("If time runs out, a harmless move is made."),
}


def figures(seconds: float) -> str:
    """Write a time in figures; the script writes it in the same way.

    Examples:
        >>> figures(272.9), figures(3723), figures(180000)
        ('4:32', '1:02:03', '2 d 2 h')
    """
    whole = int(seconds)
    minutes, rest = divmod(whole, _MINUTE)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_text(clock: Clock | None) -> str:
    if clock is None:
        return ""
    return f"{capitalized(_time_text(clock))}. {_(_RULES[clock.zero])}"


def time_choice(time: str) -> str:
    """Describe the time of a clock as forms send it.

    Examples:
        >>> time_choice("game 300 5"), time_choice("move 86400"), time_choice("")
        ('5 minutes a game, and 5 seconds more for each move', '1 day a move', 'no clock')
    """
    try:
        clock = read_clock(time, "", seats=2)
    except NotPossible:
        return time
    return _time_text(clock) if clock else _("no clock")


def _time_text(clock: Clock) -> str:
    time = _span(clock.seconds)
    if clock.kind == "move":
        return _("{time} a move").format(time=time)
    if not clock.increment:
        return _("{time} a game").format(time=time)
    return _("{time} a game, and {more} more for each move").format(time=time, more=_span(clock.increment))


def _span(seconds: int) -> str:
    if seconds and seconds % _DAY == 0:
        return ngettext("{count} day", "{count} days", seconds // _DAY).format(count=seconds // _DAY)
    if seconds and seconds % _HOUR == 0:
        return ngettext("{count} hour", "{count} hours", seconds // _HOUR).format(count=seconds // _HOUR)
    if seconds and seconds % _MINUTE == 0:
        return ngettext("{count} minute", "{count} minutes", seconds // _MINUTE).format(count=seconds // _MINUTE)
    return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
