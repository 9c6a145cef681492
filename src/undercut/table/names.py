"""Names of players: which are accepted, which look alike, and those that the site gives."""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count, product
from unicodedata import category, name, normalize

import msgspec
from msgspec import Struct, field
from precis_i18n import get_profile

from undercut.bots.players import ADAPTIVE, PLAYERS
from undercut.engine.host import IN_PAGE
from undercut.games.base.parts.bots import ALL_NAMES, LEVEL_NAMES
from undercut.table.commands import NotPossible
from undercut.translation import _

_SIGNS = {"!": "i", "¡": "i", "|": "l", "@": "a", "$": "s", "€": "e", "+": "t", "©": "c", "®": "r", "🤖": "bot"}
"""Symbols that stand for letters."""

_DIGITS = str.maketrans("2345789", "zeastbg")  # digits that stand for letters; 0 and 1 are in Unicode's table

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

_PAIRS = str.maketrans({"m": "rn", "w": "vv"})  # letters that look like two others

_DECORATED = ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC")
"""Scripts whose marks do not count: a name without them is read as the same. In others, marks are vowels."""

_NUMBER = re.compile(r"\d+(?=[\W_]*$)")

_LEVELS = (*PLAYERS, *LEVEL_NAMES, ADAPTIVE)
_NAMED = (*_LEVELS, *sorted(ALL_NAMES))
_BOTS = [f"{one} {other}" for pair in product(_NAMED, ("bot", "robot")) for one, other in (pair, pair[::-1])]
_GIVEN = {"Player", "Seat"} | {f"{level.capitalize()} bot" for level in _LEVELS}
_STAFF = ("Admin", "Administrator", "Moderator", "Sysadmin", "Webmaster")
_ROLES = ("Mod", "Staff", "Support", "System", "Server", "Operator", "Owner", "Bot", "Team", "Undercut")
_OF_THE_SITE = ("", "The ", "Site ", "Undercut ", "The Undercut ", "Official ")

_Place = Callable[[bool, bool], bool]


class _Alike(Struct):
    text: str = field(name="c")


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look the same, apart from upper and lower case and from what decorates them."""
    if not _forms(one).isdisjoint(_forms(other)):
        return True
    return (_stands_in(one) or _stands_in(other)) and not _read(one).isdisjoint(_read(other))


def imitates_site(text: str) -> bool:
    """Return whether a name looks like one that the site gives, or like its staff."""
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


def _forms(text: str) -> frozenset[str]:
    """Return the skeletons of a name with case folded before and after: ``I`` folds to ``i``, but looks like ``l``."""
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
    """Return the letters and digits of a text, each as its prototype, and a space for each group of others."""
    # Joiners, which some scripts need, are invisible; so they separate nothing, and neither do marks.
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
    if IN_PAGE:  # it is large, and nobody else reads a name there
        return {}
    data = (files("confusable_homoglyphs") / "confusables.json").read_bytes()
    table = msgspec.json.decode(data, type=dict[str, list[_Alike]])
    prototypes: dict[str, str] = {}
    for one, alike in table.items():
        # The library lists each pair both ways. The text that many look like is the prototype of them all.
        first = alike[0].text
        if len(alike) == 1 and len(one) == 1 and (len(table.get(first, ())) > 1 or first < one):
            prototypes[one] = first
    return prototypes


NAME_LENGTH = 40  # maximum length of a player's name
MOST_MARKS = 3  # marks on one letter, such as accents; words of Hebrew and Tibetan have up to three
BLANK = "\u2800\U0001d159"  # characters that show nothing, though PRECIS and their categories do not say so
_STYLE = "\ufe0f"  # asks for the coloured form of an emoji; keyboards add it

_DEFAULT = re.compile(r"Player \d+")
FRIENDLY = (
    "Quick Fox",
    "Calm Heron",
    "Merry Otter",
    "Bold Badger",
    "Lucky Hare",
    "Wise Owl",
    "Swift Seal",
    "Brave Wren",
)
"""Names of guests who have chosen none, by seat."""

_nickname = get_profile("NicknameCasePreserved")


class BadName(NotPossible):
    """A name cannot be used at a table."""


def player_name(text: str, others: Iterable[str] = ()) -> str:
    """Check the name that a player has chosen, and return it in normal form; empty if there is none."""
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
            raise BadName(_("Another player at this table is called {name}.").format(name=other))
    return name


def default_name(seat: int, others: Iterable[str]) -> str:
    """Return a name for a player of whom nothing is known, numbered from 1."""
    taken = set(others)
    return next(name for number in count(seat + 1) if (name := f"Player {number}") not in taken)


def friendly_name(seat: int, others: Iterable[str] = ()) -> str:
    """Return a name for a guest who has chosen none, which nobody else at the table has."""
    taken, first = [*others], seat % len(FRIENDLY)
    free = (name for name in FRIENDLY[first:] + FRIENDLY[:first] if not any(look_alike(name, one) for one in taken))
    return next(free, default_name(seat, taken))


def is_default(name: str) -> bool:
    """Return whether the site gave a player this name, who has chosen none."""
    return name in FRIENDLY or bool(_DEFAULT.fullmatch(name))


def _why_not(reason: str) -> str:
    """Put a reason of the PRECIS library into a sentence."""
    rule = reason.partition("/")[2]
    if rule == "empty":
        return _("The name has no visible characters.")
    if rule == "controls":
        return _("The name has a control character, such as a line break.")
    return _("The name has a character that is invisible or not allowed in names.")


def _fault(name: str) -> str | None:
    """Return why a name in normal form is refused; None if it is not."""
    if len(name) > NAME_LENGTH:
        return _("The name has more than {most} characters.").format(most=NAME_LENGTH)
    if any(one in BLANK for one in name):
        return _("The name has an invisible character.")
    if not any(category(one)[0] in "LN" for one in name):
        return _("The name has no letters or digits.")
    if _has_loose_marks(name):
        marks = _("The name has a mark, such as an accent, without a letter, or more than {most} on one letter.")
        return marks.format(most=MOST_MARKS)
    if imitates_site(name):
        return _("The site itself uses the name {name}, or one that looks like it.").format(name=name)
    return None


def _has_loose_marks(name: str) -> bool:
    marks, before = 0, " "
    for one in name:
        marks = marks + 1 if is_mark(one) else 0
        if marks > MOST_MARKS or (marks and before == " "):
            return True
        before = one
    return False


def is_mark(one: str) -> bool:
    return category(one) in ("Mn", "Me")
