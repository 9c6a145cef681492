"""Which names look alike, and which imitate the site's own: its bots, its seats and its staff.

A name is compared without what decorates it: case, spaces, punctuation, symbols and marks. Unicode's table of
confusable characters (UTS 39) makes one letter of those that look the same, and digits and symbols may stand for
letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from unicodedata import category, name, normalize

import msgspec
from msgspec import Struct, field

from undercut.bots.players.adaptive import ADAPTIVE
from undercut.bots.players.registry import LEVEL_NAMES, PLAYERS

_SIGNS = {"!": "i", "¡": "i", "|": "l", "@": "a", "$": "s", "€": "e", "+": "t", "©": "c", "®": "r", "🤖": "bot"}
"""Symbols that stand for letters."""

_DIGITS = str.maketrans("2345789", "zeastbg")
"""Digits that stand for letters; 0 and 1 are in Unicode's table."""

_SEEN_AS = {
    "м": "m",
    "ʍ": "m",
    "ᴍ": "m",
    "ĸ": "k",
    "ƅ": "b",
    "β": "b",
    "υ": "u",  # noqa: RUF001  Greek
    "ε": "e",
    "є": "e",
    "ɛ": "e",
    "ꞓ": "e",
}
"""Letters that Unicode's table likens to others only, or to none, but that pass for these."""

_VARIANT = re.compile(r"(?:LATIN .*LETTER|SYMBOL LETTER|SQUARED LATIN CAPITAL LETTER)\b.* ([A-Z])(?: WITH .*)?$")
"""Names of characters that show a letter of the alphabet in another shape."""

_PAIRS = str.maketrans({"m": "rn", "w": "vv"})
"""Letters that look like two others."""

_DECORATED = ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC")
"""Scripts whose marks do not count: a name without them is read as the same. In others, marks are vowels."""

_NUMBER = re.compile(r"\d+(?=[\W_]*$)")

_LEVELS = (*PLAYERS, *LEVEL_NAMES, ADAPTIVE)
_BOTS = [f"{one} {other}" for pair in product(_LEVELS, ("bot", "robot")) for one, other in (pair, pair[::-1])]
_GIVEN = {"Player", "Seat"} | {f"{level.capitalize()} bot" for level in _LEVELS}
_STAFF = ("Admin", "Administrator", "Moderator", "Sysadmin", "Webmaster")
_ROLES = ("Mod", "Staff", "Support", "System", "Server", "Operator", "Owner", "Bot", "Team", "Undercut")
_OF_THE_SITE = ("", "The ", "Site ", "Undercut ", "The Undercut ", "Official ")

_Place = Callable[[bool, bool], bool]


class _Alike(Struct):
    text: str = field(name="c")


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look the same, apart from upper and lower case and from what decorates them.

    Example:
        >>> look_alike("Bill", "BiII"), look_alike("Bill", "Bo"), look_alike("Bill", "B.1-l l!")
        (True, False, True)
    """
    if not _forms(one).isdisjoint(_forms(other)):
        return True
    return (_stands_in(one) or _stands_in(other)) and not _read(one).isdisjoint(_read(other))


def imitates_site(text: str) -> bool:
    """Return whether a name looks like one that the site gives, or like its staff.

    Example:
        >>> [imitates_site(name) for name in ("★ 3asy-b0t ★", "Ann [admin]", "Robot", "J. R.")]
        [True, True, False, False]
    """
    for version in {text, _NUMBER.sub("1", text), _NUMBER.sub("", text)}:
        if not _read(version).isdisjoint(_own_names()):
            return True
        for words in _readings(version):
            runs = ("".join(words[first:last]) for first in range(len(words)) for last in range(first, len(words) + 1))
            if not _own_words().isdisjoint(runs):
                return True
    return False


def is_given(text: str) -> bool:
    """Return whether a name is exactly one that the site gives to a bot or to a player without a name."""
    return _NUMBER.sub("", text).rstrip() in _GIVEN


@cache
def _own_words() -> frozenset[str]:
    """Return what no part of a name may look like."""
    return _all_read((*_BOTS, *_STAFF))


@cache
def _own_names() -> frozenset[str]:
    """Return what no whole name may look like: "You", the names of seats, nameless players and bots, and the staff."""
    numbered = [f"{name} {number}" for name in ("Seat", "Player", *_BOTS) for number in ("0", "1")]
    staff = [site + role for site, role in product(_OF_THE_SITE, (*_STAFF, *_ROLES))]
    return _all_read(("You", "Open seat", *_BOTS, *numbered, *staff))


def _all_read(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(_read(text) for text in texts))


# --- Forms -----------------------------------------------------------------------------------------------------------


def _forms(text: str) -> frozenset[str]:
    """Return the forms by which names are compared: skeletons, with case folded before or after.

    Folding makes ``I`` an ``i``, and its skeleton is an ``l``; so neither order finds all names that look alike.
    """
    shown = normalize("NFKC", text)
    found = {_skeleton(shown.casefold()).replace(" ", ""), _skeleton(shown).replace(" ", "")}
    return frozenset(found - {""}) or frozenset({shown.casefold()})


def _read(text: str) -> frozenset[str]:
    """Return a name as one may read it, where digits and symbols stand for letters and an ``i`` is an ``l``."""
    return frozenset("".join(words) for words in _readings(text) if words)


def _readings(text: str) -> list[list[str]]:
    """Return the words of a name, with its symbols read as letters: nowhere, everywhere, or within words."""
    places: list[_Place] = [
        lambda _before, _after: False,
        lambda _before, _after: True,
        lambda _before, after: after,
        lambda before, after: before and after,
    ]
    shown = normalize("NFKC", text).casefold()
    texts = {_with_signs(shown, place) for place in places}
    return [_skeleton(each).translate(_DIGITS).replace("i", "l").split() for each in sorted(texts)]


def _with_signs(text: str, place: _Place) -> str:
    """Put letters for symbols, where `place` accepts whether a letter or digit stands before and after."""
    padded = f" {text} "
    return "".join(
        _SIGNS[one] if one in _SIGNS and place(padded[index].isalnum(), padded[index + 2].isalnum()) else one
        for index, one in enumerate(text)
    )


def _stands_in(text: str) -> bool:
    return any(one in _SIGNS or one.isdigit() for one in normalize("NFKC", text))


def _skeleton(text: str) -> str:
    """Return the letters and digits of a text, each as its prototype, and a space for each group of other characters.

    Joiners, which some scripts need, are invisible by themselves; so they separate nothing, and neither do marks.
    """
    found: list[str] = []
    script = ""
    for one in normalize("NFD", text):
        kind = category(one)[0]
        if kind == "M":
            if script and script not in _DECORATED and script in name(one, ""):
                found.append(one)
        elif kind in "LN" or _VARIANT.search(name(one, "")):
            script = name(one, "").partition(" ")[0]
            found.append(_prototype(one))
        elif category(one) != "Cf":
            found.append(" ")
    return "".join(found).casefold().translate(_PAIRS)


@lru_cache(4096)
def _prototype(one: str) -> str:
    """Return the letter or letters that a character looks like."""
    if one in _SEEN_AS:
        return _SEEN_AS[one]
    alike = normalize("NFD", _alike().get(one, one))
    shown = (_SEEN_AS.get(each) or _letter(each) for each in alike if category(each)[0] != "M")
    return "".join(shown)


def _letter(one: str) -> str:
    variant = None if one.isascii() else _VARIANT.search(name(one, ""))
    return variant[1] if variant else one


@cache
def _alike() -> dict[str, str]:
    """Read Unicode's table: for each character that looks like another text, that text."""
    data = (files("confusable_homoglyphs") / "confusables.json").read_bytes()
    table = msgspec.json.decode(data, type=dict[str, list[_Alike]])
    prototypes: dict[str, str] = {}
    for one, alike in table.items():
        # The library lists each pair both ways. The text that many look like is the prototype of them all.
        first = alike[0].text
        if len(alike) == 1 and len(one) == 1 and (len(table.get(first, ())) > 1 or first < one):
            prototypes[one] = first
    return prototypes
