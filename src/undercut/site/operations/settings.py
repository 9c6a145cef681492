"""The site's settings, from environment variables or from the code that starts it."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path

import platformdirs

from undercut.errors import BadSettings, UndercutError
from undercut.site.operations.durations import Duration
from undercut.site.operations.variables import PREFIX, check_value, library_faults, read_value, unknown_names

_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The site's settings.

    Each can be set by an environment variable: ``UNDERCUT_`` and the name in capitals, such as ``UNDERCUT_THINKERS``.

    Args:
        pace: Minimum seconds for a bot's move, so that people can follow; 0: bots do not wait, and their timing
            can reveal what they hold.
        rate: Sustained requests per second allowed for one address; 0: no limit.
        opened: Tables that one guest, or one address, may open in a minute; 0: no limit.
        comings: How often one guest, or one address, may take or leave seats in a minute; 0: no limit.
        imports: Seconds of checking imported records that one guest, or one address, may use in a minute; 0: no limit.
        rebuilds: Seconds of loading tables that one guest, or one address, may use in a minute; 0: no limit.
        largest: Maximum request size, in bytes.
        metrics_token: A token with which programs on other machines may read ``/metrics``; empty: none may.
    """

    database: str
    secret: str
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    pace: float = 0.7
    patience: float = 60.0
    rate: float = 50.0
    burst: int = 200
    opened: int = 60
    comings: int = 120
    imports: float = 20.0
    rebuilds: float = 20.0
    reviews: int = 30
    listed: int = 5
    listed_group: int = 20
    away: Duration = 30 * 60.0
    away_unlisted: Duration = 24 * 3600.0
    abandoned: Duration = 0.0
    reports: int = 10
    streams: int = 200
    connections: int = 300
    largest: int = 1_000_000
    hosts: str = ""
    metrics_token: str = ""
    log: str = "text"
    access_log: bool = False
    proxies: str = "127.0.0.1"

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            BadSettings: Values are malformed or out of range.
        """
        faults: list[str] = []
        # The database's address is checked where it is opened.
        for name in set(names()) - {"database"}:
            try:
                check_value(name, getattr(self, name))
            except UndercutError as error:
                faults.append(f"{PREFIX}{name.upper()}: {error}")
        if faults:
            raise BadSettings(sorted(faults))


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Read the settings; those that are not set get their defaults.

    Raises:
        BadSettings: Variables are unknown or malformed; every fault is listed.
        UndercutError: The secret cannot be read or written.

    Example:
        >>> from_environment({"UNDERCUT_PACE": "0", "UNDERCUT_SECRET": "s"}, database="sqlite:///x.db").pace
        0.0
    """
    environment = os.environ if environment is None else environment
    values: dict[str, object] = {}
    faults = [*unknown_names(environment, names()), *library_faults(environment)]
    for known in fields(Settings):
        variable = f"{PREFIX}{known.name.upper()}"
        text, own = environment.get(variable), given.get(known.name)
        try:
            if own is not None:
                check_value(known.name, own)
                values[known.name] = own
            elif text is not None:
                values[known.name] = read_value(known.name, str(known.type), text)
        except UndercutError as error:
            faults.append(f"{variable if own is None else f'--{known.name}'}: {error}")
    if faults:
        raise BadSettings(faults)
    values.setdefault("database", default_database())
    if "secret" not in values:
        values["secret"] = kept_secret(data_folder())
    return Settings(**values)  # type: ignore[arg-type]  each was read as its type


def names() -> list[str]:
    """Return the names of all settings of the site."""
    return [known.name for known in fields(Settings)]


def default_database() -> str:
    """Return the URL of the SQLite file in the site's data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def data_folder() -> Path:
    """Return the site's data folder, creating it if necessary; ``UNDERCUT_DATA`` overrides the location.

    Raises:
        UndercutError: The folder cannot be created.
    """
    given = os.environ.get(f"{PREFIX}DATA")
    folder = Path(given or platformdirs.user_data_dir("undercut"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{f'{PREFIX}DATA: ' if given else ''}{folder}: {error.strerror}"
        raise UndercutError(message) from None
    return folder


def rotate_secret(folder: Path, *, keep: int) -> int:
    """Write a new secret above the older ones, whose signatures stay valid.

    Returns:
        How many older secrets are kept.

    Raises:
        UndercutError: The secret does not exist yet, or its file cannot be read or written.
    """
    path = folder / "secret"
    if not path.exists():
        message = f"{path} does not exist; the site writes it when it first starts"
        raise UndercutError(message)
    older = kept_secret(folder).split()[:keep]
    try:
        with _new_secret(path, older) as written:
            written.replace(path)
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise UndercutError(message) from None
    return len(older)


def kept_secret(folder: Path) -> str:
    """Read the secrets that sign cookies, newest first; the first call creates one, readable only by its owner.

    Raises:
        UndercutError: The file is empty, or cannot be read or written.
    """
    path = folder / "secret"
    try:
        if not path.exists():
            _write_secret(path)
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: {getattr(error, 'strerror', None) or 'not a text of ASCII letters'}"
        raise UndercutError(message) from None
    if not text.strip():
        message = f"{path} is empty; restore it from a backup, or delete it to sign everyone out"
        raise UndercutError(message)
    return text.strip()


def give_to_owner(file: Path) -> None:
    """Give a file that root has written to the owner of its folder, so that the site can read it."""
    folder = file.absolute().parent.stat()
    if os.geteuid() == 0 and folder.st_uid != 0:
        os.chown(file, folder.st_uid, folder.st_gid)


def _write_secret(path: Path) -> None:
    """Write a new secret whole, unless another process does so first."""
    with _new_secret(path) as written, suppress(FileExistsError):
        path.hardlink_to(written)


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
