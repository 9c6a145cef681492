"""Deprecated module of `load` and `default_host`, kept for one release."""

from __future__ import annotations

import warnings

from undercut.engine.host import default_host
from undercut.games.engines import load

__all__ = ["default_host", "load"]

warnings.warn(
    "undercut.games.host has moved: import load from undercut.games.engines, default_host from undercut.engine.host",
    DeprecationWarning,
    stacklevel=2,
)
