"""The ladder of each game: the persons of the levels, each to be beaten in two of five games in a row that count."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from undercut.bots.players.characters import portrait_of
from undercut.bots.players.levels import levels_of
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.pages.forms.choices import game_cards
from undercut.pages.lists.history import PlayedGame
from undercut.pages.lists.pages import GameCard

NEEDED, AMONG = 2, 5
_DUEL = 2


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
        return " ".join("★" if won else "○" for won in self.results)


class Ladder(Struct, frozen=True):
    """The ladder of a game, lowest rung first."""

    game: GameCard
    rungs: list[Rung]

    @property
    def next(self) -> Rung | None:
        """The rung to climb; None at the top."""
        return next((rung for rung in self.rungs if rung.next), None)


def passes(wins: Sequence[bool]) -> bool:
    """Return whether enough games in a row were won.

    Example:
        >>> passes([True, False, False, False, False, True]), passes([False, True, False, True])
        (False, True)
    """
    return any(sum(wins[end : end + AMONG]) >= NEEDED for end in range(len(wins)))


def ladders(games: Sequence[PlayedGame]) -> list[Ladder]:
    """Return the ladders after finished games, the latest first; whoever beats a level has passed all below it."""
    found: list[Ladder] = []
    for card in game_cards():
        if not card.least <= _DUEL <= card.most:
            continue
        wins = {level: _wins(games, card.name, level) for level in LEVEL_NAMES}
        top = max((place for place, level in enumerate(LEVEL_NAMES) if passes(wins[level])), default=-1)
        names = levels_of(card.name).levels
        rungs = [
            Rung(level, names[level].character.name, wins[level][-AMONG:], place <= top, place == top + 1)
            for place, level in enumerate(LEVEL_NAMES)
        ]
        found.append(Ladder(card, rungs))
    return found


def _wins(games: Sequence[PlayedGame], game: str, level: str) -> list[bool]:
    """Return which games that count against a level were won, the latest last."""
    own = [one for one in games if one.table.game == game and one.table.counted and one.table.seats == _DUEL]
    against = [one for one in own if one.table.levels[1 - one.seat : 2 - one.seat] == [level]]
    return [one.outcome == "won" for one in reversed(against)]
