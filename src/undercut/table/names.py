"""Names of players: which are accepted, and how others are shown.

PRECIS (RFC 8264, 8265 and 8266) says which characters a nickname may have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import category, normalize

from precis_i18n import get_profile

from undercut.table.alike import imitates_site, is_given, look_alike
from undercut.table.commands import NotPossible
from undercut.translation import _

NAME_LENGTH = 40
"""Maximum length of a player's name."""

_MOST_MARKS = 3
"""Marks on one letter, such as accents; words of Hebrew and Tibetan have up to three."""

_BLANK = "\u2800\U0001d159"
"""Characters that show nothing, though PRECIS and their categories do not say so."""

_STYLE = "\ufe0f"
"""Asks for the coloured form of an emoji; keyboards add it."""

_DEFAULT = re.compile(r"Player \d+")

_nickname = get_profile("NicknameCasePreserved")


class BadName(NotPossible):
    """A name cannot be used at a table."""


def player_name(text: str, others: Iterable[str] = ()) -> str:
    """Check the name that a player has chosen, and return it in normal form; empty if there is none.

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

    Example:
        >>> default_name(0), default_name(0, ["Player 1"])
        ('Player 1', 'Player 2')
    """
    taken = set(others)
    number = seat + 1
    while f"Player {number}" in taken:
        number += 1
    return f"Player {number}"


def names_for(names: Sequence[str], seat: int | None) -> list[str]:
    """Return the players' names for the player in a seat, who is "You" unless that player has chosen a name.

    Example:
        >>> names_for(["Player 1", "Player 2"], 1), names_for(["Ann", "Player 2"], 0)
        (['Player 1', 'You'], ['Ann', 'Player 2'])
    """
    return [_("You") if place == seat and _DEFAULT.fullmatch(name) else name for place, name in enumerate(names)]


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
    """Return the names of a record's players as a table can show them: clean, each different, and no imitations.

    Names that the site gave, such as "Easy bot", stay, since its own records have them.

    Example:
        >>> recorded_names(["Ann", "You", "Ann", "Easy bot", "Easy b0t!"])
        ['Ann', 'Player 2', 'Ann (2)', 'Easy bot', 'Player 5']
    """
    found: list[str] = []
    for seat, text in enumerate(texts):
        name = clean_name(text)
        if not name or (imitates_site(name) and not is_given(name)):
            name = default_name(seat, [*texts, *found])
        base, number = name[: NAME_LENGTH - 5], 2
        while any(look_alike(name, other) for other in found):
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
    if imitates_site(name):
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
