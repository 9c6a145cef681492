"""A small random number generator that gives the same numbers plain and compiled.

The generator is a list (or array) of one integer, its state, which every call advances. It is for simulations and for
deals that can be repeated from a seed; where no one may guess a card, use the system's secure source.
"""

from undercut.engine.bits import INCREMENT, MULTIPLIER, wrapped
from undercut.engine.contract import Cells

_MASK = (1 << 63) - 1
_GOLDEN = 0x1E3779B97F4A7C15

MOVE_STREAM = 0x2545F4914F6CDD1D  # separates the seeds of random moves from those of the deals


def advance(generator: Cells) -> int:
    """Draw 32 random bits."""
    state = wrapped(generator[0], MULTIPLIER, INCREMENT)
    generator[0] = state
    return (state ^ (state >> 22)) >> 31


def start(generator: Cells, seed: int) -> None:
    """Set a generator to the beginning of a seed's sequence."""
    generator[0] = seed & _MASK
    # Neighbouring seeds give neighbouring first states; a few steps and a second mixing separate them.
    for _ in range(4):
        advance(generator)
    generator[0] = (generator[0] ^ (generator[0] >> 31)) & _MASK
    for _ in range(4):
        advance(generator)


def below(generator: Cells, limit: int) -> int:
    return (advance(generator) * limit) >> 32


def shuffle(generator: Cells, cards: Cells, size: int, first: int) -> None:
    """Put a random choice of cards, in random order, at the front of a list (Fisher-Yates, cut short)."""
    for place in range(first):
        other = place + below(generator, size - place)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card


def start_numbered(generator: Cells, seed: int, number: int) -> None:
    """Start a generator by a seed and a game's number: the same for every run over the games, in any parts or order."""
    start(generator, wrapped(number, _GOLDEN, seed))


def next_seed(seeder: Cells) -> int:
    """Draw the seed of a game's next deal, 0 to 2**63 - 1."""
    return advance(seeder) << 31 | advance(seeder) >> 1
