"""External bots as opponents in the terminal."""

from __future__ import annotations

from undercut.bots.players.player import Forfeit, Guest
from undercut.errors import UndercutError
from undercut.play.game import Game


def start_guest(guest: Guest, game: Game, seat: int) -> None:
    """Start a game with an external bot.

    Raises:
        UndercutError: The bot cannot play it; the message has its name.
    """
    try:
        guest.begin(game, seat)
    except Forfeit as error:
        message = f"{guest.name}: {error}"
        raise UndercutError(message) from None
