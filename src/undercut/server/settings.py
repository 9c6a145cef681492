"""How the site is set up: by environment variables, or by code that starts it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import platformdirs

from undercut.errors import UndercutError

_PREFIX = "UNDERCUT_"
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the site is set up.

    Each can be given as an environment variable: ``UNDERCUT_`` and the name in capitals, such as ``UNDERCUT_THINKERS``.

    Args:
        database: The address of the database, such as ``sqlite:///tables.db`` or ``postgresql://…``.
        secret: Signs cookies; all processes of one site share it.
        thinkers: How many bots think at once.
        pace: How many seconds a bot waits before it moves, so that people can follow.
        patience: After how many seconds without its player a seat may be taken over by a bot.
        rate: How many requests a second one address may make in the long run; 0: as many as it likes.
        burst: How many it may make at once.
        opened: How many tables one address may open in a minute; 0: as many as it likes.
        streams: How many streams of events one address may keep open.
        largest: The largest request, in bytes.
        proxies: The addresses of proxies whose ``X-Forwarded-…`` headers are believed, parted by commas.
    """

    database: str
    secret: str
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    pace: float = 0.7
    patience: float = 60.0
    rate: float = 50.0
    burst: int = 200
    opened: int = 60
    streams: int = 200
    largest: int = 1_000_000
    proxies: str = "127.0.0.1"


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Read the settings; what nobody sets gets its default.

    Args:
        environment: The environment; None: this process's.
        given: Settings that go before the environment's; None stands for not given.

    Raises:
        UndercutError: A value cannot be read.

    Example:
        >>> from_environment({"UNDERCUT_PACE": "0", "UNDERCUT_SECRET": "s"}, database="sqlite:///x.db").pace
        0.0
    """
    environment = os.environ if environment is None else environment
    values: dict[str, object] = {}
    for known in fields(Settings):
        text = environment.get(f"{_PREFIX}{known.name.upper()}")
        if given.get(known.name) is not None:
            values[known.name] = given[known.name]
        elif text is not None:
            values[known.name] = _read(known.name, str(known.type), text)
    values.setdefault("database", f"sqlite:///{data_folder() / 'tables.db'}")
    if "secret" not in values:
        values["secret"] = kept_secret(data_folder())
    return Settings(**values)  # type: ignore[arg-type]  each was read as its type


def _read(name: str, kind: str, text: str) -> object:
    try:
        return {"int": int, "float": float}.get(kind, str)(text)
    except ValueError:
        message = f"{_PREFIX}{name.upper()}: {text[:40]!r} is no number"
        raise UndercutError(message) from None


def data_folder() -> Path:
    """Give the folder where the site keeps what is its own, made if need be; ``UNDERCUT_DATA`` moves it.

    Raises:
        UndercutError: It cannot be made.
    """
    folder = Path(os.environ.get(f"{_PREFIX}DATA") or platformdirs.user_data_dir("undercut"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder}: {error.strerror}"
        raise UndercutError(message) from None
    return folder


def kept_secret(folder: Path) -> str:
    """Read the secret that signs cookies; make it the first time, readable for its owner alone.

    Args:
        folder: Where it is kept.

    Raises:
        UndercutError: It can be neither read nor written.
    """
    path = folder / "secret"
    try:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        with open(handle, "w", encoding="ascii") as file:  # noqa: PTH123  a handle, not a path
            secret = secrets.token_urlsafe(_SECRET_BYTES)
            file.write(secret)
            return secret
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise UndercutError(message) from None
