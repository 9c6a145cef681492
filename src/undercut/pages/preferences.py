"""Display preferences, stored in a cookie so that the server can render pages with them."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

COOKIE = "look"  # the cookie's name; the script writes the cookie too

Theme = Literal["", "light", "dark"]
Suits = Literal["", "two", "letters", "four"]
Motion = Literal["", "less"]
Sound = Literal["", "on", "off"]
Notify = Literal["", "on"]
Answer = Literal["", "auto"]
Back = Literal["", "stripes", "diamonds"]
Cloth = Literal["", "green", "blue", "plum"]
Double = Literal["", "off"]
Sayings = Literal["", "off"]
Speed = Literal["", "slow", "off"]

_KNOWN = {
    "theme": Theme,
    "suits": Suits,
    "motion": Motion,
    "sound": Sound,
    "notify": Notify,
    "answer": Answer,
    "back": Back,
    "cloth": Cloth,
    "double": Double,
    "sayings": Sayings,
    "speed": Speed,
}


class Preferences(msgspec.Struct, frozen=True):
    """Display preferences; an empty value is the default."""

    theme: Theme = ""  # light or dark; empty: the system's setting
    suits: Suits = ""
    motion: Motion = ""  # ``"less"``: reduced motion; empty: the system's setting
    sound: Sound = ""
    notify: Notify = ""
    answer: Answer = ""
    back: Back = ""
    cloth: Cloth = ""
    double: Double = ""
    sayings: Sayings = ""
    speed: Speed = ""  # of what others play, as it is shown large

    def cookie(self) -> str:
        """Return the value of the cookie."""
        return ".".join(msgspec.structs.astuple(self))


def read_preferences(cookie: str | None) -> Preferences:
    """Parse the value of the cookie; invalid parts get their defaults."""
    parts = (cookie or "").split(".")
    names = Preferences.__struct_fields__
    return preferences_from(dict(zip(names, parts, strict=False)))


def preferences_from(fields: dict[str, str]) -> Preferences:
    """Parse the fields of the settings form; invalid ones get their defaults."""
    kept = {name: fields[name] for name, words in _KNOWN.items() if fields.get(name) in get_args(words)}
    return msgspec.convert(kept, Preferences)
