"""Data of the pages other than the table: JSON for programs, ``page`` in templates.

Templates and the forms on them:

- ``front.html`` (`FrontPage`): forms POST /tables with ``game``, ``opponents[]`` and other fields of `TableWish`.
- ``new.html`` (`NewPage`): the form POSTs /tables; invalid input shows this page again with ``faults``.
- ``lobby.html`` (`LobbyPage`).
- ``rules.html`` (`RulesPage`).
- ``import.html`` (`ImportPage`): the form POSTs /import as multipart, with a file ``file`` or a text ``record``.
- ``about.html`` (`AboutPage`).
- ``table.html`` and ``board.html``: ``scene``, a `Scene`; board.html is the fragment #board alone.
- ``error.html`` (`ErrorPage`).

In forms, a name with a dot is a member of an object and a name ending in ``[]`` an entry of a list: ``rules.set``,
``rules.seven``, ``opponents[]``. Every form has the field ``_csrf_token``.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct, field

from undercut.games.registry import names, spec
from undercut.lessons.courses import FIRST
from undercut.server.tables.listing import LobbyTable
from undercut.server.tables.wishes import MATCHES, NO_SEAT, OPEN, QUICK, RANDOM_SEAT
from undercut.server.web.clock_texts import ENDS, TIMES, time_choice
from undercut.server.web.moments import ordinal
from undercut.server.web.rows import Lists, lists
from undercut.server.web.sprites import pack_name, sprite_address
from undercut.translation import N_, _

_DUEL = 2
_FRIENDS = 4
_SETS = 3
"""Number of rule sets that a page shows at first."""


class GameCard(Struct, frozen=True):
    """A game on the front page.

    Args:
        pitch: The game in a few sentences.
        least: Minimum number of players.
        most: Maximum number of players.
        rule_set: The name of its default rule set.
        recommended: The name of the rule set for newcomers.
    """

    name: str
    title: str
    pitch: str
    least: int
    most: int
    rule_set: str
    recommended: str = ""

    @property
    def friends(self) -> int:
        """Number of seats of a table that is opened for friends at once; its host can change it."""
        return min(max(self.least, _FRIENDS), self.most)

    @property
    def players(self) -> str:
        """The number of players, in words."""
        return f"{self.least} players" if self.least == self.most else f"{self.least} to {self.most} players"

    @property
    def cover(self) -> tuple[str, ...]:
        """The cards that illustrate the game."""
        return spec(self.name).words.cover

    @property
    def lesson(self) -> str:
        """The address of the first lesson; empty if there is none."""
        return f"/learn/{self.name}/first/1" if self.name in FIRST else ""

    @property
    def sprite(self) -> str:
        """The address of the sprite of its cards."""
        return sprite_address(pack_name(spec(self.name).pack))


class Level(Struct, frozen=True):
    """A level of bots.

    Args:
        name: The value that forms send.
        title: The name for people.
        text: A description.
    """

    name: str
    title: str
    text: str

    @property
    def pair(self) -> tuple[str, str]:
        """The value and the title, for a list of choices."""
        return self.name, self.title


class Shown(Struct, frozen=True):
    """The move of a bot game that the front page shows.

    Args:
        game: The game's name.
        title: The game's title.
        step: Number of moves played.
        text: The last move in a sentence.
        wait: Seconds until the next move.
    """

    game: str
    title: str
    step: int
    text: str
    wait: float

    @property
    def picture(self) -> str:
        """The address of the picture."""
        return f"/watch/{self.game}/{self.step}.svg"


class FrontPage(Struct, frozen=True):
    """The front page.

    Args:
        levels: The levels of bots, weakest first.
        quick: The preselected level.
        yours: Your unfinished tables.
        tables: Public tables, open or in play.
        shown: The bot game to watch; None if there is none.
    """

    games: list[GameCard]
    levels: list[Level]
    quick: str
    yours: list[LobbyTable]
    tables: list[LobbyTable]
    shown: Shown | None = None

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class ValueChoice(Struct, frozen=True):
    """A possible value of an option.

    Args:
        value: The value that forms send.
        label: The answer that it is, in a few words.
        text: Its meaning, in a sentence.
        chosen: Whether it is selected.
        usual: Whether it is the rule set's value.
    """

    value: str
    label: str
    text: str
    chosen: bool
    usual: bool


class OptionChoice(Struct, frozen=True):
    """An option on the page for a new table; its form field is ``rules.`` and the name.

    Args:
        question: The option as a question.
        clause: The clause of the option.
        title: The clause's title.
        kind: ``"choice"``: one of ``values``; ``"number"``: a number from least to most, or one of ``values``;
            ``"numbers"``: ``length`` numbers separated by spaces.
        values: The possible values; for numbers, the words accepted in place of a number.
        value: The current value, as text.
        usual: The rule set's value, as text.
        text: The meaning of a number.
        least: Minimum of a number.
        most: Maximum of a number.
        length: Number of entries in a list of numbers.
        fault: The fault of the typed value.
    """

    name: str
    question: str
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
    def changed(self) -> bool:
        """Whether the value differs from the rule set's."""
        return self.value != self.usual


class Choice(NamedTuple):
    """An entry of a selection list.

    Args:
        value: The value that the form sends.
        chosen: Whether it is selected.
    """

    value: str
    text: str
    chosen: bool


def match_text(games: int) -> str:
    """Name the length of a match.

    Args:
        games: Number of games; 0: no match.

    Example:
        >>> match_text(3)
        'Best of 3'
    """
    return _("Best of {games}").format(games=games) if games else _("A single game")


class RuleSetChoice(Struct, frozen=True):
    """A rule set to choose; its form field is ``rules.set``.

    Args:
        text: How it plays, in a sentence.
        recommended: Whether newcomers should play it.
    """

    name: str
    text: str
    chosen: bool
    recommended: bool = False


class NewPage(Struct, frozen=True):
    """All choices for a new table.

    Args:
        seats: Chosen number of seats.
        least: Minimum number of seats.
        most: Maximum number of seats.
        seat: Your seat: a number as text, ``"random"`` or ``"none"``.
        opponents: The other seats in order: ``"open"`` for a person, or a level's name.
        levels: The levels of bots.
        name: Your name at the table.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
        practice: Whether moves can be taken back at any time.
        faults: One sentence for each fault.
        fixes: One sentence for each choice that was changed so that everything goes together.
        fitting: What changes with the number of players, one sentence for each number that changes something.
        best_of: Number of games of the match; 0: a single game.
        clock: The time of the clock and what happens when it is up, as forms send them.
        table: The table whose rules the page changes; empty for a new table.
        version: The version of that table.
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
    practice: bool = False
    faults: list[str] = field(default_factory=list[str])
    fixes: list[str] = field(default_factory=list[str])
    fitting: list[str] = field(default_factory=list[str])
    best_of: int = 0
    clock: tuple[str, str] = ("", "lose")
    table: str = ""
    version: int = 0

    @property
    def match_choices(self) -> list[tuple[str, str]]:
        """The values and texts of the lengths of a match."""
        return [(str(games), match_text(games)) for games in MATCHES]

    @property
    def clock_choices(self) -> list[Choice]:
        """The times of a clock to choose from."""
        time = self.clock[0]
        times = TIMES if time in TIMES else (*TIMES, time)
        return [Choice(each, time_choice(each), each == time) for each in times]

    @property
    def end_choices(self) -> list[Choice]:
        """What can happen when the time is up."""
        return [Choice(each, _(text), each == self.clock[1]) for each, text in ENDS.items()]

    @property
    def first_sets(self) -> list[RuleSetChoice]:
        """The rule sets to choose from at first."""
        return self.rule_sets[:_SETS]

    @property
    def more_sets(self) -> list[RuleSetChoice]:
        """The other rule sets."""
        return self.rule_sets[_SETS:]

    @property
    def opens_more_sets(self) -> bool:
        """Whether one of the other rule sets is chosen."""
        return any(rules.chosen for rules in self.more_sets)

    @property
    def against(self) -> str:
        """Who takes the other seats unless they are named one by one: ``"bots"`` or ``"friends"``."""
        return "friends" if self.opponents and set(self.opponents) == {OPEN} else "bots"

    @property
    def level(self) -> str:
        """The level of the bots in seats that are not named one by one."""
        return next((name for name in self.opponents if name != OPEN), QUICK)

    @property
    def mixed(self) -> bool:
        """Whether the other seats differ, or nobody sits down at once."""
        return len(set(self.opponents)) > 1 or self.seat == NO_SEAT

    @property
    def opens_more(self) -> bool:
        """Whether the other choices are open at first."""
        return self.mixed or self.listed or self.practice or not self.hints or self.seat != "0"

    @property
    def player_choices(self) -> list[tuple[str, str]]:
        """The values and texts of the numbers of players."""
        return [(str(number), str(number)) for number in range(self.least, self.most + 1)]

    @property
    def name_fault(self) -> str | None:
        """The fault of the name."""
        found = (fault.partition(": ") for fault in self.faults)
        return next((text for field, _, text in found if field == "name"), None)

    @property
    def rule_set(self) -> str:
        """The name of the chosen rule set."""
        return next(rules.name for rules in self.rule_sets if rules.chosen)

    @property
    def seat_choices(self) -> list[Choice]:
        """The seats to choose from."""
        texts = {str(seat): ordinal(seat + 1) for seat in range(self.most)}
        texts |= {"0": _("{place}: you move first").format(place=texts["0"]), RANDOM_SEAT: _("random")}
        if self.most > _DUEL or self.seat == NO_SEAT:
            texts[NO_SEAT] = _("none: I watch")
        return [Choice(value, text, value == self.seat) for value, text in texts.items()]

    @property
    def opponent_choices(self) -> list[tuple[str, list[Choice]]]:
        """The label and the choices for each other seat, to name it by itself."""
        texts = {"": _("as chosen above"), OPEN: _("a person")}
        texts |= {level.name: _("{level} bot").format(level=level.title) for level in self.levels}
        found: list[tuple[str, list[Choice]]] = []
        for place in range(self.most - (self.most == _DUEL and self.seat != NO_SEAT)):
            chosen = self.opponents[place] if self.mixed and place < len(self.opponents) else ""
            label = _("Opponent {number}").format(number=place + 1)
            found.append((label, [Choice(each, text, each == chosen) for each, text in texts.items()]))
        return found

    @property
    def changed(self) -> int:
        """Number of options that differ from the rule set."""
        return sum(option.changed for option in self.options)

    @property
    def opens_options(self) -> bool:
        """Whether the list of options is open at first."""
        return any(option.fault or (option.changed and not self.fixes) for option in self.options)

    @property
    def button(self) -> str:
        """The text of the button."""
        if self.table:
            return _("Change the rules")
        return _("Open the table") if self.seat == NO_SEAT or OPEN in self.opponents else _("Deal the cards")


class LobbyPage(Struct, frozen=True):
    """The lobby.

    Args:
        tables: The public tables: open ones first, then those in play, newest first.
        yours: Your unfinished tables.
    """

    tables: list[LobbyTable]
    yours: list[LobbyTable]

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class ImportPage(Struct, frozen=True):
    """The page for importing a record.

    Args:
        record: The refused input.
        faults: The faults of the input.
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


TOO_MANY = "Too many at once"
"""The title of the page that says that a quota is used up."""


BANNED = "Banned"
"""The title of the page for clients that the owner has banned."""


class ErrorPage(Struct, frozen=True):
    """A refused request or an error; nothing was changed.

    Args:
        status: The status code.
        title: The kind of error, in a few words.
        detail: The error, in a sentence.
        clause: The clause that forbids an illegal move.
        faults: All faults of invalid input.
        version: The table's current version, for a command based on an old one.
        table: The id of the table.
        request: For an error of the site, the id under which its log has more.
    """

    status: int
    title: str
    detail: str
    clause: str | None = None
    faults: list[str] = field(default_factory=list[str])
    version: int | None = None
    table: str | None = None
    request: str | None = None

    @property
    def rule_address(self) -> str:
        """The address of the clause; empty without a clause."""
        games = [name for name in names() if self.clause and self.clause.startswith(f"{spec(name).words.prefix}-")]
        return f"/rules/{games[0]}#{self.clause}" if games else ""

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
