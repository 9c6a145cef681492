"""Games between bots that do not play in compiled code: each from its seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.bots.players.player import Guest, Player, take_turn
from undercut.bots.players.registry import make
from undercut.errors import UndercutError
from undercut.lab.cells import Cell
from undercut.play.arguments import derive
from undercut.play.arrays.seeding import next_seed, start_numbered
from undercut.play.state import State

LONGEST = 5_000
"""A game between bots is stopped after this many moves."""


def deal_seed(seed: int, number: int) -> int:
    """Return the seed of a deal, as the kernels find it."""
    generator = [0]
    start_numbered(generator, seed, number)
    return next_seed(generator)


def moves_of(cell: Cell, seed: int, players: int, number: int, rotation: int) -> list[int]:
    """Play a game, and return the codes of its moves.

    Raises:
        UndercutError: A bot failed; the message says which bot and in which game.
    """
    game = cell.game
    names = cell.policies[rotation:] + cell.policies[:rotation]
    state = game.deal(deal_seed(seed, number))
    bots = [make(name, game.name, derive(players, "player", number, seat)) for seat, name in enumerate(names)]
    guests = [(seat, bot) for seat, bot in enumerate(bots) if isinstance(bot, Guest)]
    try:
        for seat, guest in guests:
            guest.begin(game, seat)
        return _play(state, bots)
    except Exception as error:
        who = ", ".join(names)
        message = f"deal {number}, rotation {rotation} of {who}: {type(error).__name__}: {str(error)[:200]}"
        raise UndercutError(message) from error
    finally:
        for _, guest in guests:
            guest.close(state.result)


def _play(state: State, bots: Sequence[Player]) -> list[int]:
    codes: list[int] = []
    while not state.result and len(codes) < LONGEST:
        before = state.table_copy()
        codes.append(state.game.spec.parse(before, str(take_turn(state, bots))))
    return codes
