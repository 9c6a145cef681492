"""The time that a bot takes for a move, computed from public facts so that it tells nothing about hidden cards.

A move is released at a fixed time after the bot's turn began. Its process stays occupied for whole slots, however soon
the search ends, and the move is there at the end of a slot. A move that is not there at the time of release is late by
whole steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from undercut.engine.host import Host
from undercut.site.workers.thinking import ready_host

STEP = 0.5
"""Seconds by which a late move is put off, again and again until it is there."""

HINT_SECONDS = 1.5
"""Seconds of thinking for a hint."""

HINT_SLOT = 2.0
"""Seconds for which a hint occupies a process; moves need not wait for it."""

_SLOTS = {
    "greedy": 0.1,
    "beginner": 0.1,
    "easy": 0.1,
    "medium": 0.1,
    "hard": 0.05,
    "expert": 0.2,
    "master": 1.0,
}
_USUAL_SLOT, _PLAIN_SLOT = 0.02, 0.5
_USUAL_SECONDS = 0.1  # far more than these searches need where they are compiled
_SEARCHED = 0.8  # the part of a long slot for the search; the rest is for all around it
_MARGIN = 0.2
_ANSWERING = 1.7
"""How much longer than other moves an answer to another seat's move takes."""

_compiled: set[str] = set()


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of one move, in seconds."""

    seconds: float  # the limit of the search
    slot: float
    release: float


def timing(game: str, level: str, pace: float, *, answers: bool, least: float = 0.0) -> Timing:
    """Return the times of a bot's move.

    Example:
        >>> timing("cuttle", "master", 0.7, answers=False).release
        1.2
    """
    is_plain = _is_plain(game)
    slot = _SLOTS.get(level, _USUAL_SLOT)
    if is_plain:
        slot = max(slot, _PLAIN_SLOT)
    seconds = max(_SEARCHED * slot, _USUAL_SECONDS)
    if not pace:
        return Timing(seconds, 0.0, least)
    slowly = _ANSWERING if answers else 1.0
    return Timing(seconds, slot, max(pace * slowly, slot + _MARGIN, least))


def _is_plain(game: str) -> bool:
    """Return whether a game's search runs in plain Python, for now or always."""
    if game in _compiled:
        return False
    if ready_host(game) is Host.PLAIN:
        return True
    _compiled.add(game)
    return False
