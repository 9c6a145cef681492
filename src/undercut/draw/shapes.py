"""Shapes: SVG elements and paths, suits and signs."""

import re

_PIECE = re.compile(r"[MLCZ]|-?[\d.]+")
_ROUND = 0.5523  # length of the control handles of a curve that draws a quarter of a unit circle


def num(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


Point = tuple[float, float]


def placed(path: str, x: float, y: float, scale: float = 1) -> str:
    """Move a path, so that many shapes can share one element; a negative scale turns it upside down."""
    written: list[str] = []
    across = True
    for piece in _PIECE.findall(path):
        if piece in "MLCZ":
            written.append(piece)
            continue
        value = (x if across else y) + float(piece) * scale
        text = num(value, 1)
        # A minus sign separates two numbers as well as a space does.
        gap = "" if written[-1] in "MLCZ" or text.startswith("-") else " "
        written.append(gap + text)
        across = not across
    return "".join(written)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    a, b = rx * _ROUND, ry * _ROUND
    curves = (
        (-rx, -b, -a, -ry, 0, -ry),
        (a, -ry, rx, -b, rx, 0),
        (rx, b, a, ry, 0, ry),
        (-a, ry, -rx, b, -rx, 0),
    )
    drawn = "".join("C" + " ".join(num(value) for value in curve) for curve in curves)
    return placed(f"M{num(-rx)} 0{drawn}Z", x, y)


def circle(x: float, y: float, radius: float) -> str:
    """Draw a circle, or a hole if the radius is negative."""
    return ellipse(x, y, radius, abs(radius))


_FORBIDDEN = {*range(32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF} - {*b"\t\n\r"}  # XML cannot have these at all
_ESCAPES = dict.fromkeys(_FORBIDDEN, "\ufffd") | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def tag(element: str, *children: str, **attributes: str | float) -> str:
    listed = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value) if isinstance(value, str) else num(value)}"'
        for name, value in attributes.items()
    )
    inner = "".join(children)
    return f"<{element}{listed}>{inner}</{element}>" if inner else f"<{element}{listed}/>"


def escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


_STEM = "M0-8C3 22 8 40 21 48L-21 48C-8 40-3 22 0-8Z"

_STAR = "M0-24L-5.5-7.5L-23-7.4L-9 2.9L-14.1 19.4L0 9.4L14.1 19.4L9 2.9L23-7.4L5.5-7.5Z"

_LEAF = "M0 0C-2-16 8-28 27-30C28-12 18 0 0 0Z"

SUITS = {
    "clubs": circle(0, -25, 22) + circle(-25, 9, 22) + circle(25, 9, 22) + circle(0, -2, 12) + _STEM,
    "diamonds": "M0-50C10-32 23-15 38 0C23 15 10 32 0 50C-10 32-23 15-38 0C-23-15-10-32 0-50Z",
    "hearts": (
        "M0 47C-14 26-47 8-47-19C-47-36-36-46-23-46C-12-46-4-39 0-28"
        "C4-39 12-46 23-46C36-46 47-36 47-19C47 8 14 26 0 47Z"
    ),
    "spades": "M0-48C14-26 46-10 46 13C46 28 36 36 25 36C4 36-4 36-25 36C-36 36-46 28-46 13C-46-10-14-26 0-48Z"
    + placed(_STEM, 0, 1),
    "cups": (
        "M-37-46L37-46C38-12 27 8 8 13L8 29C20 31 28 37 30 47L-30 47C-28 37-20 31-8 29L-8 13C-27 8-38-12-37-46Z"
        "M-28-37C-27-22-24-12-18-5C-22-16-23-26-22-37Z"
    ),
    "coins": circle(0, 0, 47) + circle(0, 0, -38) + circle(0, 0, 32) + _STAR,
    "swords": (
        "M0-50L12-35L10 13L29 13C34 13 34 25 29 25L7 25L7 36C14 41 10 50 0 50C-10 50-14 41-7 36L-7 25L-29 25"
        "C-34 25-34 13-29 13L-10 13L-12-35Z"
    ),
    "wands": (
        "M-8-36C-10-48 10-48 8-36L6 40C8 50-8 50-6 40Z"
        + placed(_LEAF, 6, 2)
        + "M-6 18C-24 18-34 6-33-12C-14-10-4 2-6 18Z"
        + placed(_LEAF, 5, 32, 0.8)
    ),
}
"""Every suit of the packs, by its name."""

SCISSORS = (
    "M-30-50C-14-30 0-10 8 9L22 18C34 14 46 22 46 34C46 44 38 50 29 50C18 50 12 42 10 32L0 14"
    "L-10 32C-12 42-18 50-29 50C-38 50-46 44-46 34C-46 22-34 14-22 18L-8 9"
    "C0-10 14-30 30-50C33-30 24-8 12 4L-12 4C-24-8-33-30-30-50Z" + circle(28, 34, -9) + circle(-28, 34, -9)
)
"""A pair of scissors, open, blades up."""

CROWN = "M-24 10L-28-14L-14-3L0-20L14-3L28-14L24 10Z" + circle(-28, -16, 4) + circle(0, -22, 4.5) + circle(28, -16, 4)
"""A king's crown, its rim at y = 10."""

CORONET = "M-22 10L-25-6C-18-6-14-3-12 2C-11-8-6-12 0-18C6-12 11-8 12 2C14-3 18-6 25-6L22 10Z" + circle(0, -19, 4)
"""A queen's coronet, its rim at y = 10."""

CAP = "M-25 10C-27-8-14-17 2-16C16-15 25-6 25 10Z" + "M10-13C18-30 34-32 40-26C34-14 26-8 16-8Z"
"""A jack's cap with its feather, the rim at y = 10."""

BERET = "M-22 10C-34 6-34-10-16-15C4-20 30-12 28 0C27 6 24 10 20 10Z" + circle(-1, -18, 3.5)
"""A page's beret, the rim at y = 10."""

HELMET = "M-22 12C-25-10-14-20 0-20C14-20 25-10 22 12Z" + "M-3-18C-8-32 4-38 14-32C24-28 28-18 36-18C26-8 10-8 3-18Z"
"""A knight's helmet with its plume, the rim at y = 12."""

_HALF = 14  # a letter is 28 units high around the origin

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


def rank(letter: str, x: float, y: float, height: float, colour: str, *, around: Point | None = None) -> str:
    """Draw a rank, and in the same element another one that is turned around a point."""
    return _stroke(_RANKS[letter], x, y, height, colour, around)


def suit_letter(letter: str, x: float, y: float, height: float, colour: str) -> str:
    return _stroke(_LETTERS[letter], x, y, height, colour)


def written(text: str, x: float, y: float, height: float, colour: str) -> str:
    """Draw several letters of ranks, or signs, side by side; spaces stay free."""
    step = height * 0.88
    first = x - step * (len(text) - 1) / 2
    places = ((first + place * step, letter) for place, letter in enumerate(text))
    return "".join(rank(letter, middle, y, height, colour) for middle, letter in places if letter != " ")


def _stroke(path: str, x: float, y: float, height: float, colour: str, around: Point | None = None) -> str:
    scale = height / (2 * _HALF)
    turned = placed(path, 2 * around[0] - x, 2 * around[1] - y, -scale) if around else ""
    return tag(
        "path",
        d=placed(path, x, y, scale) + turned,
        fill="none",
        stroke=colour,
        stroke_width=4.6 * scale,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
