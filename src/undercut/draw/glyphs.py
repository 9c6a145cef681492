"""Our own letters for the corners of cards, drawn as strokes, so that cards look the same with all fonts."""

from __future__ import annotations

from undercut.draw.paths import ellipse, placed, tag

_HALF = 14
"""A letter is 28 units high around the origin."""

_RANKS = {
    "A": "M-9 14L0-14L9 14M-5.6 5L5.6 5",
    "0": ellipse(0, 0, 7.5, 14),
    "1": "M-6-8L1-14L1 14M-6 14L8 14",
    "2": "M-8-6C-8-17 8.5-17 8.5-6.5C8.5 0 1 4-8.5 14L9 14",
    "3": "M-8-10C-5-16 8-15.5 8-7C8-2-4 0-2-1C4-1.5 9 1 9 6.5C9 16-6 16.5-9 9",
    "4": "M5 14L5-14L-9 6.5L9.5 6.5",
    "5": "M7.5-14L-5.5-14L-7-1.5C-4-4-2-4.5 0.5-4.5C6-4.5 9-1 9 4.5C9 10.5 5 14 0 14C-4 14-7 12-9 8.5",
    "6": "M6.5-13.5C-3-11-9-3-9 5C-9 10.5-5 14 0 14C5 14 9 10.5 9 5C9 0 5-3.5 0-3.5C-5-3.5-9 0-9 5",
    "7": "M-9-14L9-14C2-5-2 4-3 14",
    "8": ellipse(0, -7.6, 6.6, 6.4) + ellipse(0, 6.4, 8.6, 7.6),
    "9": "M-6.5 13.5C3 11 9 3 9-5C9-10.5 5-14 0-14C-5-14-9-10.5-9-5C-9 0-5 3.5 0 3.5C5 3.5 9 0 9-5",
    "T": "M-12-9.5L-8.5-14L-8.5 14" + ellipse(4.5, 0, 6.4, 14),
    "J": "M-1-14L7-14M4-14L4 7C4 12 0.5 14-3 14C-6 14-8 12-8.5 8.5",
    "Q": ellipse(0, -0.5, 9, 13.5) + "M2 7L9.5 15",
    "K": "M-7-14L-7 14M8.5-14L-7 3M-2-2.5L9 14",
    "P": "M-7 14L-7-14L1-14C11-14 11 2 1 2L-7 2",
    "N": "M-8 14L-8-14L8 14L8-14",
    "x": "M-5.5 1L5.5 13M5.5 1L-5.5 13",
    "X": "M-8.5-14L8.5 14M8.5-14L-8.5 14",
    "=": "M-8-4L8-4M-8 5L8 5",
    "+": "M-8 0.5L8 0.5M0-7.5L0 8.5",
}
_RANKS["10"] = _RANKS["T"]

_LETTERS = {
    "c": "M8-2C5-8-8-9-8 4C-8 17 5 16 8 10",
    "d": "M7-15L7 14" + ellipse(-1, 4.5, 8, 9),
    "h": "M-7-15L-7 14M-7 3C-5-7 7-8 7 3L7 14",
    "s": "M7-2C4-8-7-8-7-1C-7 6 8 2 8 9C8 16-5 16-8 10",
    "w": "M-10-5L-5.5 14L0-2L5.5 14L10-5",
}


def rank(letter: str, x: float, y: float, height: float, colour: str) -> str:
    """Draw a rank.

    Raises:
        KeyError: No pack has this rank.

    Example:
        >>> rank("7", 10, 10, 28, "#000")[:29]
        '<path d="M1-4L19-4C12 5 8 14 '
    """
    return _stroke(_RANKS[letter], x, y, height, colour)


def suit_letter(letter: str, x: float, y: float, height: float, colour: str) -> str:
    """Draw the letter of a suit.

    Raises:
        KeyError: No pack has this suit.

    Example:
        >>> suit_letter("w", 0, 0, 28, "#000").startswith("<path")
        True
    """
    return _stroke(_LETTERS[letter], x, y, height, colour)


def written(text: str, x: float, y: float, height: float, colour: str) -> str:
    """Draw several letters of ranks, or signs, side by side; spaces stay free.

    Raises:
        KeyError: No rank is written with one of the letters.

    Example:
        >>> written("= 12", 0, 0, 28, "#000").count("<path")
        3
    """
    step = height * 0.88
    first = x - step * (len(text) - 1) / 2
    places = ((first + place * step, letter) for place, letter in enumerate(text))
    return "".join(rank(letter, middle, y, height, colour) for middle, letter in places if letter != " ")


def _stroke(path: str, x: float, y: float, height: float, colour: str) -> str:
    scale = height / (2 * _HALF)
    return tag(
        "path",
        d=placed(path, x, y, scale),
        fill="none",
        stroke=colour,
        stroke_width=4.6 * scale,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
