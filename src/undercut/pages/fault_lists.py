"""Lists of faults, short enough to send."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.translation import _

_MOST = 20
_LONGEST = 300


def few_faults(faults: Sequence[str]) -> list[str]:
    """Return at most 20 lines of at most 300 characters; if there are more faults, the last line counts them.

    Example:
        >>> few_faults([f"moves[{place}]: not a text" for place in range(1000)])[-2:]
        ['moves[18]: not a text', 'and 981 more']
    """
    shown = [fault[:_LONGEST] for fault in faults[:_MOST]]
    if len(faults) > _MOST:
        shown[-1] = _("and %(count)s more") % {"count": len(faults) - _MOST + 1}
    return shown
