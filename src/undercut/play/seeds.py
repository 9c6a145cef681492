"""Seeds made from other seeds."""

from __future__ import annotations

import hashlib


def derive(seed: int, *purpose: object) -> int:
    """Make a seed from another one, the same on every machine and in every process.

    Args:
        seed: The seed to begin with.
        purpose: What the new seed is for; each purpose has its own.

    Returns:
        A number from 0 to 2**62 - 1.

    Example:
        >>> derive(0, "deal", 1) == derive(0, "deal", 1) != derive(0, "deal", 2)
        True
    """
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 2
