"""What a new table is to be: the terms, the draft behind them, clocks and matches."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from undercut.bots.levels import ADAPTIVE
from undercut.bots.players import PLAYERS
from undercut.errors import BadRules
from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.play.game import Game
from undercut.table import events as happened
from undercut.table.commands import NotPossible

QUICK = "medium"  # the default level of bots
OPEN = "open"  # an entry of `opponents`: a seat that is left open for a person
RANDOM_SEAT: Literal["random"] = "random"  # a value of `seat`: choose a seat at random
NO_SEAT: Literal["none"] = "none"  # a value of `seat`: take no seat and watch
MATCHES = (0, 3, 5)  # numbers of games of a match; 0: a single game
OPPONENT_NAMES = (*PLAYERS, *LEVEL_NAMES)  # the levels of bots, weakest first
BOTS = (*OPPONENT_NAMES, ADAPTIVE)  # the bots that may sit at a new table

_DUEL = 2
_DIGITS = 7  # most digits of a number of seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Fields that are the same in the input and in a valid request."""

    opponents: tuple[str, ...]
    listed: bool = False
    hints: bool | None = None  # whether hints are allowed; None: not where people play each other
    practice: bool = False
    best_of: int = 0
    even_answers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Settings):
    """Checked request for a new table."""

    game: Game
    seat: int | Literal["random", "none"] = 0
    name: str = ""
    note: str = ""
    clock: happened.Clock | None = None  # how long players may think; None: as long as they like


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(Settings):
    """The input for a new table, valid or not."""

    spec: GameSpec
    rule_set: str
    changes: Mapping[str, object]
    seat: str
    name: str
    clock: tuple[str, str] = ("", "")
    terms: Terms | None = None  # what to carry out; None if there are faults
    faults: tuple[str, ...] = ()
    fixes: tuple[str, ...] = ()

    @property
    def level(self) -> str:
        """The level of the bots, or the one to suggest."""
        return next((name for name in self.opponents if name != OPEN), QUICK)

    @property
    def seats(self) -> int:
        return len(self.opponents) + (self.seat != NO_SEAT)

    @property
    def option_faults(self) -> dict[str, str]:
        places = (fault.partition(": ")[::2] for fault in self.faults)
        return {place: text for place, text in places if any(place == option.name for option in self.spec.options)}

    def checked(self) -> Terms:
        if self.terms is None:
            raise BadRules(list(self.faults))
        return self.terms


def usual_zero(seats: int) -> Literal["lose", "bot"]:
    """Return what happens by default when a player's time is up: above two, the others play on."""
    return "lose" if seats <= _DUEL else "bot"


def read_clock(time: str, zero: str, seats: int) -> happened.Clock | None:
    """Read a clock as forms and programs send it."""
    kind, *numbers = time.split() or [""]
    if not kind:
        return None
    known = all(number.isascii() and number.isdecimal() and len(number) <= _DIGITS for number in numbers)
    seconds, increment = ([int(number) for number in numbers] + [0, 0])[:2] if known else (0, 0)
    fits = len(numbers) == {"move": 1, "game": 2}.get(kind)
    if not (fits and happened.LEAST_TIME <= seconds <= happened.MOST_TIME and increment <= happened.MOST_INCREMENT):
        message = (
            f"clock: {time[:40]!r} is not 'move SECONDS' or 'game SECONDS INCREMENT', with {happened.LEAST_TIME} to "
            f"{happened.MOST_TIME} seconds and an increment of at most {happened.MOST_INCREMENT}."
        )
        raise NotPossible(message)
    zero = zero or usual_zero(seats)
    if zero not in happened.ZEROS:
        raise NotPossible(f"clock: {zero[:20]!r} is not one of: {', '.join(happened.ZEROS)}.")
    return happened.Clock("move" if kind == "move" else "game", seconds, increment, zero)  # pyright: ignore[reportArgumentType]  it is one of them


def check_match(games: int) -> int:
    if games not in MATCHES:
        raise NotPossible(f"best_of: {games} is not one of: {', '.join(map(str, MATCHES))}.")
    return games
