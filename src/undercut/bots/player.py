"""The old address of `play_out`, kept for one release."""

from __future__ import annotations

import warnings

from undercut.bots.players.player import play_out

__all__ = ["play_out"]

warnings.warn(
    f"{__name__} has moved: import play_out from undercut.bots.players.player",
    DeprecationWarning,
    stacklevel=2,
)
