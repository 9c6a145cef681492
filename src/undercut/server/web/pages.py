"""What the pages other than the table show, each in one structure: programs get it as JSON, templates as ``page``.

Templates and the forms on them:

- ``front.html`` (`FrontPage`): forms POST /tables with ``game``, ``opponents[]`` and whatever else `TableWish` has.
- ``new.html`` (`NewPage`): the form POSTs /tables; a refused choice comes back as this page with ``faults``.
- ``lobby.html`` (`LobbyPage`).
- ``rules.html`` (`RulesPage`).
- ``import.html`` (`ImportPage`): the form POSTs /import as multipart, with a file ``file`` or a text ``record``.
- ``about.html`` (`AboutPage`).
- ``table.html`` and ``board.html``: ``scene``, a `Scene`; board.html is the fragment #board alone.
- ``error.html`` (`ErrorPage`).

In forms a name with dots makes an object and a name that ends with ``[]`` a list: ``rules.set``, ``rules.seven``,
``opponents[]``. Every form carries ``_csrf_token``; templates write it with ``{{ csrf_input | safe }}``.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct, field

from undercut.games.registry import names, spec
from undercut.server.tables.listing import LobbyTable
from undercut.server.tables.wishes import NO_SEAT, OPEN, RANDOM_SEAT
from undercut.server.web.moments import ordinal
from undercut.server.web.rows import Lists, lists
from undercut.server.web.sprites import pack_name, sprite_address

_DUEL = 2


class GameCard(Struct, frozen=True):
    """A game on the front page.

    Args:
        pitch: What it is, in a few sentences.
        least: How few play.
        most: How many may play.
        rule_set: The name of its default rule set.
    """

    name: str
    title: str
    pitch: str
    least: int
    most: int
    rule_set: str

    @property
    def players(self) -> str:
        """For how many it is."""
        return f"{self.least} players" if self.least == self.most else f"{self.least} to {self.most} players"

    @property
    def cover(self) -> tuple[str, ...]:
        """Cards that stand for the game."""
        return spec(self.name).words.cover

    @property
    def sprite(self) -> str:
        """The address of the pictures of its cards."""
        return sprite_address(pack_name(spec(self.name).pack))


class Level(Struct, frozen=True):
    """A strength of bots.

    Args:
        name: Its name, as forms send it.
        title: What to call it.
        text: What it does.
    """

    name: str
    title: str
    text: str


class FrontPage(Struct, frozen=True):
    """The front page.

    Args:
        levels: The strengths of bots, the weakest first.
        quick: The strength that one click plays against.
        yours: Tables at which you sit and that are not over.
        tables: Open and running tables that anybody may see.
    """

    games: list[GameCard]
    levels: list[Level]
    quick: str
    yours: list[LobbyTable]
    tables: list[LobbyTable]

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class ValueChoice(Struct, frozen=True):
    """A value that an option may have.

    Args:
        value: The value as forms send it.
        text: What it means, a sentence.
        chosen: Whether it is chosen.
        usual: Whether the rule set has it.
    """

    value: str
    text: str
    chosen: bool
    usual: bool

    @property
    def label(self) -> str:
        """The value for people."""
        return {"true": "yes", "false": "no"}.get(self.value, self.value.replace("_", " "))


class OptionChoice(Struct, frozen=True):
    """An option on the page of all choices; its form field is ``rules.`` and the name.

    Args:
        clause: The clause that it belongs to.
        title: The clause's title.
        kind: ``"choice"``: one of ``values``; ``"number"``: a number from least to most, or one of ``values``;
            ``"numbers"``: so many numbers, parted by spaces.
        values: What there is to choose from; for numbers the words that may stand in their place.
        value: What is chosen, as text.
        usual: What the rule set has, as text.
        text: For numbers: what the number means.
        least: For numbers: the least.
        most: For numbers: the greatest.
        length: For lists of numbers: how many.
        fault: What is wrong with what was typed.
    """

    name: str
    clause: str
    title: str
    kind: str
    values: list[ValueChoice]
    value: str
    usual: str
    text: str = ""
    least: int | None = None
    most: int | None = None
    length: int = 0
    fault: str | None = None

    @property
    def label(self) -> str:
        """The option's name for people."""
        return self.name.replace("_", " ").capitalize()

    @property
    def changed(self) -> bool:
        """Whether another value is chosen than the rule set has."""
        return self.value != self.usual


class Choice(NamedTuple):
    """One entry of a list to choose from.

    Args:
        value: What the form sends.
        text: What it says.
        chosen: Whether it is chosen.
    """

    value: str
    text: str
    chosen: bool


class RuleSetChoice(Struct, frozen=True):
    """A rule set to choose; its form field is ``rules.set``.

    Args:
        chosen: Whether it is chosen.
    """

    name: str
    text: str
    chosen: bool


class NewPage(Struct, frozen=True):
    """All choices for a new table.

    Args:
        seats: How many seats are chosen.
        least: How few seats there may be.
        most: How many seats there may be.
        seat: Your own seat: a number as text, ``"random"`` or ``"none"``.
        opponents: Who sits in the other seats, in order: ``"open"`` for friends, or a level's name; one for each.
        levels: The strengths of bots.
        name: What to call you.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
        faults: What is wrong with what was chosen, a sentence each.
    """

    game: GameCard
    games: list[GameCard]
    rule_sets: list[RuleSetChoice]
    options: list[OptionChoice]
    seats: int
    least: int
    most: int
    seat: str
    opponents: list[str]
    levels: list[Level]
    name: str = ""
    listed: bool = False
    hints: bool = True
    faults: list[str] = field(default_factory=list[str])

    @property
    def rule_set(self) -> str:
        """The name of the rule set that is chosen."""
        return next(rules.name for rules in self.rule_sets if rules.chosen)

    @property
    def seat_choices(self) -> list[Choice]:
        """The seats to choose from."""
        texts = {str(seat): ordinal(seat + 1) for seat in range(self.most)}
        texts |= {"0": f"{texts['0']}: you begin", RANDOM_SEAT: "drawn by lot"}
        if self.most > _DUEL or self.seat == NO_SEAT:
            texts[NO_SEAT] = "none: I watch"
        return [Choice(value, text, value == self.seat) for value, text in texts.items()]

    @property
    def opponent_choices(self) -> list[tuple[str, list[Choice]]]:
        """A label and the choices for each opponent."""
        texts = {OPEN: "a person"} | {level.name: f"{level.title} bot" for level in self.levels}
        places = self.most if self.seat == NO_SEAT else self.most - 1
        found: list[tuple[str, list[Choice]]] = []
        for place in range(places):
            chosen = self.opponents[place] if place < len(self.opponents) else ""
            nobody = {"": "nobody"} if place or self.most > _DUEL else {}
            label = "Against" if self.most == _DUEL else f"Opponent {place + 1}"
            found.append((label, [Choice(each, text, each == chosen) for each, text in (nobody | texts).items()]))
        return found

    @property
    def changed(self) -> int:
        """How many options have another value than the rule set."""
        return sum(option.changed for option in self.options)

    @property
    def opens_options(self) -> bool:
        """Whether the single options are shown at once."""
        return any(option.changed or option.fault for option in self.options)

    @property
    def button(self) -> str:
        """What the button says."""
        return "Open the table" if self.seat == NO_SEAT or OPEN in self.opponents else "Deal the cards"


class LobbyPage(Struct, frozen=True):
    """The lobby.

    Args:
        tables: The tables that are listed: open ones first, then those in play, each the newest first.
        yours: Tables at which you sit and that are not over.
    """

    tables: list[LobbyTable]
    yours: list[LobbyTable]

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class ImportPage(Struct, frozen=True):
    """The page that takes a record.

    Args:
        record: What was typed or uploaded, if it was refused.
        faults: What is wrong with it.
    """

    record: str = ""
    faults: list[str] = field(default_factory=list[str])


class AboutPage(Struct, frozen=True):
    """About the site.

    Args:
        version: The version of Undercut.
    """

    version: str
    games: list[GameCard]


class ErrorPage(Struct, frozen=True):
    """Something was refused or went wrong; nothing was changed.

    Args:
        status: The status code.
        title: What it is, in a few words.
        detail: A sentence for people.
        clause: For an illegal move: the clause that forbids it.
        faults: All faults, where there are several.
        version: For a command that came too late: the table's version now.
        table: The table that it is about.
    """

    status: int
    title: str
    detail: str
    clause: str | None = None
    faults: list[str] = field(default_factory=list[str])
    version: int | None = None
    table: str | None = None

    @property
    def rule_address(self) -> str:
        """The address of the clause; empty if there is none."""
        games = [name for name in names() if self.clause and self.clause.startswith(f"{spec(name).words.prefix}-")]
        return f"/rules/{games[0]}#{self.clause}" if games else ""

    @property
    def more(self) -> list[str]:
        """The faults that the detail does not say already."""
        return [fault for fault in self.faults if fault != self.detail]

    @property
    def leads_back(self) -> bool:
        """Whether there is a table to go back to."""
        return bool(self.table) and self.status != HTTPStatus.NOT_FOUND

    @property
    def advice(self) -> str:
        """What a person can do now."""
        if self.status == HTTPStatus.NOT_FOUND and self.table:
            return _NO_TABLE
        return _ADVICE.get(self.status, "")


_NO_TABLE = (
    "The address may be mistyped or cut off, or the table was never there. Table links are long; copy them whole."
)
_ADVICE = {
    400: "Go back and try once more; what you typed should still be there.",
    403: "If you came to play: open the link of your seat on this device, or sit down at an open table.",
    404: "The address may be mistyped or cut off.",
    405: "This address works by another method; the description for programs lists them all.",
    409: "Somebody was quicker, or you had the page open twice. Nothing was lost: go back to the table as it is now.",
    413: "Records and forms have a size limit here. A record of one game is always small enough.",
    422: "Nothing was changed. Go back, put it right, and send it again.",
    429: "Too many requests came from your network in a short time. Wait a minute, then go on.",
    500: "This is a fault of the site, not yours. Every move that was confirmed is kept. Try again in a moment.",
    503: "Every move that was confirmed is kept. Try again in a moment; games go on where they stood.",
}
