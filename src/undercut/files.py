"""Files that appear whole or not at all, and errors that name the file."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from undercut.errors import UndercutError


@contextmanager
def file_errors(path: Path, remedy: str = "") -> Generator[None]:
    """Turn errors of the system about files into errors that name the file, and say what to do."""
    try:
        yield
    except OSError as error:
        raise UndercutError(f"{error.filename or path}: {error.strerror or error}{remedy}") from None


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
