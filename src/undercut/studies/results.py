"""Results of a study: its cells, their measures with intervals, and what the report draws; as JSON files, too."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from undercut.decoding import JSON, decode
from undercut.engine.contract import Value
from undercut.errors import UndercutError
from undercut.files import file_errors
from undercut.games.base import registry
from undercut.play.game import Rules, game

FORMAT = 1  # version of the JSON form, in its field `lab`


@dataclass(frozen=True, slots=True)
class Contrast:
    """A comparison of cells."""

    cell: int
    base: int  # the number of the cell that is subtracted
    minus: tuple[int, int] | None = None  # an interaction is (cell - base) - (minus[0] - minus[1])

    @property
    def origin(self) -> int:
        """The number of the cell that all the changes start from."""
        return self.minus[1] if self.minus else self.base

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all its cells; the first one and the last of four count positively."""
        return (self.cell, self.base, *(self.minus or ()))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure of a cell, or its difference between two cells, with a simultaneous interval."""

    measure: str
    cell: int
    base: int | None  # the number of the cell that is subtracted; None if the value is the cell's own
    value: float
    error: float
    low: float  # lower end of the interval; all intervals of a study hold together with its confidence
    high: float  # upper end of the interval
    gain: float | None = None  # variance without the pairing over that with it; None without pairing
    minus: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CardWorth:
    """The mean gain in a seat's share from a card in its hand, compared with a random card of the stock."""

    cell: int
    card: str  # the kind of card, as the game's notation writes it without its suit
    held: int  # how many exchanges were played
    value: float  # the difference in the share, from -1 to 1
    error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TurnWorth:
    """The mean gain in a seat's share from having its turn instead of being skipped."""

    cell: int
    first: bool  # whether it is the first turn of the game; else any turn
    compared: int  # how many games were played on without the turn
    value: float  # the difference in the share, from -1 to 1
    error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SkillShare:
    """The parts of the variance of a result: the deal, the seat, the player and the rest, which sum to 1."""

    cell: int
    players: tuple[str, ...]
    parts: Mapping[str, tuple[float, float, float]]  # by name of the part: its share, and the ends of its interval


@dataclass(frozen=True, slots=True)
class CellResult:
    """A cell and its plain counts."""

    label: str  # its name within the study, such as `"queen_guards_queens=yes, greedy"`
    rules: JSON  # the rules as JSON: a name, or a set with changes
    changes: Mapping[str, Value]  # the options that differ from the base's
    seats: int
    policies: tuple[str, ...]
    deals: int
    games: int  # number of games: deals times rotations
    reasons: Mapping[str, int]  # number of games by the reason for their end, with `"stopped"` for those without one
    turns: tuple[int, ...]  # number of games by the number of turns; the last place also holds all longer games
    leads: tuple[tuple[int, int], ...]  # by turn: games in which one seat led alone at its start, and won of these
    decisions: int
    seed: int = 0  # of its deals: the study's own if pack and seats are those of the first cell
    watched: int = 0  # number of games in which the uses of cards were counted
    # How often cards were used in these games, by kind and way; ways without uses are left out.
    uses: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])


@dataclass(frozen=True, slots=True)
class Study:
    """Results of a study."""

    game: str
    command: str
    design: Mapping[str, JSON]  # what was asked, as JSON: see `undercut.lab.design`
    seed: int
    paired: bool  # whether the cells of a contrast played the same deals
    confidence: float  # of all intervals together, such as 0.95
    factor: float  # number of standard errors from an estimate to the ends of its interval
    finished: str  # why it stopped: `"games"` (all were played), `"precision"` (reached), `"stopped"` (by hand)
    version: str
    date: str
    seconds: float  # wall-clock time of the games
    cells: tuple[CellResult, ...]
    estimates: tuple[Estimate, ...]
    worths: tuple[CardWorth, ...] = ()  # what cards are worth at the start of any turn
    skills: tuple[SkillShare, ...] = ()
    openings: tuple[CardWorth, ...] = ()  # what cards are worth at the start of the first turn
    turn_worths: tuple[TurnWorth, ...] = ()  # what a turn is worth


# --- Studies as JSON files, also those that come with Undercut: every fault of a file is named -----------------------


STUDY = "study.json"  # the file of a study in its folder

_MOST_FAULTS = 10


def as_json(study: Study) -> dict[str, JSON]:
    """Return a study as JSON-ready data; its field ``lab`` is the version of the format."""
    return cast("dict[str, JSON]", json.loads(json.dumps({"lab": FORMAT, **asdict(study)})))


def to_text(study: Study) -> str:
    """Return a study as the text of a file, one estimate, cell or worth on each line."""
    lines = [
        f"{json.dumps(name)}: {_list(value) if isinstance(value, list) else _line(value)}"
        for name, value in as_json(study).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _list(values: list[JSON]) -> str:
    return "[\n" + ",\n".join(map(_line, values)) + "\n]" if values else "[]"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def load(path: Path) -> Study:
    """Read a study."""
    file = path / STUDY if path.is_dir() else path
    with file_errors(file):
        raw = file.read_bytes()
    try:
        return read(json.loads(raw))
    except (ValueError, RecursionError) as error:
        kind = "" if isinstance(error, UndercutError) else "not JSON: "
        raise UndercutError(f"{file}: {kind}{error}") from None


def read(data: object) -> Study:
    """Read a study from JSON data."""
    version = cast("dict[str, object]", data).get("lab") if isinstance(data, dict) else None
    if version is None:
        raise UndercutError("not a study: the field 'lab' is missing")
    if version != FORMAT:
        raise UndercutError(f"lab: format {version!r:.20}; this version of Undercut reads format {FORMAT}")
    content = {name: value for name, value in cast("dict[str, object]", data).items() if name != "lab"}
    study, faults = decode(content, Study)
    if faults := faults or [*_faults(study)]:
        raise UndercutError("; ".join(faults[:_MOST_FAULTS]))
    return study


def _faults(study: Study) -> Iterator[str]:
    """Report what no study has: rules and cells that do not exist, unknown cards, numbers outside their intervals."""
    pack = registry.spec(study.game).pack
    for place, cell in enumerate(study.cells):
        if len(cell.policies) != cell.seats:
            yield f"cells[{place}].policies: {len(cell.policies)} for {cell.seats} seats"
        try:
            game(study.game, rules=cast("Rules", cell.rules), seats=cell.seats)
        except UndercutError as error:
            yield f"cells[{place}]: {error}"
    for name in ("estimates", "worths", "openings", "turn_worths", "skills"):
        for place, entry in enumerate(cast("tuple[Estimate | CardWorth | SkillShare, ...]", getattr(study, name))):
            numbers = (entry.cell, getattr(entry, "base", None), *(getattr(entry, "minus", None) or ()))
            for number in numbers:
                if number is not None and not 0 <= number < len(study.cells):
                    yield f"{name}[{place}]: cell {number} does not exist"
            if isinstance(entry, CardWorth) and entry.card not in {*pack.ranks, *pack.texts}:
                yield f"{name}[{place}].card: {entry.card!r:.20} is not a card"
            if not isinstance(entry, SkillShare) and not entry.low <= entry.value <= entry.high:
                yield f"{name}[{place}].value: {entry.value} is not in its interval"


# --- The studies that come with Undercut, one per game: every option of the rules that newcomers play -----------------


def _file(game: str) -> Traversable:
    return files(registry.package(game)).joinpath("studies.json")


def is_published(game: str) -> bool:
    """Whether a study of a game comes with Undercut."""
    return game in registry.packages() and _file(game).is_file()


@cache
def published(game: str) -> Study | None:
    """Return the study of a game that comes with Undercut, if there is one."""
    if not is_published(game):
        return None
    with as_file(_file(game)) as path:
        return load(path)
