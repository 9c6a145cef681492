"""How much a test plays: a share of it in `make test`, the whole of it in `make thorough`."""

from __future__ import annotations

import os

THOROUGH = bool(os.environ.get("UNDERCUT_THOROUGH"))


def amount(usual: int, thorough: int) -> int:
    """Give the number for the run that this is."""
    return thorough if THOROUGH else usual
