"""Opponents that are programs of their own, at the tables of the command line."""

from __future__ import annotations

from undercut.bots.players.player import Forfeit, Guest
from undercut.errors import UndercutError
from undercut.play.game import Game


def sit_down(guest: Guest, game: Game, seat: int) -> None:
    """Have a guest begin a game.

    Raises:
        UndercutError: It cannot; the message has its name.
    """
    try:
        guest.begin(game, seat)
    except Forfeit as error:
        message = f"{guest.name}: {error}"
        raise UndercutError(message) from None
