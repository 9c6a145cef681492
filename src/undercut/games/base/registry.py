"""The registry of games: built-in ones, and those of other distributions in the entry point group `GROUP`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from undercut.errors import BadRules
from undercut.games.base.spec import GameSpec, assemble

GROUP = "undercut.games"
"""The entry point group: names of games and their packages."""

BUILT_IN = {name: f"undercut.games.{name}" for name in ("cuttle", "cups", "cut_the_rope")}
"""The packages of the built-in games, by name."""


@cache
def names() -> tuple[str, ...]:
    """List every game that can be played, the built-in ones first.

    Example:
        >>> names()[:3]
        ('cuttle', 'cups', 'cut_the_rope')
    """
    return tuple(name for name in packages() if name not in faults())


@cache
def faults() -> dict[str, str]:
    """Return the installed games that cannot be loaded, by name, with the error."""
    found: dict[str, str] = {}
    for name in packages().keys() - BUILT_IN.keys():
        try:
            _assembled(name)
        except Exception as error:  # noqa: BLE001  other people's code may raise anything, and must not break the other games
            found[name] = f"{type(error).__name__}: {error}{_place(error)}"
    return found


def _place(error: Exception) -> str:
    """Return the file and line of a game's own code where an error arose; empty if it arose elsewhere."""
    own = Path(__file__).parent.parent
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    place = frames[-1]
    return "" if own in Path(place.filename).parents else f" ({Path(place.filename).name}, line {place.lineno})"


def spec(name: str) -> GameSpec:
    """Load a game.

    Raises:
        BadRules: The game does not exist or cannot be loaded.

    Example:
        >>> spec("cuttle").title
        'Cuttle'
    """
    if name in BUILT_IN:
        return _assembled(name)
    if name not in names():
        raise BadRules([f"game: {no_such_game(name)}"])
    return _assembled(name)


def no_such_game(name: object) -> str:
    """Return the error message for a game that does not exist or cannot be loaded.

    Example:
        >>> no_such_game("chess")
        "'chess' is not one of: cuttle, cups, cut_the_rope"
    """
    if isinstance(name, str) and name in faults():
        return f"{name} is installed but cannot be loaded: {faults()[name]}"
    return f"{str(name)[:40]!r} is not one of: {', '.join(names())}"


def package(name: str) -> str:
    """Return the package of a game.

    Example:
        >>> package("cups")
        'undercut.games.cups'
    """
    return packages()[name]


def part(name: str, layer: str) -> ModuleType | None:
    """Import a game's own module in a layer above the rules; None if the layer's default applies.

    Example:
        >>> part("cups", "search.greedy").__name__
        'undercut.games.cups.search.greedy'
    """
    module = f"{package(name)}.{layer}"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        return None
    return import_module(module) if found else None


def book_source(name: str) -> str:
    """Read the Markdown source of a game's rule book."""
    return files(package(name)).joinpath("book.md").read_text(encoding="utf-8")


@cache
def packages() -> dict[str, str]:
    """Map the names of all games to their packages, including games that cannot be loaded."""
    installed = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return BUILT_IN | {name: installed[name] for name in sorted(installed.keys() - BUILT_IN.keys())}


@cache
def _assembled(name: str) -> GameSpec:
    return assemble(name, package(name))
