"""Data of the pages other than the table: JSON for programs, ``page`` in templates."""

# In forms, a name with a dot is a member of an object, and a name ending in ``[]`` an entry of a list: ``rules.set``,
# ``opponents[]``. Every form has the field ``_csrf_token``.

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from msgspec import Struct, field

from undercut.bots.players.characters import PERSONS
from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.games.base.registry import names, spec
from undercut.lessons.courses import first_lesson
from undercut.pages.board.pictures import sprite_address
from undercut.pages.books.rule_links import rule_address
from undercut.pages.lists.rows import Lists, lists
from undercut.pages.lists.showcase import Shown, Today
from undercut.table.commands import NotPossible, NotYours, TooLate
from undercut.table.events import RulesStamp
from undercut.table.showing import LobbyTable
from undercut.translation import N_, _

_FRIENDS = 4


class GameCard(Struct, frozen=True):
    """A game on the front page."""

    name: str
    title: str
    pitch: str
    least: int
    most: int
    rule_set: str
    minutes: int = 0  # about how long a game of two takes; 0: not known

    @property
    def friends(self) -> int:
        """Number of seats of a table that is opened for friends at once; its host can change it."""
        return min(max(self.least, _FRIENDS), self.most)

    @property
    def players(self) -> str:
        """The number of players, in words."""
        if self.least == self.most:
            return _("%(count)s players") % {"count": self.least}
        return _("%(least)s to %(most)s players") % {"least": self.least, "most": self.most}

    @property
    def cover(self) -> tuple[str, ...]:
        """The cards that illustrate the game."""
        return spec(self.name).words.cover

    @property
    def lesson(self) -> str:
        """The address of the first lesson; empty if there is none."""
        return f"/learn/{self.name}/first/1" if first_lesson(self.name) else ""

    @property
    def sprite(self) -> str:
        """The address of the sprite of its cards."""
        return sprite_address(spec(self.name).pack)


class Level(Struct, frozen=True):
    """A level of bots."""

    name: str
    title: str
    text: str

    @property
    def person(self) -> str:
        """The first person who plays it; empty if it is not a person's."""
        return PERSONS.get(self.name, ("",))[0]

    @property
    def pair(self) -> tuple[str, str]:
        """The value and the title, for a list of choices."""
        return self.name, self.title


class FrontPage(Struct, frozen=True):
    """The front page."""

    games: list[GameCard]
    levels: list[Level]
    quick: str
    yours: list[LobbyTable]
    tables: list[LobbyTable]
    shown: Shown | None = None  # the bot game to watch; None if there is none
    today: Today | None = None
    learned: list[str] = []  # the games whose first lesson is done

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class LobbyPage(Struct, frozen=True):
    """The lobby."""

    tables: list[LobbyTable]
    yours: list[LobbyTable]
    games: list[GameCard] = []
    shown: Shown | None = None

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class ImportPage(Struct, frozen=True):
    """The page for importing a record."""

    record: str = ""
    faults: list[str] = field(default_factory=list[str])


class AboutPage(Struct, frozen=True):
    """About the site."""

    version: str
    games: list[GameCard]
    licences: dict[str, str]  # of what is installed beside Undercut, by name


TOO_MANY = "Too many at once"  # the title of the page that says that a quota is used up


BANNED = "Banned"  # the title of the page for clients that the owner has banned


class ErrorPage(Struct, frozen=True):
    """A refused request or an error; nothing was changed."""

    status: int
    title: str
    detail: str
    clause: str | None = None
    faults: list[str] = field(default_factory=list[str])
    version: int | None = None
    table: str | None = None
    request: str | None = None
    rules: RulesStamp | None = None

    @property
    def rule_address(self) -> str:
        """The address of the clause; empty without a clause."""
        games = [name for name in names() if self.clause and self.clause.startswith(f"{spec(name).words.prefix}-")]
        return rule_address(games[0], self.rules, self.clause or "") if games else ""

    @property
    def more(self) -> list[str]:
        """The faults that are not in the detail."""
        return [fault for fault in self.faults if fault != self.detail]

    @property
    def leads_back(self) -> bool:
        """Whether the page links back to the table."""
        return bool(self.table) and self.status != HTTPStatus.NOT_FOUND

    @property
    def advice(self) -> str:
        """Advice on what to do now."""
        if self.status == HTTPStatus.NOT_FOUND and self.table:
            return _(_NO_TABLE)
        advice = _ADVICE.get(self.status)
        return _(advice) if advice and self.title not in (_(TOO_MANY), _(BANNED)) else ""


_NO_TABLE = N_(
    "The address may be mistyped or incomplete, or the table never existed. Table links are long; copy them whole."
)
_ADVICE = {
    400: N_("Go back and try again; your input should still be there."),
    403: N_("To play, open the link of your seat on this device, or sit down at an open table."),
    404: N_("The address may be mistyped or incomplete."),
    405: N_("This address needs another method; the description for programs lists them all."),
    409: N_("Another player acted first, or you had the page open twice. Nothing was lost; go back to the table."),
    413: N_("Records and forms have a size limit here. A record of one game is always small enough."),
    422: N_("Nothing was changed. Go back, correct it, and send it again."),
    429: N_("Too many requests came from your network in a short time. Wait a minute, then continue."),
    500: N_("This is an error of the site, not yours. Every confirmed move is saved. Try again in a moment."),
    503: N_("Every confirmed move is saved. Try again in a moment; games continue where they stopped."),
}


_MOST = 20
_LONGEST = 300


class Missing(UndercutError):  # noqa: N818  reads better without "Error"
    """There is nothing at an address."""


def few_faults(faults: Sequence[str]) -> list[str]:
    """Return at most 20 lines of at most 300 characters; if there are more faults, the last line counts them."""
    shown = [fault[:_LONGEST] for fault in faults[:_MOST]]
    if len(faults) > _MOST:
        shown[-1] = _("and %(count)s more") % {"count": len(faults) - _MOST + 1}
    return shown


def refusal_page(error: Exception) -> ErrorPage | None:
    """Describe a refusal of a table or of the library; None if an error is none."""
    match error:
        case Missing():
            return ErrorPage(404, _("Not found"), _("There is nothing at this address."))
        case TooLate():
            return ErrorPage(409, _("Too late"), str(error), version=error.version)
        case NotYours():
            return ErrorPage(403, _("Not allowed"), str(error))
        case NotPossible():
            return ErrorPage(422, _("Not possible"), str(error), clause=error.clause, rules=error.rules)
        case BadRules() | BadRecord() | BadPosition():
            faults = few_faults(error.faults)
            return ErrorPage(422, _("Not possible"), faults[0], faults=faults)
        case UndercutError():
            return ErrorPage(422, _("Not possible"), str(error))
        case _:
            return None
