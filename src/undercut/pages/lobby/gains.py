"""What a finished game brought its player: a step on the ladder, a run of wins, a first or a quickest win."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.pages.lobby.ladders import ladders, rivals
from undercut.pages.lobby.played import PlayedGame
from undercut.table.opening.daily import streak
from undercut.translation import _, ngettext

_QUICK_AFTER = 2  # earlier wins against the same bots that a quickest win needs
_ROUND = (10, 25, 50, 100, 200, 500)


class Gain(Struct, frozen=True):
    """One thing that a game brought: its icon and its sentence."""

    icon: str
    text: str


class Gains(Struct, frozen=True):
    """What a game brought its player, the most important first."""

    told: tuple[Gain, ...] = ()
    ladder: str = ""  # the address of the ladder that the first one is about


def gains(games: Sequence[PlayedGame], table: str) -> Gains:
    """Find what a game brought, from the player's finished games with the latest first."""
    place = next((place for place, game in enumerate(games) if game.table.table == table), None)
    if place is None or games[place].table.practice or games[place].outcome == "open":
        return Gains()
    own = [game for game in games[place:] if game.table.game == games[place].table.game]
    step = _step(own)
    told = (step, _days(games[place:]), *_wins(own), _count(own))
    return Gains(tuple(gain for gain in told if gain), f"/games#ladder-{own[0].table.game}" if step else "")


def _step(own: Sequence[PlayedGame]) -> Gain | None:
    """Tell what a game changed on its ladder."""
    level, *others = rivals(own[0]) or {""}
    if not own[0].table.counted or others or level not in LEVEL_NAMES:
        return None
    before, now = (
        next(ladder for ladder in ladders(games) if ladder.game.name == own[0].table.game) for games in (own[1:], own)
    )
    was, rung = (next(one for one in ladder.rungs if one.level == level) for ladder in (before, now))
    if was.passed:
        return None
    if rung.passed:
        following = now.next
        if following is None:
            return Gain("up", _("You are at the top of the ladder!"))
        said = _("You passed {name}! {next} is next on your ladder.")
        return Gain("up", said.format(name=rung.character, next=following.character))
    return Gain("up", f"{rung.signs} {rung.task}")


def _days(games: Sequence[PlayedGame]) -> Gain | None:
    """Tell how many days in a row had a daily deal, if the game was one."""
    if not games[0].table.daily:
        return None
    days = streak({game.table.daily for game in games if game.table.daily}, games[0].table.daily)
    return Gain("day", ngettext("{count} day in a row", "{count} days in a row", days).format(count=days))


def _wins(own: Sequence[PlayedGame]) -> list[Gain]:
    if own[0].outcome != "won":
        return []
    row = sum(1 for _game in takewhile(lambda game: game.outcome == "won", own))
    earlier = [game for game in own[1:] if game.outcome == "won"]
    found: list[Gain] = []
    if not earlier:
        found.append(Gain("streak", _("Your first win at {title}!").format(title=own[0].table.title)))
    elif row > 1:
        found.append(Gain("streak", _("{count} wins in a row").format(count=row)))
    alike = [_moves(game) for game in earlier if rivals(game) == rivals(own[0]) and game.rules == own[0].rules]
    if len(alike) >= _QUICK_AFTER and _moves(own[0]) < min(alike):
        found.append(Gain("day", _("Your quickest win yet: {count} moves").format(count=_moves(own[0]))))
    return found


def _moves(game: PlayedGame) -> int:
    return game.table.played[game.seat] if game.table.played else game.table.moves


def _count(own: Sequence[PlayedGame]) -> Gain | None:
    if len(own) not in _ROUND:
        return None
    return Gain("day", _("Your game number {count} of {title}").format(count=len(own), title=own[0].table.title))
