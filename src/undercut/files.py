"""Files that appear whole or not at all, and errors that name the file."""

import json
import os
import zlib
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tokenize import TokenError
from zipfile import BadZipFile

import platformdirs

from undercut.decoding import JSON
from undercut.errors import UndercutError

BAD_ARCHIVE = (
    BadZipFile,
    zlib.error,
    TokenError,
    SyntaxError,
    EOFError,
    KeyError,
    MemoryError,
    NotImplementedError,
    TypeError,
    ValueError,
)
"""What NumPy raises when it reads an archive that is damaged, or is none."""


def cache_folder() -> Path:
    """Name the folder of files that can be made again: ``UNDERCUT_CACHE`` or the user's cache; it may not exist yet."""
    return Path(os.environ.get("UNDERCUT_CACHE") or platformdirs.user_cache_dir("undercut"))


@contextmanager
def file_errors(path: Path, remedy: str = "") -> Generator[None]:
    """Turn errors of the system about files into errors that name the file, and say what to do."""
    try:
        yield
    except OSError as error:
        raise UndercutError(f"{error.filename or path}: {error.strerror or error}{remedy}") from None


def damaged(path: Path, error: Exception) -> UndercutError:
    return UndercutError(f"{path}: damaged ({error}); delete it and run the same command to make it again")


@contextmanager
def replacing(path: Path) -> Generator[Path]:
    """Give a file to write; once written, it replaces the one at the path."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    try:
        yield draft
        # Before the name is given, or a machine that loses power could keep the name without the content.
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            draft.unlink()


def write_whole(path: Path, content: str | bytes) -> None:
    with file_errors(path), replacing(path) as draft:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def claimed(folder: Path, facts: Mapping[str, JSON]) -> Generator[None]:
    """Lock a folder and note which run it is for, until a run ends that wrote nothing; refuse another run's folder."""
    from undercut.workers import locked  # noqa: PLC0415  an edition without a server has no processes

    path, text = folder / "run.json", json.dumps(facts)
    with locked(folder / ".lock", name=folder, in_use="another run is being written there; name another folder"):
        with file_errors(path):
            found = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
            if not found:
                write_whole(path, text)
        if found not in ("", text):
            raise UndercutError(f"{path}: holds another run: {found:.200}")
        try:
            yield
        finally:
            if not found and {each.name for each in folder.iterdir()} <= {path.name, ".lock"}:
                path.unlink()
