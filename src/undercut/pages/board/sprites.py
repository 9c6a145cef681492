"""Names and addresses of the card sprites, one for each pack."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from undercut.cards import FRENCH, LATIN, ROPE, Pack
from undercut.draw.sprite import sprite

PACKS = {"french": FRENCH, "latin": LATIN, "rope": ROPE}
"""The packs by the names of their sprites."""


def pack_name(pack: Pack) -> str:
    """Return the name of a pack's sprite."""
    return next(name for name, known in PACKS.items() if known is pack)


@cache
def sprite_address(pack: str) -> str:
    """Return the address of a pack's sprite, which contains a hash of its content.

    Example:
        >>> sprite_address("rope").partition("?")[0]
        '/cards/rope.svg'
    """
    return f"/cards/{pack}.svg?v={sha256(sprite(PACKS[pack]).encode()).hexdigest()[:10]}"
