"""The ladders of the games: which levels a guest has beaten, and which is next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from undercut.bots.levels import levels_of, portrait_of
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.pages.game_cards import GameCard, game_cards
from undercut.pages.lobby.played import SIGNS, PlayedGame
from undercut.translation import _

NEEDED, AMONG = 2, 5  # winning 2 of 5 successive games beats a level


class Rung(Struct, frozen=True):
    """A level of a ladder, with the results of the last games against it, the latest last."""

    level: str
    character: str
    results: list[bool]
    passed: bool
    next: bool = False

    @property
    def face(self) -> str:
        """The portrait of its person."""
        return portrait_of(self.character, self.level)

    @property
    def signs(self) -> str:
        """The results as signs."""
        return " ".join(SIGNS["won" if won else "lost"] for won in self.results)

    @property
    def task(self) -> str:
        """What it takes to pass it, and how much of that is done."""
        won = sum(self.results[1 - AMONG :])
        said = _("Win {needed} of {among} games against {name}")
        if won:
            said = _("Win {needed} of {among} games against {name}: {won} won")
        return said.format(name=self.character, needed=NEEDED, among=AMONG, won=won)


class Ladder(Struct, frozen=True):
    """The ladder of a game, lowest rung first."""

    game: GameCard
    rungs: list[Rung]

    @property
    def is_begun(self) -> bool:
        """Whether a game that counts has been played."""
        return any(rung.results for rung in self.rungs)

    @property
    def next(self) -> Rung | None:
        """The rung to climb; None at the top."""
        return next((rung for rung in self.rungs if rung.next), None)

    @property
    def task(self) -> str:
        """What passes the next rung; empty at the top."""
        return self.next.task if self.next else ""

    @property
    def is_short(self) -> bool:
        """Whether the games against bots are short ones: until the first rung is passed."""
        return not self.rungs[0].passed

    @property
    def rule_set(self) -> str:
        """The rule set of the next game against bots."""
        return self.game.first_set if self.is_short else self.game.rule_set

    @property
    def minutes(self) -> int:
        """About how long that game takes; 0: not known."""
        return self.game.first_minutes if self.is_short else self.game.minutes

    @property
    def level(self) -> str:
        """The level to offer: that of the rung to climb, or the strongest."""
        return (self.next or self.rungs[-1]).level


def passes(wins: Sequence[bool]) -> bool:
    """Return whether enough games in a row were won.

    Examples:
        >>> passes([True, False, False, False, False, True]), passes([False, True, False, True])
        (False, True)
    """
    return any(sum(wins[end : end + AMONG]) >= NEEDED for end in range(len(wins)))


def ladders(games: Sequence[PlayedGame]) -> list[Ladder]:
    """Return the ladders, from finished games with the latest first; beating a level passes all levels below it."""
    climbs: list[Ladder] = []
    for card in game_cards():
        wins = {level: _wins(games, card.name, level) for level in LEVEL_NAMES}
        top = max((place for place, level in enumerate(LEVEL_NAMES) if passes(wins[level])), default=-1)
        names = levels_of(card.name).levels
        rungs = [
            Rung(level, names[level].character.name, wins[level][-AMONG:], place <= top, place == top + 1)
            for place, level in enumerate(LEVEL_NAMES)
        ]
        climbs.append(Ladder(card, rungs))
    return climbs


def _wins(games: Sequence[PlayedGame], game: str, level: str) -> list[bool]:
    """Return which games that count against a level were won, the latest last."""
    counted = (played for played in reversed(games) if played.table.game == game and played.table.counted)
    return [played.outcome == "won" for played in counted if rivals(played) == {level}]


def rivals(game: PlayedGame) -> set[str]:
    """Return the levels of the others; empty for a person."""
    return {level for seat, level in enumerate(game.table.levels) if seat != game.seat}
