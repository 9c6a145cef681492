"""Signatures of cookies and forms, with a key of their own for each purpose."""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

from undercut.errors import UndercutError

_REMEMBERED = 20_000  # number of signatures to remember; each request needs the same two for its guest
_MARK = 16  # length of a mark, in hexadecimal digits


class Keys:
    r"""Keys derived from the site's secrets."""

    def __init__(self, secrets: str) -> None:
        self._secrets = [line.strip().encode() for line in secrets.splitlines() if line.strip()]
        if not self._secrets:
            message = "the site's secret is empty"
            raise UndercutError(message)

    def sign(self, purpose: str, text: str) -> str:
        """Sign a text with the newest secret."""
        return _signature(self._secrets[0], purpose, text)

    def marks(self, purpose: str, text: str) -> tuple[str, ...]:
        """Return keyed hashes that stand for a text without naming it, one for each secret, the newest first."""
        return tuple(_signature(secret, purpose, text)[:_MARK] for secret in self._secrets)

    def verify(self, purpose: str, text: str, signature: str) -> bool:
        """Return whether a signature was made with any of the secrets."""
        sent = signature.encode()
        return any(hmac.compare_digest(sent, _signature(one, purpose, text).encode()) for one in self._secrets)


@lru_cache(maxsize=_REMEMBERED)
def _signature(secret: bytes, purpose: str, text: str) -> str:
    key = hmac.digest(secret, f"undercut {purpose}".encode(), "sha256")
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
