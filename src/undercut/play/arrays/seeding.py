"""Seeds of games by their numbers: the same for every run over them, whatever its parts and its order."""

from __future__ import annotations

from undercut.engine.bits import wrapped
from undercut.engine.chance import advance, start
from undercut.engine.contract import Cells

_GOLDEN = 0x1E3779B97F4A7C15


def start_numbered(generator: Cells, seed: int, number: int) -> None:
    """Start a random generator by a seed and a game's number alone."""
    start(generator, wrapped(number, _GOLDEN, seed))


def next_seed(seeder: Cells) -> int:
    """Draw the seed of a game's next deal, 0 to 2**63 - 1."""
    return advance(seeder) << 31 | advance(seeder) >> 1
