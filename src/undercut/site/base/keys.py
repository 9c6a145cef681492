"""Signatures of cookies and forms, with a key of their own for each purpose, and the secret that they come from."""

import hashlib
import hmac
import os
import secrets
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from undercut.errors import UndercutError
from undercut.files import file_errors

_REMEMBERED = 20_000  # number of signatures to remember; each request needs the same two for its guest
_SECRET_BYTES = 32
_MARK = 16  # length of a mark, in hexadecimal digits


class Keys:
    def __init__(self, lines: str) -> None:
        self._secrets = [line.strip().encode() for line in lines.splitlines() if line.strip()]
        if not self._secrets:
            raise UndercutError("the site's secret is empty")

    def sign(self, purpose: str, text: str) -> str:
        return _signature(self._secrets[0], purpose, text)

    def marks(self, purpose: str, text: str) -> tuple[str, ...]:
        """Return keyed hashes that stand for a text without naming it, one for each secret, the newest first."""
        return tuple(_signature(secret, purpose, text)[:_MARK] for secret in self._secrets)

    def verify(self, purpose: str, text: str, signature: str) -> bool:
        sent = signature.encode()
        return any(hmac.compare_digest(sent, _signature(one, purpose, text).encode()) for one in self._secrets)


@lru_cache(maxsize=_REMEMBERED)
def _signature(secret: bytes, purpose: str, text: str) -> str:
    key = hmac.digest(secret, f"undercut {purpose}".encode(), "sha256")
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def rotate_secret(folder: Path, *, keep: int) -> int:
    """Write a new secret above the older ones, whose signatures stay valid."""
    path = folder / "secret"
    if not path.exists():
        raise UndercutError(f"{path} does not exist; the site writes it when it first starts")
    older = kept_secret(folder).split()[:keep]
    with file_errors(path), _new_secret(path, older) as written:
        written.replace(path)
    return len(older)


def kept_secret(folder: Path) -> str:
    """Read the secrets that sign cookies, newest first; the first call creates one, readable only by its owner."""
    path = folder / "secret"
    try:
        if not path.exists():  # another process may write it first
            with _new_secret(path) as written, suppress(FileExistsError):
                path.hardlink_to(written)
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise UndercutError(f"{path}: {getattr(error, 'strerror', None) or 'not a text of ASCII letters'}") from None
    if not text.strip():
        raise UndercutError(f"{path} is empty; restore it from a backup, or delete it to sign everyone out")
    return text.strip()


def give_to_owner(file: Path) -> None:
    """Give a file that root has written to the owner of its folder, so that the site can read it."""
    folder = file.absolute().parent.stat()
    if os.geteuid() == 0 and folder.st_uid != 0:
        os.chown(file, folder.st_uid, folder.st_gid)


@contextmanager
def _new_secret(path: Path, older: Sequence[str] = ()) -> Generator[Path]:
    """Write a new secret, and older ones on further lines, to a temporary file beside the real one."""
    handle, name = tempfile.mkstemp(prefix="secret-", dir=path.parent)
    written = Path(name)
    try:
        with open(handle, "w", encoding="ascii") as file:  # noqa: PTH123  a handle, not a path
            file.writelines(f"{secret}\n" for secret in (secrets.token_urlsafe(_SECRET_BYTES), *older))
            file.flush()
            os.fsync(file.fileno())
        give_to_owner(written)
        yield written
    finally:
        written.unlink(missing_ok=True)
