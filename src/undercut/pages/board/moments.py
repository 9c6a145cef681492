"""Times and ordinal numbers in words."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from undercut.translation import N_, _, ngettext

_STEPS = (
    (60, 1, N_("%(count)s second ago"), N_("%(count)s seconds ago")),
    (3600, 60, N_("%(count)s minute ago"), N_("%(count)s minutes ago")),
    (86_400, 3600, N_("%(count)s hour ago"), N_("%(count)s hours ago")),
    (30 * 86_400, 86_400, N_("%(count)s day ago"), N_("%(count)s days ago")),
)
"""For times below a number of seconds: the length of the unit, and its words."""

_JUST_NOW = 10


def ago(moment: float, now: float | None = None) -> str:
    """Describe how long ago a time was, or its date if that is more than 30 days.

    Example:
        >>> ago(0, now=7300), ago(995, now=1000)
        ('2 hours ago', 'just now')
    """
    passed = (time.time() if now is None else now) - moment
    if passed < _JUST_NOW:
        return _("just now")
    for limit, unit, one, many in _STEPS:
        if passed < limit:
            count = int(passed // unit)
            return ngettext(one, many, count) % {"count": count}
    return f"{datetime.fromtimestamp(moment, UTC):%d %B %Y}".lstrip("0")


def stamp(moment: float) -> str:
    """Format a time, in seconds since 1970, as ISO 8601.

    Example:
        >>> stamp(0)
        '1970-01-01T00:00:00Z'
    """
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M:%SZ}"


def ordinal(number: int) -> str:
    """Format an ordinal number.

    Example:
        >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
        ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = 0 if number % 100 in {11, 12, 13} else number % 10
    forms = {1: _("%(number)sst"), 2: _("%(number)snd"), 3: _("%(number)srd")}
    return forms.get(last, _("%(number)sth")) % {"number": number}
