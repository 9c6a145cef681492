"""One source, three hosts: a game's functions as plain Python, compiled by Numba, and compiled with checked bounds.

A host copies the functions of the rules, and of every module of `undercut.games` that they import, into namespaces of
its own and decorates them there, so that all hosts live side by side in one process. Compiled code is kept on disk in
a folder named after a hash of all those sources: changed rules are never answered by old code.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, cast

import platformdirs

from undercut.engine import contract
from undercut.engine import loops as walk
from undercut.errors import UndercutError
from undercut.search import ismcts as search
from undercut.search import solver as exact

if TYPE_CHECKING:
    import numpy as np

    from undercut.engine.contract import Cells, Fields

PACKAGE = "undercut.games"
FOLLOWED = ("undercut.games", "undercut.search", "undercut.engine")
Decorator = Callable[[FunctionType], Callable[..., object]]


class Host(Enum):
    """Where a game's functions run."""

    PLAIN = "plain"
    """As ordinary Python: for the table, for reading, for debugging."""
    COMPILED = "compiled"
    """Compiled by Numba: for search and simulation."""
    CHECKED = "checked"
    """Compiled, with every index checked: for tests."""


def default_host() -> Host:
    """Choose the host for heavy work: what ``UNDERCUT_HOST`` says, else compiled.

    Raises:
        UndercutError: ``UNDERCUT_HOST`` names no host.

    Example:
        >>> default_host() in Host
        True
    """
    name = os.environ.get("UNDERCUT_HOST", Host.COMPILED.value)
    try:
        return Host(name)
    except ValueError:
        message = f"UNDERCUT_HOST is {name!r}; it may be {', '.join(host.value for host in Host)}"
        raise UndercutError(message) from None


def rehost(
    module: ModuleType,
    decorate: Decorator,
    replaced: dict[object, object],
    made: dict[str, SimpleNamespace] | None = None,
) -> SimpleNamespace:
    """Copy a module's functions into a namespace of their own and decorate them there, imports included.

    Args:
        module: The module whose functions to copy.
        decorate: What to make of each copied function.
        replaced: Functions that something else stands in for, wherever they are used; beside `Numbers`, what to make
            of long tables.
        made: Namespaces of the modules that were copied already, by name; added to.

    Returns:
        The decorated functions as attributes; imported ones too.
    """
    made = {} if made is None else made
    if module.__name__ in made:
        return made[module.__name__]
    scope = dict(vars(module))
    as_array = replaced.get(contract.Numbers)
    namespace = made[module.__name__] = SimpleNamespace()
    for name, value in vars(module).items():
        if callable(as_array) and isinstance(value, contract.Numbers):
            scope[name] = as_array(value)
        if not isinstance(value, FunctionType) or not value.__module__.startswith(FOLLOWED):
            continue
        if value in replaced:
            scope[name] = replaced[value]
        elif value.__module__ == module.__name__:
            copy = FunctionType(value.__code__, scope, name, value.__defaults__)
            copy.__module__, copy.__qualname__ = module.__name__, value.__qualname__
            scope[name] = decorate(copy)
        else:
            owner = rehost(sys.modules[value.__module__], decorate, replaced, made)
            scope[name] = getattr(owner, value.__name__)
        setattr(namespace, name, scope[name])
    return namespace


class Engine:
    """One game on one host: its functions, and room for its states.

    Args:
        game: The game's name, a folder of `undercut.games`.
        host: Where the functions run.

    Attributes:
        functions: The functions of the rules and of the loops `walk`, `search` and `exact`, by name.
        table: The plain state class.
        pack_size: How many cards chance and deals may have to order.
        max_moves: Room that a list of legal moves needs.
    """

    def __init__(self, game: str, host: Host) -> None:
        """Set up the functions; compiled ones are compiled, or read from disk, when first called."""
        rules = import_module(f"{PACKAGE}.{game}.rules")
        self.game = game
        self.host = host
        self.table: type[Fields] = rules.Table
        self.pack_size: int = rules.PACK_SIZE
        self.max_moves: int = rules.MAX_MOVES
        if host is Host.PLAIN:
            self.functions = _assemble(rules, lambda function: function, {})
        else:
            from undercut.engine import compiled  # noqa: PLC0415  Numba takes half a second: only those who compile wait

            folder = cache_folder(game, host)
            with compiled.cached_in(folder) as enabled:
                decorate = compiled.decorator(checked=host is Host.CHECKED, cached=enabled)
                self.functions = _assemble(rules, decorate, compiled.REPLACED)
            compiled.prepare(self, folder)

    def states(self, number: int) -> list[Fields] | np.ndarray:
        """Make a batch of states, every field zero.

        Args:
            number: How many.

        Returns:
            A list of plain states, or a NumPy array of records.
        """
        if self.host is Host.PLAIN:
            return [self.table() for _ in range(number)]
        import numpy as np  # noqa: PLC0415  as above

        return np.zeros(number, dtype=self.dtype)

    @property
    def dtype(self) -> np.dtype:
        """The NumPy type of one compiled state, from the same field table as the plain class."""
        import numpy as np  # noqa: PLC0415  as above

        fields = [(name, np.int64, (size,)) if size else (name, np.int64) for name, size in self.table.lengths.items()]
        return np.dtype(fields)

    def cells(self, length: int) -> Cells:
        """Make room for integers, zero at first.

        Args:
            length: How many.
        """
        if self.host is Host.PLAIN:
            return [0] * length
        import numpy as np  # noqa: PLC0415  as above

        return cast("Cells", np.zeros(length, dtype=np.int64))

    def rows(self, number: int, length: int) -> list[Cells]:
        """Make room for rows of integers, zero at first.

        Args:
            number: How many rows.
            length: How many integers in each.
        """
        if self.host is Host.PLAIN:
            return [[0] * length for _ in range(number)]
        import numpy as np  # noqa: PLC0415  as above

        return cast("list[Cells]", np.zeros((number, length), dtype=np.int64))

    def load(self, source: Fields, states: list[Fields] | np.ndarray, place: int) -> None:
        """Copy a plain state into a batch.

        Args:
            source: The plain state.
            states: A batch made by `states`.
            place: Where in the batch.
        """
        if self.host is Host.PLAIN:
            contract.copy_fields(source, cast("list[Fields]", states)[place])
        else:
            record = cast("np.ndarray", states)[place]
            for name in source.lengths:
                record[name] = getattr(source, name)

    def unload(self, states: list[Fields] | np.ndarray, place: int) -> Fields:
        """Copy a state of a batch into a new plain one.

        Args:
            states: A batch made by `states`.
            place: Where in the batch.
        """
        target = self.table()
        if self.host is Host.PLAIN:
            contract.copy_fields(cast("list[Fields]", states)[place], target)
        else:
            record = cast("np.ndarray", states)[place]
            for name, size in target.lengths.items():
                setattr(target, name, record[name].tolist() if size else int(record[name]))
        return target


def _assemble(rules: ModuleType, decorate: Decorator, replaced: dict[object, object]) -> SimpleNamespace:
    made: dict[str, SimpleNamespace] = {}
    functions = rehost(rules, decorate, replaced, made)
    # The loops name the contract's functions; the game's own stand in for them.
    own = {
        stub: getattr(functions, name)
        for name, stub in vars(contract).items()
        if isinstance(stub, FunctionType) and hasattr(functions, name)
    }
    if not replaced:
        own[contract.copy_state] = contract.copy_state
    loops: dict[str, object] = {}
    for module in (walk, search, exact):
        loops |= vars(rehost(module, decorate, replaced | own, made))
    return SimpleNamespace(**(loops | vars(functions)))


@cache
def load(game: str, host: Host | None = None) -> Engine:
    """Give a game on a host; the same one each time.

    Args:
        game: The game's name, such as ``"cuttle"``.
        host: Where its functions run; None: as `default_host` says.

    Example:
        >>> load("cuttle", Host.PLAIN).pack_size
        52
    """
    return Engine(game, host or default_host())


def cache_folder(game: str, host: Host) -> Path:
    """Name the folder for a game's compiled code: by a hash of all sources that it is made of.

    Args:
        game: The game's name.
        host: Compiled or checked.

    Returns:
        A folder below ``UNDERCUT_CACHE``, or below the user's cache folder; it may not exist yet.
    """
    here = Path(__file__).parent.parent
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(path for part in ("engine", "games", "search") for path in (here / part).rglob("*.py")):
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    root = os.environ.get("UNDERCUT_CACHE") or platformdirs.user_cache_dir("undercut")
    return Path(root) / f"{game}-{host.value}-{digest.hexdigest()[:20]}"
