"""What agents are given: the space of an observation with its mask of legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from gymnasium import spaces

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


def seen(games: Batch, seat: int) -> Seen:
    """Return what a seat of the first game of a batch sees; unless it is to move, its mask is 0 everywhere."""
    mask = games.mask[0].astype(np.int8)
    if games.to_move[0] != seat:
        mask.fill(0)
    return {"observation": games.observe(seat=seat)[0].copy(), "action_mask": mask}
