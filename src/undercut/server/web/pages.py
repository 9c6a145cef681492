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

from msgspec import Struct, field

from undercut.server.tables.listing import LobbyTable


class GameCard(Struct, frozen=True):
    """A game on the front page.

    Args:
        name: Its name.
        title: Its title.
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
        games: The games.
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


class OptionChoice(Struct, frozen=True):
    """An option on the page of all choices; its form field is ``rules.`` and the name.

    Args:
        name: Its name.
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


class RuleSetChoice(Struct, frozen=True):
    """A rule set to choose; its form field is ``rules.set``.

    Args:
        name: Its name.
        text: What it is.
        chosen: Whether it is chosen.
    """

    name: str
    text: str
    chosen: bool


class NewPage(Struct, frozen=True):
    """All choices for a new table.

    Args:
        game: The game.
        games: All games.
        rule_sets: Its rule sets.
        options: Its options.
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


class LobbyPage(Struct, frozen=True):
    """The lobby.

    Args:
        tables: The tables that are listed: open ones first, then those in play, each the newest first.
        yours: Tables at which you sit and that are not over.
    """

    tables: list[LobbyTable]
    yours: list[LobbyTable]


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
        games: The games.
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
