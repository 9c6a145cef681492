"""Chance that follows from a secret, so that everyone who plays a deal meets the same: shuffles, and bots' answers.

The log of such a table keeps the secret of its deal. From it follow the deal itself, the k-th shuffle, and the seed of
each answer of a bot, which depends on what the bot sees and on nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import msgspec

from undercut.play.sources import Seeded

if TYPE_CHECKING:
    from undercut.games.base.facts import View

_BITS = 62


def secret_number(secret: str, *parts: str | bytes) -> int:
    """Derive a number from a secret and what it is for."""
    return int(secret_text(secret, *parts)[:16], 16) >> (64 - _BITS)


def secret_text(secret: str, *parts: str | bytes) -> str:
    """Derive another secret from a secret and what it is for."""
    said = b"\0".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hmac.digest(secret.encode(), said, hashlib.sha256).hex()


class SecretChance:
    """The shuffles that follow from a secret: the k-th is the same for everyone, whatever came before it."""

    __slots__ = ("done", "secret")

    def __init__(self, secret: str, done: int) -> None:
        self.secret = secret
        self.done = done

    def order(self, cards: list[int], first: int) -> list[int]:
        """Choose some cards in order; where the cards come from makes no difference."""
        self.done += 1
        return Seeded(secret_number(self.secret, "shuffle", str(self.done))).order(sorted(cards), first)

    def copy(self) -> SecretChance:
        """Return an independent source that continues in the same way."""
        return SecretChance(self.secret, self.done)


def answer_seed(secret: str, view: View) -> int:
    """Return the seed of a bot's answer, from all that it sees."""
    return secret_number(secret, "answer", msgspec.json.encode(view, order="sorted"))
