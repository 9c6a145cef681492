"""Read input at a prompt: numbers, and moves in any case, with spaces, or with 10 for T."""

from __future__ import annotations

import re

from undercut.errors import BadNotation
from undercut.play.state import State


def read_number(typed: str) -> int | None:
    """Read a number without sign; None for any other text.

    Example:
        >>> read_number("0000015"), read_number("15th")
        (15, None)
    """
    digits = typed.lstrip("0") or "0"
    if not (typed.isascii() and typed.isdigit()):
        return None
    # No list needs more than six digits, and Python reads very long numbers slowly.
    return int(digits) if len(digits) <= 6 else 999_999  # noqa: PLR2004  see above


def spell_move(state: State, typed: str) -> str:
    """Convert a typed move to notation, legal or not; text that is not a move is returned unchanged.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> spell_move(state, " 10 H + "), spell_move(state, "kd+"), spell_move(state, "PASS"), spell_move(state, "x")
        ('Th+', 'Kd+', 'pass', 'x')
    """
    legal = [str(move) for move in state.legal_moves()]
    if typed in legal:
        return typed
    folded = _folded(typed)
    for move in legal:
        if _folded(move) == folded:
            return move
    pack = state.game.spec.pack
    cards = {_folded(text): text for text in map(pack.text, state.game.pack)}
    with_cards = re.sub("|".join(map(re.escape, cards)), lambda found: cards[found[0]], folded)
    return next((text for text in (typed, folded, with_cards) if _is_move(state, text)), typed)


def _folded(text: str) -> str:
    """Fold case, spaces and 10 for comparison."""
    return "".join(text.split()).replace("10", "t").lower()


def _is_move(state: State, text: str) -> bool:
    try:
        state.why_not(text)
    except BadNotation:
        return False
    return True
