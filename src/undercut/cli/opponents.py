"""The opponents of a person in the terminal."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping

from undercut.bots.external.client import is_external
from undercut.bots.players.levels import levels_of, other_levels
from undercut.bots.players.player import Guest, Player
from undercut.bots.players.registry import make
from undercut.cli.guests import start_guest
from undercut.games.base.facts import Outcome
from undercut.games.base.words import value_text
from undercut.play.arguments import derive
from undercut.play.game import Game

_SEEDS = 1 << 62


class Opponents:
    """The players of all seats but the person's.

    A built-in player is created for each move from the seed and the number of the move, so after `undo` the same
    move gets the same answer. An external bot runs for the whole game.

    Args:
        names: The opponents' names by seat.
        seed: The seed of their choices; None: a random one.
    """

    def __init__(self, game: Game, names: Mapping[int, str], seed: int | None) -> None:
        """Check every name; no program is started yet."""
        self.game = game
        self.names = {seat: _kind_of(name) for seat, name in sorted(names.items())}
        self.seed = secrets.randbelow(_SEEDS) if seed is None else seed
        self._guests: dict[int, Player] = {}
        for seat, name in self.names.items():
            if not is_external(name):
                self.at(seat, 0)

    @property
    def seats(self) -> tuple[int, ...]:
        """The opponents' seats."""
        return tuple(self.names)

    @property
    def styles(self) -> list[str]:
        """How the levels among the opponents play, a sentence for each level."""
        levels = levels_of(self.game.name)
        names = dict.fromkeys(name for name in self.names.values() if name in levels.levels)
        return [f"{name}: {levels.style(name, self.game.seats)}" for name in names]

    def commands(self, seat: int, result: Outcome) -> list[str]:
        """Return the commands, after ``undercut``, for games like this one against stronger or easier levels."""
        game = self.game
        won = seat in result.winners if result.winners else None
        options = ["--rules", game.rule_set]
        for name, value in game.changes.items():
            options += ["--set", f"{name}={value_text(value)}"]
        options += ["--seat", str(seat)] if seat else []
        return [
            shlex.join(["play", game.name, *options, "--vs", ",".join(levels)])
            for levels in other_levels([*self.names.values()], won=won)
        ]

    def start(self) -> None:
        """Start the programs.

        Raises:
            UndercutError: One cannot be started or does not play this game; `close` ends the others.
        """
        for seat, name in self.names.items():
            if is_external(name):
                self._guests[seat] = self._made(seat, 0)
        for seat, player in self._guests.items():
            if isinstance(player, Guest):
                start_guest(player, self.game, seat)

    def at(self, seat: int, number: int) -> Player:
        """Return the player of a seat for one move."""
        return self._guests.get(seat) or self._made(seat, number)

    def close(self, result: Outcome | None) -> None:
        """End the programs."""
        for player in self._guests.values():
            if isinstance(player, Guest):
                player.close(result)

    def _made(self, seat: int, number: int) -> Player:
        return make(self.names[seat], self.game.name, derive(self.seed, "answer", seat, number))


def _kind_of(name: str) -> str:
    """Strip the number that distinguishes an opponent from others of its kind."""
    return name.partition(" #" if is_external(name) else " ")[0]
