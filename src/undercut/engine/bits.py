"""Sets of up to 62 cards as integers, and numbers that wrap.

The compiled hosts put machine instructions in the place of `lowest`, `count`, `short` and `wrapped`.
"""

from collections.abc import Iterable


def lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


def count(cards: int) -> int:
    return cards.bit_count()


def list_members(cards: int, found: list[int], size: int) -> int:
    """Append the cards of a set to a list, in rising order; return the new size."""
    while cards:
        found[size] = lowest(cards)
        size += 1
        cards &= cards - 1
    return size


def nth(cards: int, number: int) -> int:
    """Find a card of a set by its place in rising order."""
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)


def short(words: list[int], place: int) -> int:
    """Read one of the numbers of 16 bits of which each word holds four."""
    return words[place >> 2] >> ((place & 3) << 4) & 0xFFFF


def members(cards: int) -> list[int]:
    """Return the cards of a set, in rising order."""
    found: list[int] = []
    while cards:
        found.append(lowest(cards))
        cards &= cards - 1
    return found


def as_mask(cards: Iterable[int]) -> int:
    """Return cards, or other small numbers, as a set."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def wrapped(number: int, factor: int, addend: int) -> int:
    """Multiply and add, keeping the lowest 63 bits.

    In compiled code, ordinary products are assumed not to overflow, so a mask on one may be optimized away.
    """
    return (number * factor + addend) & ((1 << 63) - 1)


# Knuth's multiplier.
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


def next_choice(k: int) -> int:
    """Derive another number from 0 to 2**32 - 1 from one, for further choices by the same random number."""
    return (k * 5 + 0x9E3779B9) & 0xFFFFFFFF


def mix(hashed: int, number: int) -> int:
    product = wrapped(hashed ^ number, MULTIPLIER, INCREMENT)
    return product ^ product >> 32
