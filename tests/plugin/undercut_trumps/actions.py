"""The fixed numbers of the moves of Trumps: the code of the card that is played."""

from undercut_trumps.table import PACK_SIZE, Table

LAYOUT = 1


def action(move: int) -> int:
    """Return the number of a move."""
    return move


def codes() -> list[int]:
    """List the codes of all moves by number."""
    return list(range(PACK_SIZE))


def move_of(s: Table, number: int) -> int:  # noqa: ARG001  other games look at the table
    """Return the code of a move."""
    return number
