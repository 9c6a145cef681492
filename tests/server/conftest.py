import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from types import CodeType

import psycopg
import pytest
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from tests.amounts import THOROUGH
from tests.postgres import QUICK, Server
from tests.server.running import Client, running
from undercut.pages import templates
from undercut.translation import SPOKEN


class Compiled(BytecodeCache):
    """Templates that are compiled once in a process: tests start hundreds of sites, and all have the same ones."""

    def __init__(self) -> None:
        self.kept: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get(_key(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[_key(bucket)] = bucket.code


def _key(bucket: Bucket) -> str:
    return f"{bucket.key} {bucket.checksum} {type(SPOKEN.catalogue).__name__}"


templates.Environment = partial(Environment, bytecode_cache=Compiled())

KINDS = ["sqlite", "postgresql"]
on_both = pytest.mark.parametrize("database_kind", KINDS)
"""For tests of what depends on the database; others run on SQLite, and on both in `make thorough` only."""


@dataclass(frozen=True)
class Database:
    kind: str
    url: str

    @property
    def path(self) -> str:
        return self.url.removeprefix("sqlite:///")

    def query(self, statement: str) -> list[tuple[object, ...]]:
        if self.kind == "sqlite":
            with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
                return connection.execute(statement).fetchall()
        with psycopg.connect(self.url, autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []


@pytest.fixture
def url(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[str]:
    """The address of a site with an SQLite database, which the tests of a module share."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('site')}/tables.db") as address:
        yield address


@pytest.fixture
def client(site) -> Client:
    return Client(site)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with Server(*QUICK) as server:
        yield server


@pytest.fixture(scope="session")
def frail_postgres() -> Iterator[Server]:
    with Server(*QUICK) as server:
        yield server


@pytest.fixture
def postgres_urls(postgres) -> Iterator[Callable[[], str]]:
    made: list[str] = []

    def make() -> str:
        made.append(postgres.create())
        return made[-1]

    yield make
    for url in made:
        postgres.drop(url)


@pytest.fixture(params=KINDS if THOROUGH else KINDS[:1])
def database_kind(request) -> str:
    return request.param


@pytest.fixture
def new_database(database_kind, request, tmp_path_factory) -> Callable[[], Database]:
    if database_kind == "postgresql":
        new_url = request.getfixturevalue("postgres_urls")
        return lambda: Database("postgresql", new_url())
    return lambda: Database("sqlite", f"sqlite:///{tmp_path_factory.mktemp('database')}/tables.db")


@pytest.fixture
def database(new_database) -> Database:
    return new_database()
