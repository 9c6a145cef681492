"""Clocks in words and figures."""

from __future__ import annotations

from dataclasses import dataclass

from undercut.pages.board.panel import Button, Offer, answers_to, seat_name
from undercut.table.events import Clock
from undercut.table.scene import Scene, SceneClock, SceneProposal
from undercut.translation import N_, _, ngettext

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

ENDS = {
    "lose": N_("the player loses"),
    "bot": N_("a bot takes over"),
    "move": N_("the site makes a harmless move"),
}
"""What happens when the time is up, by the word in forms and JSON."""

_RULES = {
    "lose": N_("When the time is up, the player loses."),
    "bot": N_("When the time is up, a bot takes over."),
    "move": N_("When the time is up, the site makes a harmless move."),
}


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat, as the table shows it."""

    seat: int
    name: str
    left: float
    text: str
    runs: bool
    own: bool


def seat_clocks(scene: Scene) -> tuple[SeatClock, ...]:
    """List the clocks of a game in play: of all seats, or only the running one if each move has its own time."""
    clock = scene.clock
    if clock is None or scene.phase == "open" or (scene.step is not None and scene.phase == "over"):
        return ()
    return tuple(
        SeatClock(
            seat,
            _("You") if seat == scene.you else seat_name(scene, seat),
            left,
            figures(left),
            runs=seat == clock.running,
            own=seat == scene.you,
        )
        for seat, left in enumerate(clock.left)
        if clock.kind == "game" or seat == clock.running
    )


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
        return f"{days} d {hours} h"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_rules(clock: SceneClock | Clock | None) -> str:
    """Describe a clock, or that there is none."""
    return clock_text(clock) or _("no clock")


def clock_text(clock: SceneClock | Clock | None) -> str:
    """Describe a clock in two sentences; empty without one."""
    if clock is None:
        return ""
    text = time_text(clock.kind, clock.seconds, clock.increment)
    return f"{text[0].upper()}{text[1:]}. {_(_RULES[clock.zero])}"


def time_choice(time: str) -> str:
    """Describe the time of a clock as forms send it.

    Examples:
        >>> time_choice("game 300 5"), time_choice("move 86400"), time_choice("")
        ('5 minutes a game, and 5 seconds more for each move', '1 day a move', 'no clock')
    """
    kind, *numbers = time.split() or [""]
    if not kind or not all(number.isdecimal() for number in numbers):
        return time or _("no clock")
    seconds, increment = ([int(number) for number in numbers] + [0, 0])[:2]
    return time_text(kind, seconds, increment)


def time_text(kind: str, seconds: int, increment: int) -> str:
    """Describe the time of a clock."""
    if kind == "move":
        return _("{time} a move").format(time=_span(seconds))
    if not increment:
        return _("{time} a game").format(time=_span(seconds))
    more = _span(increment)
    return _("{time} a game, and {more} more for each move").format(time=_span(seconds), more=more)


def _span(seconds: int) -> str:
    if seconds and seconds % _DAY == 0:
        return ngettext("{count} day", "{count} days", seconds // _DAY).format(count=seconds // _DAY)
    if seconds and seconds % _HOUR == 0:
        return ngettext("{count} hour", "{count} hours", seconds // _HOUR).format(count=seconds // _HOUR)
    if seconds and seconds % _MINUTE == 0:
        return ngettext("{count} minute", "{count} minutes", seconds // _MINUTE).format(count=seconds // _MINUTE)
    return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)


def proposal_offer(scene: Scene) -> Offer | None:
    """Return what the host proposes, with the reader's possible answers; None if nothing is proposed."""
    proposal = scene.offers.proposal
    if proposal is None:
        return None
    answers = answers_to(scene.can.answer, "answer", _("Accept"), _("Decline"))
    if proposal.seat == scene.you:
        answers = (Button("answer", _("Withdraw it"), "quiet", (("accept", "false"),)),)
    you, they = _("You propose: %(change)s"), _("%(name)s proposes: %(change)s")
    text = you if proposal.seat == scene.you else they
    return Offer(text % {"name": seat_name(scene, proposal.seat), "change": _change(scene, proposal)}, answers)


def _change(scene: Scene, proposal: SceneProposal) -> str:
    if proposal.close:
        return _("to close the table.")
    if proposal.level:
        return _("to deal, with a bot (%(level)s) in each open seat.") % {"level": _(proposal.level)}
    seats = proposal.seats or len(scene.seats)
    parts = [proposal.rules_title, ngettext("{count} player", "{count} players", seats).format(count=seats)]
    if proposal.best_of:
        parts.append(_("best of {games}").format(games=proposal.best_of))
    parts.append(clock_rules(proposal.clock))
    if proposal.deal:
        parts.append(_("the cards are dealt at once"))
    return "; ".join(part.rstrip(".") for part in parts) + "."
