"""Sets of up to 62 cards as integers: the few operations on them that compilers do better than loops.

Each function here is the plain form; the compiled hosts put one machine instruction in its place.
"""

from __future__ import annotations


def lowest(cards: int) -> int:
    """Find the lowest card of a set.

    Args:
        cards: A set that is not empty.

    Example:
        >>> lowest(0b101000)
        3
    """
    return (cards & -cards).bit_length() - 1


def count(cards: int) -> int:
    """Count the cards of a set.

    Args:
        cards: A set.

    Example:
        >>> count(0b101000)
        2
    """
    return cards.bit_count()


def nth(cards: int, number: int) -> int:
    """Find a card of a set by its place in rising order.

    Args:
        cards: A set.
        number: The place, 0 to the number of cards - 1.

    Example:
        >>> nth(0b101000, 1)
        5
    """
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)
