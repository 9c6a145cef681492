"""Names of players: which are accepted, and which look the same.

PRECIS (RFC 8264, 8265 and 8266) says which characters a nickname may have; Unicode's table of confusable characters
(UTS 39) says which names look alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from unicodedata import category, normalize

import msgspec
from msgspec import Struct, field
from precis_i18n import get_profile

from undercut.bots.players.adaptive import ADAPTIVE
from undercut.bots.players.registry import LEVEL_NAMES, PLAYERS
from undercut.server.tables.commands import NotPossible
from undercut.translation import _

NAME_LENGTH = 40
"""Maximum length of a player's name."""

_MOST_MARKS = 3
"""Marks on one letter, such as accents; words of Hebrew and Tibetan have up to three."""

_BLANK = "\u2800\U0001d159"
"""Characters that show nothing, though PRECIS and their categories do not say so."""

_STYLE = "\ufe0f"
"""Asks for the coloured form of an emoji; keyboards add it."""

_NUMBER = re.compile(r"\d+$")

_nickname = get_profile("NicknameCasePreserved")


class BadName(NotPossible):
    """A name cannot be used at a table."""


class _Alike(Struct):
    text: str = field(name="c")


# --- Accepting -------------------------------------------------------------------------------------------------------


def player_name(text: str, others: Iterable[str] = ()) -> str:
    """Check the name that a player has chosen, and return it in normal form; empty if there is none.

    Args:
        text: The name as typed.
        others: The names of the others at the table.

    Raises:
        BadName: The name is refused; the text is a sentence.

    Example:
        >>> player_name("  Ольга   B. "), player_name("Zoe" + chr(0x308)), player_name("")
        ('Ольга B.', 'Zoë', '')
    """
    if not text.strip():
        return ""
    try:
        name = _nickname.enforce(text.replace(_STYLE, ""))
    except UnicodeEncodeError as error:
        raise BadName(_why_not(error.reason)) from None
    if fault := _fault(name):
        raise BadName(fault)
    for other in others:
        if look_alike(name, other):
            message = _("Another player at this table is called %(name)s.") % {"name": other}
            raise BadName(message)
    return name


def default_name(seat: int, others: Iterable[str] = ()) -> str:
    """Return a name for a player who has chosen none, numbered from 1.

    Args:
        seat: The seat, from 0.
        others: The names of the others at the table.

    Example:
        >>> default_name(0), default_name(0, ["Player 1"])
        ('Player 1', 'Player 2')
    """
    taken = set(others)
    number = seat + 1
    while f"Player {number}" in taken:
        number += 1
    return f"Player {number}"


def clean_name(text: str) -> str:
    """Remove from a name in a record what cannot be shown safely, and cut it to the maximum length.

    Example:
        >>> clean_name("  Ann " + chr(0x202E) + "  Bee ")
        'Ann Bee'
    """
    kept: list[str] = []
    marks = 0
    for one in normalize("NFC", text):
        marks = marks + 1 if _is_mark(one) else 0
        if one.isspace():
            kept.append(" ")
        elif one.isprintable() and one not in _BLANK and marks <= (_MOST_MARKS if kept else 0):
            kept.append(one)
    return " ".join("".join(kept).split())[:NAME_LENGTH].strip()


def recorded_names(texts: Sequence[str]) -> list[str]:
    """Return the names of a record's players as a table can show them: clean, each different, and not "You".

    Example:
        >>> recorded_names(["Ann", "You", "Ann"])
        ['Ann', 'Player 2', 'Ann (2)']
    """
    found: list[str] = []
    for seat, text in enumerate(texts):
        name = clean_name(text)
        if not name or look_alike(name, "You"):
            name = default_name(seat, [*texts, *found])
        base, number = name[: NAME_LENGTH - 5], 2
        while name in found:
            name, number = f"{base} ({number})", number + 1
        found.append(name)
    return found


def _why_not(reason: str) -> str:
    """Put a reason of the PRECIS library into a sentence."""
    rule = reason.partition("/")[2]
    if rule == "empty":
        return _("The name has no visible character.")
    if rule == "controls":
        return _("The name has a control character, such as a line break.")
    return _("The name has a character that is invisible or not allowed in names.")


def _fault(name: str) -> str | None:
    """Return why a name in normal form is refused; None if it is not."""
    if len(name) > NAME_LENGTH:
        return _("The name has more than %(most)s characters.") % {"most": NAME_LENGTH}
    if any(one in _BLANK for one in name):
        return _("The name has an invisible character.")
    if not any(category(one)[0] in "LN" for one in name):
        return _("The name has no letter and no digit.")
    if _has_loose_marks(name):
        marks = _("The name has a mark, such as an accent, without a letter, or more than %(most)s on one letter.")
        return marks % {"most": _MOST_MARKS}
    if not reserved_forms().isdisjoint(_forms(_NUMBER.sub("1", name))):
        return _("The site itself uses the name %(name)s, or one that looks like it.") % {"name": name}
    return None


def _has_loose_marks(name: str) -> bool:
    marks, before = 0, " "
    for one in name:
        marks = marks + 1 if _is_mark(one) else 0
        if marks > _MOST_MARKS or (marks and before == " "):
            return True
        before = one
    return False


def _is_mark(one: str) -> bool:
    return category(one) in ("Mn", "Me")


# --- Comparing -------------------------------------------------------------------------------------------------------


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look the same, apart from upper and lower case.

    Example:
        >>> look_alike("Bill", "BiII"), look_alike("Bill", "Bo")
        (True, False)
    """
    return not _forms(one).isdisjoint(_forms(other))


@cache
def reserved_forms() -> frozenset[str]:
    """Return the forms of the names that the site gives: "You", and those of seats, nameless players and bots."""
    bots = [f"{level.capitalize()} bot" for level in (*PLAYERS, *LEVEL_NAMES, ADAPTIVE)]
    numbered = [f"{name} {number}" for name in ("Seat", "Player", *bots) for number in ("0", "1")]
    return frozenset[str]().union(*(_forms(name) for name in ("You", "Open seat", *bots, *numbered)))


def _forms(name: str) -> frozenset[str]:
    """Return the forms by which names are compared: skeletons, with case folded before or after.

    Folding makes ``I`` an ``i``, and its skeleton is an ``l``; so neither order finds all names that look alike.
    """
    folded = _skeleton(normalize("NFKC", name).casefold())
    return frozenset({folded, _skeleton(normalize("NFKC", name)).casefold()})


def _skeleton(text: str) -> str:
    alike = _alike()
    shown = (alike.get(one, one) for one in normalize("NFD", text))
    # Joiners, which some scripts need, are invisible by themselves.
    return "".join(one for one in normalize("NFD", "".join(shown)) if category(one) != "Cf" and not one.isspace())


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
