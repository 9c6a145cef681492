"""The suits, the scissors and the other signs on the cards, as filled paths about 100 units high around the origin."""

from __future__ import annotations

from undercut.draw.paths import circle, placed

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
