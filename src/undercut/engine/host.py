"""One source, four hosts: plain Python, compiled by Numba, compiled with checked bounds, and a WebAssembly module.

An engine runs layers of modules on a host. Compiled code is kept on disk, in a folder for each layer, named after its
sources.
"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

from undercut.engine import bits, chance, contract, loops
from undercut.engine.contract import Contract
from undercut.errors import UndercutError
from undercut.files import cache_folder


class Host(Enum):
    """Hosts that run a game's functions."""

    PLAIN = "plain"
    """As ordinary Python: for the table, for reading, for debugging."""
    COMPILED = "compiled"
    """Compiled by Numba: for search and simulation."""
    CHECKED = "checked"
    """Compiled, with every index checked: for tests."""
    WASM = "wasm"
    """Compiled beforehand, to WebAssembly: only what a search, a perft count and random games need."""


IN_PAGE = sys.platform == "emscripten"
"""Whether this Python runs in a web page: without NumPy, Numba, processes and threads."""

BY_SOURCE = (Host.PLAIN, Host.COMPILED, Host.CHECKED)  # they run any game from its sources


def named_host() -> Host | None:
    name = os.environ.get("UNDERCUT_HOST")
    try:
        return None if name is None else Host(name)
    except ValueError:
        raise UndercutError(f"UNDERCUT_HOST is {name!r}; it may be {', '.join(host.value for host in Host)}") from None


def default_host() -> Host:
    """Choose the host for heavy work beside searches: what ``UNDERCUT_HOST`` says, else compiled."""
    named = named_host()
    usual = Host.PLAIN if IN_PAGE else Host.COMPILED
    return usual if named is None or named is Host.WASM else named


@dataclass(frozen=True, slots=True)
class Layer:
    """Modules that are hosted together: a game's own, and the loops that serve every game."""

    name: str
    contract: Contract
    given: tuple[ModuleType, ...]
    loops: tuple[ModuleType, ...]

    @property
    def filled(self) -> dict[FunctionType, FunctionType]:
        """The contract's stubs that the game has functions for, and these functions."""
        found = {function.__name__: function for module in self.given for function in contract.defined_in(module)}
        return {stub: found[stub.__name__] for stub in self.contract.stubs if stub.__name__ in found}

    @property
    def missing(self) -> list[str]:
        """The functions that the contract requires and the game lacks."""
        return [stub.__name__ for stub in self.contract.required if stub not in self.filled]

    @property
    def entry_points(self) -> list[FunctionType]:
        return [function for module in self.loops for function in getattr(module, "ENTRY_POINTS", ())]

    @property
    def sources(self) -> list[Path]:
        """The files whose code or constants are compiled in."""
        modules = {module.__name__: module for module in (*self.given, *self.loops)}
        modules |= {stub.__module__: sys.modules[stub.__module__] for stub in self.contract.stubs}
        found = [Path(module.__file__ or "") for _, module in sorted(modules.items())]
        return found + [path for module in self.given for path in getattr(module, "DATA", ())]


def rules_layer(given: tuple[ModuleType, ...]) -> Layer:
    return Layer("rules", contract.RULES, given, (bits, chance, loops))


# --- Folders of compiled code, named after a hash of every source that the code is made of ----------------------------

_FINISHED = "finished"


def is_compiled(game: str, layers: tuple[Layer, ...], host: Host) -> bool:
    """Tell whether the last of some layers is compiled already, without importing Numba."""
    return host is Host.PLAIN or is_finished(folder_of(game, layers, host))


def folder_of(game: str, layers: tuple[Layer, ...], host: Host) -> Path:
    """Name the folder of the last layer's compiled code, by all sources of the layers."""
    return _folder_for(f"{game}-{layers[-1].name}-{host.value}", _sources(layers))


@cache
def _sources(layers: tuple[Layer, ...]) -> tuple[Path, ...]:
    here = Path(__file__).parent
    return (*(path for layer in layers for path in layer.sources), here / "compiled.py")


def _folder_for(name: str, sources: tuple[Path, ...]) -> Path:
    return cache_folder() / f"{name}-{_source_hash(sources)}"


@cache
def _source_hash(sources: tuple[Path, ...]) -> str:
    from importlib.metadata import version  # noqa: PLC0415  an edition without a server would have to load it

    found = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for path in sources:
        text = path.read_bytes()
        # Numba looks up its files by the path and the time of a source: other copies of it compile for themselves.
        found.update(f"{path.resolve()} {path.stat().st_mtime_ns} {len(text)} ".encode())
        found.update(text)
    return found.hexdigest()[:20]


def is_finished(folder: Path, part: str = "") -> bool:
    """Return whether a folder holds all of its compiled code."""
    return (folder / f"{_FINISHED}{part}").exists()


def finish(folder: Path, part: str = "") -> None:
    """Mark a folder as complete, or as holding a part (see `is_finished`), if the folder could be made."""
    if folder.exists():
        (folder / f"{_FINISHED}{part}").touch()
