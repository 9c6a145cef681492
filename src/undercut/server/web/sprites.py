"""The pictures of packs: their names and addresses."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from undercut.cards import FRENCH, LATIN, ROPE, Pack
from undercut.draw.sprite import sprite

PACKS = {"french": FRENCH, "latin": LATIN, "rope": ROPE}
"""The packs by the names of their sprites."""


def pack_name(pack: Pack) -> str:
    """Name the sprite of a pack."""
    return next(name for name, known in PACKS.items() if known is pack)


@cache
def sprite_address(pack: str) -> str:
    """Give the address of the pictures of a pack, which changes when they do.

    Args:
        pack: The name of the pack.

    Example:
        >>> sprite_address("rope").partition("?")[0]
        '/cards/rope.svg'
    """
    return f"/cards/{pack}.svg?v={sha256(sprite(PACKS[pack]).encode()).hexdigest()[:10]}"
