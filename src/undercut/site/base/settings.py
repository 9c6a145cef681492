"""The site's settings, from environment variables or from the code that starts it."""

# Fields are read by the names of their types.
from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import msgspec
import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from undercut.engine.host import Host
from undercut.errors import BadSettings, UndercutError
from undercut.site.base.client import networks
from undercut.site.base.keys import kept_secret

Duration = float  # a length of time in seconds; as text, with an optional unit: s, m, h, d or w

_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}
_LONGEST_DURATION: Final = 100 * 366 * 86_400

PREFIX: Final = "UNDERCUT_"
SITE: Final = ("DATA",)  # where the site keeps its files; the site's other variables are the fields of `Settings`
LIBRARY: Final = ("CACHE", "HOST")  # where compiled code is kept, and where the rules run
TESTS: Final = ("CHROMIUM", "THOROUGH")  # the browser of the tests, and how many games they play

_LOG_FORMATS: Final = ("text", "json")
_SHORTEST_TOKEN: Final = 16
_SWITCH: Final = {"0": False, "1": True}
_MOST_NUMBER: Final = 1e12


def _number(kind: type[float], wanted: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            return msgspec.convert(text.strip(), kind, strict=False)
        except msgspec.ValidationError:
            raise UndercutError(f"{text[:40]!r} is not {wanted}") from None

    return read


def _switch(text: str) -> bool:
    if text not in _SWITCH:
        raise UndercutError(f"{text[:40]!r} is not 0 or 1")
    return _SWITCH[text]


def _secret(text: str) -> None:
    if not text.strip():
        raise UndercutError("it is empty; leave the variable out, and the site makes its own secret")


def _log_format(text: str) -> None:
    if text not in _LOG_FORMATS:
        raise UndercutError(f"{text[:40]!r} is not one of: {', '.join(_LOG_FORMATS)}")


def _token(text: str) -> None:
    if text and len(text) < _SHORTEST_TOKEN:
        raise UndercutError(f"it has fewer than {_SHORTEST_TOKEN} characters, so it could be guessed")
    if not re.fullmatch(r"[!-~]*", text):
        raise UndercutError("it has characters that a header cannot carry; use letters and digits")


def _edition(text: str) -> None:
    if text and not (Path(text) / "service.js").is_file():
        message = f"{text[:200]!r} is not a folder with the edition without a server; `make pages` builds one"
        raise UndercutError(message)


def _address(text: str) -> None:
    if text and not re.fullmatch(r"(https?://|/)[^\s\"<>]*", text):
        raise UndercutError(f"{text[:200]!r} is not an address, such as https://docs.example.org/ or /docs/")


def read_duration(text: str) -> Duration:
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?([smhdw]?)", text.strip(), re.ASCII)
    seconds = float(found[1]) * _UNITS[found[2]] if found else -1.0
    if not 0 <= seconds <= _LONGEST_DURATION:
        raise UndercutError(f"{text[:40]!r} is not a length of time such as 90, 30m, 12h or 7d")
    return seconds


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "int": _number(int, "a whole number"),
    "float": _number(float, "a number"),
    "bool": _switch,
    "Duration": read_duration,
}


PATIENCE: Final = 5  # seconds to wait for a lock or a connection

# Defaults that detect a dead server within seconds, not after TCP's two hours; the address can override them.
_PROMPT = {
    "connect_timeout": f"{PATIENCE}",
    "keepalives_idle": f"{PATIENCE}",
    "keepalives_interval": "1",
    "keepalives_count": f"{PATIENCE}",
    "tcp_user_timeout": f"{2000 * PATIENCE}",
}


def database_url(text: str) -> URL:
    try:
        url = make_url(text)
    except ArgumentError:
        url = None
    if url is not None and url.drivername == "sqlite" and url.database not in {None, "", ":memory:"}:
        return url
    if url is not None and url.drivername in {"postgresql", "postgres", "postgresql+psycopg"}:
        return url.set(drivername="postgresql+psycopg", query=_PROMPT | dict(url.query))
    # The text is not repeated: it may hold a password.
    raise UndercutError("the database address must be sqlite:///path or postgresql://user:password@host:port/name")


def is_postgresql(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


@dataclass(frozen=True, slots=True)
class Quota:
    """How many open listed tables there may be; 0: no limit."""

    guest: int
    group: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The site's settings; environment variables set them, such as ``UNDERCUT_THINKERS`` for `thinkers`."""

    database: str = field(metadata={"check": database_url})
    secret: str = field(metadata={"check": _secret})
    thinkers: int = field(default=max(1, (os.cpu_count() or 2) - 1), metadata={"most": 1024})
    pace: float = 0.7  # fewest seconds for a bot's move; 0: its timing can reveal what it holds
    patience: float = 60.0
    rate: float = 50.0  # requests a second from one address
    burst: int = field(default=200, metadata={"least": 1})
    # For each guest and each address in a minute, 0 for no limit: tables opened, seats taken or left, and seconds of
    # checking imported records and of loading tables.
    opened: int = 60
    seat_changes: int = 120
    imports: float = 20.0
    rebuilds: float = 20.0
    reviews: int = 30  # in an hour
    listed: int = 5
    listed_group: int = 20
    away: Duration = 30 * 60.0
    away_unlisted: Duration = 24 * 3600.0
    abandoned: Duration = 0.0
    reports: int = 10
    streams: int = 200
    largest: int = field(default=1_000_000, metadata={"least": 1})  # bytes of a request
    hosts: str = ""
    metrics_token: str = field(default="", metadata={"check": _token})
    log: str = field(default="text", metadata={"check": _log_format})
    access_log: bool = False
    proxies: str = field(default="127.0.0.1", metadata={"check": networks})
    docs: str = field(default="", metadata={"check": _address})  # the docs site's address; ``make docs`` builds it
    offline: str = field(default="", metadata={"check": _edition})  # the edition's folder, which ``make pages`` builds

    @property
    def quota(self) -> Quota:
        return Quota(self.listed, self.listed_group)

    def __post_init__(self) -> None:
        faults: list[str] = []
        # The database's address is checked where it is opened.
        for known in fields(self):
            try:
                if known.name != "database":
                    _check_value(known, getattr(self, known.name))
            except UndercutError as error:
                faults.append(f"{PREFIX}{known.name.upper()}: {error}")
        if faults:
            raise BadSettings(sorted(faults))


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    environment = os.environ if environment is None else environment
    values: dict[str, object] = {}
    faults = [*unknown_names(environment), *_library_faults(environment)]
    for known in fields(Settings):
        variable = f"{PREFIX}{known.name.upper()}"
        text, own = environment.get(variable), given.get(known.name)
        try:
            if own is not None:
                _check_value(known, own)
                values[known.name] = own
            elif text is not None:
                values[known.name] = _read_value(known, text)
        except UndercutError as error:
            faults.append(f"{variable if own is None else f'--{known.name}'}: {error}")
    if faults:
        raise BadSettings(faults)
    values.setdefault("database", default_database())
    if "secret" not in values:
        values["secret"] = kept_secret(data_folder())
    return Settings(**values)  # type: ignore[arg-type]  each was read as its type


def names() -> list[str]:
    return [known.name for known in fields(Settings)]


def unknown_names(environment: Iterable[str]) -> list[str]:
    """Return a fault for each variable that looks like one of Undercut's but is not."""
    known = [f"{PREFIX}{name.upper()}" for name in (*names(), *SITE, *LIBRARY, *TESTS)]
    ours = (name for name in sorted(environment) if name.upper().startswith(PREFIX))
    return [_unknown(name, known) for name in ours if name not in known]


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name[len(PREFIX) :].upper(), [one[len(PREFIX) :] for one in known], n=1)
    hint = f"did you mean {PREFIX}{near[0]}?" if near else "docs/site.md lists all settings"
    return f"{name}: no such setting; {hint}"


def _read_value(known: Field[object], text: str) -> object:
    kind = str(known.type)
    value = _READERS[kind](text) if kind in _READERS else text
    _check_value(known, value)
    return value


def _check_value(known: Field[object], value: object) -> None:
    if isinstance(value, str):
        known.metadata.get("check", str)(value)
        return
    least, most = known.metadata.get("least", 0), known.metadata.get("most")
    if isinstance(value, int | float) and not least <= value <= (most or _MOST_NUMBER):
        message = f"{value:g} is " + (f"not between {least} and {most}" if most else f"less than {least} or too large")
        raise UndercutError(message)


def _library_faults(environment: Mapping[str, str]) -> list[str]:
    host = environment.get(f"{PREFIX}HOST")
    names = [one.value for one in Host]
    return [] if host is None or host in names else [f"{PREFIX}HOST: {host[:40]!r} is not one of: {', '.join(names)}"]


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'tables.db'}"


def data_folder() -> Path:
    """Return the site's data folder, creating it if necessary; ``UNDERCUT_DATA`` overrides the location."""
    given = os.environ.get(f"{PREFIX}DATA")
    folder = Path(given or platformdirs.user_data_dir("undercut"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UndercutError(f"{f'{PREFIX}DATA: ' if given else ''}{folder}: {error.strerror}") from None
    return folder
