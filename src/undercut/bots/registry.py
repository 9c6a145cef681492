"""The old address of `make`, kept for one release."""

from __future__ import annotations

import warnings

from undercut.bots.players.registry import make

__all__ = ["make"]

warnings.warn(
    f"{__name__} has moved: import make from undercut.bots.players.registry",
    DeprecationWarning,
    stacklevel=2,
)
