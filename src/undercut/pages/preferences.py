"""Display preferences, stored in a cookie so that the server can render pages with them."""

from typing import Literal, get_args, get_type_hints

import msgspec

COOKIE = "look"  # the cookie's name; the script writes the cookie too


class Preferences(msgspec.Struct, frozen=True):
    """Display preferences; an empty value is the default."""

    theme: Literal["", "light", "dark"] = ""  # empty: the system's setting
    suits: Literal["", "two", "letters", "four"] = ""
    motion: Literal["", "less"] = ""  # ``"less"``: reduced motion; empty: the system's setting
    sound: Literal["", "on", "off"] = ""
    notify: Literal["", "on"] = ""
    answer: Literal["", "auto"] = ""
    back: Literal["", "stripes", "diamonds"] = ""
    cloth: Literal["", "green", "blue", "plum"] = ""
    double: Literal["", "off"] = ""
    sayings: Literal["", "off"] = ""
    speed: Literal["", "slow", "off"] = ""  # of what others play, as it is shown large

    def cookie(self) -> str:
        """Write the preferences as in ``theme:dark.sound:on``."""
        return ".".join(f"{name}:{value}" for name, value in msgspec.structs.asdict(self).items() if value)


_WORDS = {name: get_args(words) for name, words in get_type_hints(Preferences).items()}


def read_preferences(cookie: str | None) -> Preferences:
    """Parse the value of the cookie; invalid parts get their defaults."""
    parts = (part.partition(":") for part in (cookie or "").split("."))
    return preferences_from({name: value for name, _colon, value in parts})


def preferences_from(fields: dict[str, str]) -> Preferences:
    """Parse the fields of the settings form; invalid ones get their defaults."""
    kept = {name: fields[name] for name, words in _WORDS.items() if fields.get(name) in words}
    return msgspec.convert(kept, Preferences)
