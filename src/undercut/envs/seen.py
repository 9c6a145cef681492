"""What agents are given: the space of an observation with its mask of legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from gymnasium import spaces

from undercut.errors import UndercutError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from undercut.play.arrays.batch import Batch
    from undercut.play.game import Game

Seen = dict[str, "NDArray[Any]"]
"""An ``"observation"`` (int16, see `Game.observations`) and an ``"action_mask"`` (int8, 1 for a legal move)."""


def seen_space(game: Game) -> spaces.Space[Seen]:
    """Return the space of what one agent sees."""
    columns = game.observations.columns
    low = np.array([column.least for column in columns], dtype=np.int16)
    high = np.array([column.greatest for column in columns], dtype=np.int16)
    mask = spaces.Box(0, 1, (len(game.actions),), dtype=np.int8)
    return cast(
        "spaces.Space[Seen]", spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})
    )


def state_space(game: Game) -> spaces.Box:
    """Return the space of `whole_state`."""
    columns = [*game.observations.columns] * game.seats
    low = np.array([column.least for column in columns], dtype=np.int16)
    high = np.array([column.greatest for column in columns], dtype=np.int16)
    return spaces.Box(low, high, dtype=np.int16)


def whole_state(games: Batch) -> NDArray[np.int16]:
    """Return the observations of all seats of the first game of a batch, one after the other."""
    return np.concatenate([games.observe(seat=seat)[0].copy() for seat in range(games.game.seats)])


def legal_action(games: Batch, action: object) -> int:
    """Check the number of a move in the first game of a batch.

    Raises:
        IllegalMove: The move is not legal; the error names the clause.
        UndercutError: The value is not an action number, or the game is over.

    Example:
        >>> import undercut
        >>> games = undercut.batch("cuttle", 1, seed=1, host=undercut.Host.PLAIN)
        >>> legal_action(games, 1)
        Traceback (most recent call last):
            ...
        undercut.errors.IllegalMove: pass: CU-5 you may pass only when the stock is empty
    """
    if games.to_move[0] < 0:
        message = "action: the game is over; reset the environment"
        raise UndercutError(message)
    notations, given = games.game.actions, np.asarray(action)
    number = int(given) if given.shape == () and given.dtype.kind in "iu" else -1
    if not 0 <= number < len(notations):
        message = f"action: {action!r:.40} is not one of the actions 0 to {len(notations) - 1}"
        raise UndercutError(message)
    if not games.mask[0, number]:
        games.state(0).legal_move(notations[number])
    return number


def seen(games: Batch, seat: int) -> Seen:
    """Return what a seat of the first game of a batch sees; unless it is to move, its mask is 0 everywhere."""
    mask = games.mask[0].astype(np.int8)
    if games.to_move[0] != seat:
        mask.fill(0)
    return {"observation": games.observe(seat=seat)[0].copy(), "action_mask": mask}
