"""The language of all sentences, chosen once for a process.

Every sentence is written in English in the code and looked up in a `gettext` catalogue when it is shown. Sentences name
their variable parts, so that a translator can order them.
"""

from gettext import NullTranslations


class _Spoken(NullTranslations):
    """The catalogue that the process uses, which `speak` changes."""

    catalogue = NullTranslations()

    def gettext(self, message: str) -> str:
        return self.catalogue.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.catalogue.ngettext(msgid1, msgid2, n)


SPOKEN = _Spoken()  # the language of the process; English until `speak` is called
_ = SPOKEN.gettext
ngettext = SPOKEN.ngettext


def N_(message: str) -> str:  # noqa: N802  the name that gettext's tools look for
    """Mark a constant as a message; call `_` with it where it is shown."""
    return message


def speak(catalogue: NullTranslations) -> None:
    """Use a catalogue for every sentence from now on.

    Call it when a process starts: pages and cards that were drawn before stay as they are.
    """
    SPOKEN.catalogue = catalogue
