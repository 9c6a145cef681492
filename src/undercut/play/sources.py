"""Where the random choices of a game come from: a seed, the system, or a record."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable
from typing import Protocol, Self

from undercut.engine import chance
from undercut.play.arguments import read_seed


class Source(Protocol):
    """Something that puts cards in order."""

    def order(self, cards: list[int], first: int) -> list[int]:
        """Choose some cards in order.

        Args:
            cards: The cards to choose from.
            first: How many to choose.
        """
        ...

    def copy(self) -> Source:
        """Give a source that goes on as this one would."""
        ...


class Seeded:
    """Repeats the same choices for the same seed, on every machine and host.

    Args:
        seed: 0 to 2**63 - 1.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Start the seed's sequence."""
        self.state = [0]
        chance.start(self.state, seed)

    def order(self, cards: list[int], first: int) -> list[int]:
        """Choose some cards in order."""
        chosen = cards[:]
        chance.shuffle(self.state, chosen, len(chosen), first)
        return chosen[:first]

    def copy(self) -> Self:
        """Give a source with the same state."""
        twin = type(self)(0)
        twin.state = self.state[:]
        return twin


class Secure:
    """Chooses by the system's secure source; nobody can guess or repeat it."""

    __slots__ = ()

    def order(self, cards: list[int], first: int) -> list[int]:
        """Choose some cards in order."""
        chosen = cards[:]
        for place in range(first):
            other = place + secrets.randbelow(len(chosen) - place)
            chosen[place], chosen[other] = chosen[other], chosen[place]
        return chosen[:first]

    def copy(self) -> Self:
        """Give the same source: it has no state."""
        return self


class Recorded:
    """Repeats choices that are written down, then goes on with another source.

    Args:
        choices: The orders, in turn.
        then: What to ask when they are used up.
    """

    __slots__ = ("choices", "then")

    def __init__(self, choices: Iterable[list[int]], then: Source) -> None:
        """Keep the choices."""
        self.choices = deque(choices)
        self.then = then

    def order(self, cards: list[int], first: int) -> list[int]:
        """Give the next choice that is written down.

        Raises:
            ValueError: It is not a choice of so many of these cards.
        """
        if not self.choices:
            return self.then.order(cards, first)
        chosen = self.choices.popleft()
        left = cards[:]
        for card in chosen:
            if card not in left:
                message = "a card is named that is not among those to choose from"
                raise ValueError(message)
            left.remove(card)
        if len(chosen) != first:
            message = f"{len(chosen)} cards are named where {first} are due"
            raise ValueError(message)
        return chosen

    def copy(self) -> Recorded:
        """Give a source with the same choices left."""
        return Recorded([list(choice) for choice in self.choices], self.then.copy())


def source(seed: int | None) -> Source:
    """Make a source from a seed, or the secure one.

    Args:
        seed: 0 to 2**63 - 1, or None.

    Raises:
        UndercutError: The number is out of range or of another type.

    Example:
        >>> source(7).order([1, 2, 3], 3) == source(7).order([1, 2, 3], 3)
        True
    """
    number = read_seed(seed)
    return Secure() if number is None else Seeded(number)
