"""The registry of installed games, and their rules on each host."""

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from threading import Lock
from traceback import extract_tb

from undercut.engine.engine import Engine
from undercut.engine.host import Host, Layer, default_host, rules_layer
from undercut.errors import BadRules, UndercutError
from undercut.games.base.definition import GameSpec
from undercut.installed import installed


@cache
def names() -> tuple[str, ...]:
    """List every game that can be played, in the order of their places."""
    able = [_loaded(name) for name in packages() if not _fault(name)]
    return tuple(each.name for each in sorted(able, key=lambda each: (each.place, each.name)))


@cache
def own_names() -> tuple[str, ...]:
    own = {game.name for game in installed().games if game.is_own}
    return tuple(name for name in names() if name in own)


def faults() -> dict[str, str]:
    """Return the installed games that cannot be loaded, by name, with the error."""
    return {name: fault for name in packages() if (fault := _fault(name))}


@cache
def _fault(name: str) -> str:
    """Return the error that keeps a game from being loaded; empty if it can be."""
    try:
        _loaded(name)
    except Exception as error:  # noqa: BLE001  other people's code may raise anything, and must not break the other games
        return f"{type(error).__name__}: {error}{_place(error)}"
    return ""


def _place(error: Exception) -> str:
    """Return the file and line of a game's own code where an error arose; empty if it arose elsewhere."""
    own = Path(__file__).parent.parent
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    place = frames[-1]
    return "" if own in Path(place.filename).parents else f" ({Path(place.filename).name}, line {place.lineno})"


def spec(name: str) -> GameSpec:
    """Return the definition of a game; raises BadRules if it does not exist or cannot be loaded."""
    if name not in packages() or _fault(name):
        raise BadRules([f"game: {no_such_game(name)}"])
    return _loaded(name)


def no_such_game(name: object) -> str:
    """Return the error message for a game that does not exist or cannot be loaded."""
    if isinstance(name, str) and name in packages() and _fault(name):
        return f"{name} is installed but cannot be loaded: {_fault(name)}"
    return f"{str(name)[:40]!r} is not one of: {', '.join(names())}"


def package(name: str) -> str:
    return packages()[name]


def book_source(name: str) -> str:
    return files(package(name)).joinpath("book.md").read_text(encoding="utf-8")


@cache
def packages() -> dict[str, str]:
    """Map the names of all games to their packages, including games that cannot be loaded."""
    found: dict[str, str] = {}
    for entry in sorted(installed().games, key=lambda entry: not entry.is_own):
        # The first one counts: no other distribution replaces a game of ours.
        found.setdefault(entry.name, entry.package)
    return found


def forget() -> None:
    """Clear the caches, so that installed games are looked up again."""
    for cached in (packages, names, own_names, _fault, _loaded, rules):
        cached.cache_clear()
    _engines.clear()


@cache
def _loaded(name: str) -> GameSpec:
    found = import_module(package(name)).GAME
    if not isinstance(found, GameSpec) or found.name != name:
        raise UndercutError(f"GAME in {package(name)} is not the definition of {name}")
    if min(found.seats) < 2:  # noqa: PLR2004  a game is between players
        raise UndercutError(f"{name} is not complete: it needs at least two seats")
    if not files(package(name)).joinpath("book.md").is_file():
        raise UndercutError(f"{name} is not complete; missing are book.md")
    return found


@cache
def rules(game: str) -> Layer:
    return rules_layer(spec(game).rules)


_Make = Callable[[str, Host], Engine]

_engines: dict[tuple[_Make, str, Host], Engine] = {}
_making = Lock()


def made_once(make: _Make) -> _Make:
    """Cache the engine of each game and host; a cache alone lets two threads make it at once."""

    @wraps(make)
    def get(game: str, host: Host) -> Engine:
        with _making:
            key = make, game, host
            if key not in _engines:
                _engines[key] = make(game, host)
            return _engines[key]

    return get


@made_once
def engine(game: str, host: Host) -> Engine:
    return Engine(game, host, rules(game))


def load(game: str, host: Host | None = None) -> Engine:
    """Return the one engine of a game on a host, with its rules ready."""
    made = engine(game, host or default_host())
    made.prepare("rules")
    return made
