"""Finds the words of a page that did not pass through the catalogue, when the language is `Pseudo`."""

import re
from gettext import NullTranslations
from html.parser import HTMLParser

_SPOKEN = ("aria-label", "title", "placeholder", "alt", "content")
_ABOUT = ("description", "og:title", "og:description")
_SILENT = {"script", "style", "code", "kbd", "pre", "svg"}
_VOID = {"meta", "link", "input", "br", "hr", "img"}
_WORD = re.compile(r"[^\W\d_]{2,}")
_KEPT = re.compile(r"(\{[^}]*\}|%\([^)]*\)[a-z]|<[^>]*>|&[a-z]+;|%%|`[^`]*`|\b[A-Z]{2}-\w+)")
"""Parts of a message that a translator must leave as they are: placeholders, markup, code and ids of clauses."""

_ACCENTS = str.maketrans("AEIOUaeiouncy", "ÀÉÎÖÛàéîöûñçý")


class Pseudo(NullTranslations):
    """A made-up language that shows which sentences do not pass through the catalogue."""

    def gettext(self, message: str) -> str:
        parts = _KEPT.split(message)
        parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
        return f"⟦{''.join(parts)}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Choose the English plural form, and change it like any other message."""
        return self.gettext(msgid1 if n == 1 else msgid2)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.shown: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        silent = tag in _SILENT
        for name in _SPOKEN:
            if name == "content" and known.get("name", known.get("property")) not in _ABOUT:
                continue
            if known.get(name) and not silent and not self.silent:
                self.texts.append(known[name])
        if tag not in _VOID:
            self.open.append((tag, silent))

    def handle_endtag(self, tag):
        while any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data):
        if not self.silent and data.strip():
            self.shown.append(data)

    @property
    def silent(self) -> bool:
        return any(silent for _, silent in self.open)


def _outside(texts: list[str]) -> list[str]:
    """Leave out what is between the brackets of the pseudo language, which may begin in one text and end in another."""
    depth, found = 0, []
    for text in texts:
        rest = []
        for letter in text:
            depth += (letter == "⟦") - (letter == "⟧")
            rest.append(letter if depth == 0 else " ")
        found.append("".join(rest))
    return found


def untranslated(page: str, names: frozenset[str] = frozenset()) -> list[str]:
    parser = _Page()
    parser.feed(page)
    texts = parser.texts + parser.shown
    rests = [rest for text in parser.texts for rest in _outside([text])] + _outside(parser.shown)
    found = []
    for text, rest in zip(texts, rests, strict=True):
        for name in sorted(names, key=len, reverse=True):
            rest = rest.replace(name, " ")  # noqa: PLW2901  step by step
        if _WORD.search(rest):
            found.append(" ".join(text.split()))
    return found
