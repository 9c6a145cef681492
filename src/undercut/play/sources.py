"""Sources of a game's random choices: a seed, the system, a record, or a secret of the site; seeds for a purpose."""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterable
from typing import Protocol, Self

from undercut.engine import chance
from undercut.play.input import read_seed


class Source(Protocol):
    def order(self, cards: list[int], first: int) -> list[int]:
        """Draw the first `first` cards of a random order of `cards`."""
        ...

    def copy(self) -> "Source":
        """Return an independent source that continues in the same way."""
        ...


class Seeded:
    """Makes the same choices for the same seed on every machine and host."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = [0]
        chance.start(self.state, seed)

    def order(self, cards: list[int], first: int) -> list[int]:
        chosen = cards[:]
        chance.shuffle(self.state, chosen, len(chosen), first)
        return chosen[:first]

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.state = self.state[:]
        return twin


_SYSTEM = secrets.SystemRandom()


class Secure:
    """Uses the system's secure random source; its choices cannot be predicted or repeated."""

    __slots__ = ()

    def order(self, cards: list[int], first: int) -> list[int]:
        return _SYSTEM.sample(cards, first)

    def copy(self) -> Self:
        return self


class Recorded:
    """Repeats recorded choices as long as they fit, then continues with another source."""

    __slots__ = ("_choices", "_done", "_then")

    def __init__(self, choices: Iterable[list[int]], then: Source, done: int = 0) -> None:
        self._choices = tuple(choices)  # copies share them
        self._done = done
        self._then = then

    def order(self, cards: list[int], first: int) -> list[int]:
        """Return the next recorded choice; if one does not fit, the game has taken another course: drop the rest."""
        chosen = self._choices[self._done] if self._done < len(self._choices) else []
        self._done += 1
        if len(chosen) == first and Counter(chosen) <= Counter(cards):
            return chosen[:]
        self._done = len(self._choices)
        return self._then.order(cards, first)

    def copy(self) -> "Recorded":
        return Recorded(self._choices, self._then.copy(), self._done)


def source(seed: int | None) -> Source:
    """Make a source from a seed, 0 to 2**63 - 1, or the secure source for None."""
    number = read_seed(seed)
    return Secure() if number is None else Seeded(number)


def derive(seed: int, *purpose: object) -> int:
    """Derive a seed for a purpose, 0 to 2**62 - 1, the same on every machine and in every process."""
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 2


_BITS = 62


def new_secret() -> str:
    return secrets.token_hex(32)


def secret_number(secret: str, *parts: str | bytes) -> int:
    return int(secret_text(secret, *parts)[:16], 16) >> (64 - _BITS)


def secret_text(secret: str, *parts: str | bytes) -> str:
    """Derive another secret from a secret and a purpose."""
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

    def copy(self) -> "SecretChance":
        return SecretChance(self.secret, self.done)
