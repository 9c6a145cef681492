"""The two databases, and a site, for every test that needs one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import psycopg
import pytest

from tests.postgres import QUICK, Server
from tests.server.compiled_templates import keep_compiled_templates
from tests.server.running import running

keep_compiled_templates()


@dataclass(frozen=True)
class Database:
    """An empty database of one kind."""

    kind: str
    url: str

    @property
    def path(self) -> str:
        return self.url.removeprefix("sqlite:///")

    def query(self, statement: str) -> list[tuple[object, ...]]:
        """Do a statement past the store."""
        if self.kind == "sqlite":
            with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
                return connection.execute(statement).fetchall()
        with psycopg.connect(self.url, autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[str]:
    """The address of a site with an SQLite database, which the tests of a module share."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('site')}/tables.db") as address:
        yield address


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, one for each process that runs tests."""
    with Server(*QUICK) as server:
        yield server


@pytest.fixture(scope="session")
def frail_postgres() -> Iterator[Server]:
    """Another one, which tests may stop and crash as long as they start it again."""
    with Server(*QUICK) as server:
        yield server


@pytest.fixture
def postgres_urls(postgres) -> Iterator[Callable[[], str]]:
    """Makes empty PostgreSQL databases, which go when the test is over."""
    made: list[str] = []

    def make() -> str:
        made.append(postgres.create())
        return made[-1]

    yield make
    for url in made:
        postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request, tmp_path_factory) -> Callable[[], Database]:
    """Makes empty databases, of both kinds in turn."""
    if request.param == "postgresql":
        new_url = request.getfixturevalue("postgres_urls")
        return lambda: Database("postgresql", new_url())
    return lambda: Database("sqlite", f"sqlite:///{tmp_path_factory.mktemp('database')}/tables.db")


@pytest.fixture
def database(new_database) -> Database:
    """An empty database, of both kinds in turn."""
    return new_database()
