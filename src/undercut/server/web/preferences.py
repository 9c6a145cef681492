"""How a reader wants pages to look: kept in a cookie that names nobody, so that pages come in the right colours."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

COOKIE = "look"
"""The name of the cookie; the script writes it too."""

Theme = Literal["", "light", "dark"]
Suits = Literal["", "four"]
Motion = Literal["", "less"]
Sound = Literal["", "on"]


class Preferences(msgspec.Struct, frozen=True):
    """How a reader wants pages to look; empty means as usual.

    Args:
        theme: Light or dark; empty: as the system.
        suits: Whether four suits have four colours.
        motion: Whether cards travel less; empty: as the system.
        sound: Whether moves can be heard.
    """

    theme: Theme = ""
    suits: Suits = ""
    motion: Motion = ""
    sound: Sound = ""

    def cookie(self) -> str:
        """Write it for the cookie.

        Example:
            >>> Preferences(theme="dark", sound="on").cookie()
            'dark...on'
        """
        return ".".join(msgspec.structs.astuple(self))


def read_preferences(cookie: str | None) -> Preferences:
    """Read the cookie; whatever cannot be understood is as usual.

    Args:
        cookie: Its value, or None.

    Example:
        >>> read_preferences("dark.four..purple")
        Preferences(theme='dark', suits='four', motion='', sound='')
    """
    parts = (cookie or "").split(".")
    names = Preferences.__struct_fields__
    return preferences_from(dict(zip(names, parts, strict=False)))


def preferences_from(fields: dict[str, str]) -> Preferences:
    """Read the fields of the form of settings; whatever cannot be understood is as usual.

    Args:
        fields: The fields by name.

    Example:
        >>> preferences_from({"motion": "less"}).motion
        'less'
    """
    known = {"theme": Theme, "suits": Suits, "motion": Motion, "sound": Sound}
    kept = {name: fields[name] for name, words in known.items() if fields.get(name) in get_args(words)}
    return msgspec.convert(kept, Preferences)
