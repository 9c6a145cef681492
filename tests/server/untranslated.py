"""Finds the words of a page that did not pass through the catalogue, when the language is `Pseudo`."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_SPOKEN = ("aria-label", "title", "placeholder", "alt", "content")
_ABOUT = ("description", "og:title", "og:description")
_SILENT = {"script", "style", "code", "kbd", "pre"}
_VOID = {"meta", "link", "input", "br", "hr", "img", "use", "path", "rect", "circle", "line", "text"}
_TRANSLATED = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[A-Za-z]{2,}")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        silent = tag in _SILENT or known.get("translate") == "no" or known.get("lang") not in (None, "en")
        for name in _SPOKEN:
            if name == "content" and known.get("name", known.get("property")) not in _ABOUT:
                continue
            if known.get(name) and not silent and not self.silent:
                self.texts.append(known[name])
        if tag not in _VOID:
            self.open.append((tag, silent))

    def handle_endtag(self, tag):
        while self.open and any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data):
        if not self.silent and data.strip():
            self.texts.append(" ".join(data.split()))

    @property
    def silent(self) -> bool:
        return any(silent for _, silent in self.open)


def untranslated(page: str, names: frozenset[str] = frozenset()) -> list[str]:
    """List the texts of a page in which a word is not translated.

    Args:
        page: The page in the pseudo language.
        names: Proper names, which no one translates.
    """
    parser = _Page()
    parser.feed(page)
    found = []
    for text in parser.texts:
        rest, before = text, None
        while rest != before:
            rest, before = _TRANSLATED.sub(" ", rest), rest
        for name in sorted(names, key=len, reverse=True):
            rest = rest.replace(name, " ")
        if _WORD.search(rest):
            found.append(text)
    return found
