"""What players see of an OpenSpiel state: the columns and the text of its observers."""

# pyspiel has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

import numpy as np
import pyspiel

from undercut.envs.dealing import Dealing
from undercut.errors import UndercutError
from undercut.play.game import Game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from undercut.games.base.reader import JSON


class Shown(Protocol):
    """A state of OpenSpiel that holds a game of Undercut."""

    dealing: Dealing


class Observer:
    """What a player sees or, with perfect recall, has seen: as text, and where the game has columns as numbers."""

    def __init__(self, inner: Game, kind: pyspiel.IIGObservationType) -> None:
        self._kind, columns = kind, inner.spec.observations
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if columns is None or not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return
        shape = (columns.history_room, len(columns.history))
        self.tensor = np.zeros(columns.length + (shape[0] * shape[1] if kind.perfect_recall else 0), np.float32)
        self.dict["observation"] = self.tensor[: columns.length]
        if kind.perfect_recall:
            self.dict["history"] = self.tensor[columns.length :].reshape(shape)

    def set_from(self, state: Shown, player: int) -> None:
        """Write the numbers; all are 0 before the deal."""
        inner = state.dealing.state
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if inner is None:
            return
        self.dict["observation"][:] = inner.observation(player)
        if "history" not in self.dict:
            return
        events, room = inner.history(player), self.dict["history"]
        if len(events) > len(room):
            message = f"history: {len(events)} events, but there is room for {len(room)}"
            raise UndercutError(message)
        room[: len(events)] = events

    def string_from(self, state: Shown, player: int) -> str:
        """Write what a player sees: as JSON, or with perfect recall every change of it in order."""
        dealing, private = state.dealing, self._kind.private_info
        if self._kind.perfect_recall:
            return f"seat {player}\n" + "\n".join(dealing.seen[player])
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return _text(dealing.state.position() if dealing.state else {})
        public = dealing.view(None)
        own = public if private == pyspiel.PrivateInfoType.NONE else dealing.view(player)
        if not self._kind.public_info:
            own = {name: value for name, value in own.items() if value != public[name]}
        return f"seat {player} {_text(own)}" if own is not public else _text(own)


def _text(data: dict[str, JSON]) -> str:
    return json.dumps(data, separators=(",", ":"))
