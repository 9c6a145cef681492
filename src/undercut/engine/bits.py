"""Sets of up to 62 cards as integers, and numbers that wrap: what compilers do better, or otherwise, than Python.

Each function here is the plain form; the compiled hosts put one machine instruction in its place.
"""

from __future__ import annotations


def lowest(cards: int) -> int:
    """Find the lowest card of a set.

    Example:
        >>> lowest(0b101000)
        3
    """
    return (cards & -cards).bit_length() - 1


def count(cards: int) -> int:
    """Count the cards of a set.

    Example:
        >>> count(0b101000)
        2
    """
    return cards.bit_count()


def nth(cards: int, number: int) -> int:
    """Find a card of a set by its place in rising order.

    Example:
        >>> nth(0b101000, 1)
        5
    """
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)


def wrapped(number: int, factor: int, addend: int) -> int:
    """Multiply and add, keeping the lowest 63 bits.

    Compiled code may take for granted that ordinary products never overflow, and then leaves out what would cut them.

    Example:
        >>> wrapped(2**62 + 3, 2, 1)
        7
    """
    return (number * factor + addend) & ((1 << 63) - 1)


_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407


def stirred(hash_state: int, number: int) -> int:
    """Stir a number into a hash_state.

    Example:
        >>> stirred(stirred(0, 1), 2) != stirred(stirred(0, 2), 1)
        True
    """
    product = wrapped(hash_state ^ number, _MULTIPLIER, _INCREMENT)
    return product ^ product >> 32
