"""The host ``wasm``: a game's loops and search as a WebAssembly module, built in advance: users need no compiler.

`build` makes a module of the functions that Python calls; it lies beside the game's rules, with a digest of the sources
that it was made from. `wasmtime` and `browser` run it: an instance with memory of its own, in which its arrays lie.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from undercut.engine.host import Layer

_MARK = b"undercut.sources"
_DIGEST = hashlib.sha256().digest_size


def path_of(rules: Layer) -> Path:
    """Name the file of a game's module, beside its rules."""
    return Path(rules.given[0].__file__ or "").with_name("engine.wasm")


@cache
def digest_of(sources: tuple[Path, ...]) -> bytes:
    found = hashlib.sha256()
    for path in sources:
        text = path.read_bytes()
        found.update(f"{path.name} {len(text)} ".encode())
        found.update(text)
    return found.digest()


def sources_of(layers: Iterable[Layer]) -> tuple[Path, ...]:
    """List the files that a module of some layers is made from, and those that make it."""
    here = Path(__file__).parent
    makers = (here / "build.py", here.parent / "compiled.py")
    return (*(path for layer in layers for path in layer.sources), *makers)


def mark(module: bytes, digest: bytes) -> bytes:
    """Add the digest of the sources to a module, as a custom section at its end."""
    section = bytes([len(_MARK)]) + _MARK + digest
    return module + bytes([0, len(section)]) + section


def is_fresh(path: Path, layers: Iterable[Layer]) -> bool:
    """Tell whether there is a module that was made from the sources as they are."""
    try:
        module = path.read_bytes()
    except OSError:
        return False
    return module[-_DIGEST:] == digest_of(sources_of(layers)) and module[:-_DIGEST].endswith(_MARK)
