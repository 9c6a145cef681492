"""Backups: whole, verified, and put back without losing what was there."""

import os
import shutil
import threading

import pytest

from tests import preloaded
from tests.server.conftest import on_both
from tests.server.running import Client, running
from undercut.errors import UndercutError
from undercut.site.base.keys import give_to_owner
from undercut.site.store.database import sole_server

BOT = {"opponents": ["random"]}


def ids(admin):
    return {row["table"] for row in admin("tables", "--json")}


@on_both
def test_a_backup_is_verified_and_can_be_put_back(admin, fill, database, tmp_path):
    (first,) = fill(("ann", BOT))
    file = tmp_path / "backup"
    said = admin("back-up", file)
    assert ("no faults" in said) == (database.kind == "sqlite")
    assert file.stat().st_mode & 0o777 == 0o600
    (second,) = fill(("bob", BOT))
    assert ids(admin) == {first, second}
    kept = file.read_bytes()
    said = admin("restore", file)
    assert file.read_bytes() == kept
    assert ids(admin) == {first}
    assert admin("audit", "--json")[0]["what"] == "restore"
    former = said.rstrip(".\n").rpartition("The former database is ")[2]
    admin("restore", former)
    assert ids(admin) == {first, second}
    with pytest.raises(UndercutError, match="exists; choose another name"):
        admin("back-up", file)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


@on_both
def test_a_backup_of_a_running_site_holds_every_confirmed_move(admin, database, tmp_path):
    with running(database.url) as address:
        client = Client(address)
        table = client.open(game="cuttle", opponents=["random"])
        stop = threading.Event()

        def play():
            while not stop.is_set():
                scene = client.look(table)
                if scene["moves"]:
                    client.post(
                        f"/t/{table}/moves", json={"move": scene["moves"][0]["move"], "version": scene["version"]}
                    )

        player = threading.Thread(target=play)
        player.start()
        try:
            for number in range(3):
                before = client.look(table)["version"]
                admin("back-up", tmp_path / f"backup{number}")
                if database.kind == "sqlite":
                    copied = admin("tables", "--json", of=f"sqlite:///{tmp_path}/backup{number}")
                    assert [row["table"] for row in copied] == [table]
                assert client.look(table)["version"] >= before
        finally:
            stop.set()
            player.join()


@on_both
def test_a_running_server_is_not_restored_over(admin, fill, database, tmp_path):
    fill(("ann", {}))
    admin("back-up", tmp_path / "backup")
    if database.kind == "sqlite":
        with sole_server(database.url), pytest.raises(UndercutError, match="stop it before you restore"):
            admin("restore", tmp_path / "backup")
    else:
        with running(database.url), pytest.raises(UndercutError, match="a server uses this database"):
            admin("restore", tmp_path / "backup")
    admin("restore", tmp_path / "backup")


@pytest.fixture
def sqlite_file(fill, database):
    """The file of an SQLite database with a table."""
    if database.kind != "sqlite":
        pytest.skip("files are SQLite's")
    fill(("ann", BOT))
    return database.path


def test_a_damaged_or_foreign_backup_is_refused(admin, sqlite_file, tmp_path):
    good, bad = tmp_path / "good", tmp_path / "bad"
    admin("back-up", good)
    before = ids(admin)
    data = good.read_bytes()
    for wrong in (b"", b"no database" * 1000, data[: len(data) // 2], data[:4096] + os.urandom(len(data) - 4096)):
        bad.write_bytes(wrong)
        with pytest.raises(UndercutError, match=r"not a database of Undercut|is damaged"):
            admin("restore", bad)
        assert ids(admin) == before
    assert sqlite_file


def test_a_backup_of_a_newer_version_is_refused(admin, database, sqlite_file, tmp_path):
    assert sqlite_file
    database.query("UPDATE alembic_version SET version_num = '9999'")
    database.query("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(database.path, tmp_path / "newer")
    with pytest.raises(UndercutError, match=r"another version of Undercut \(revision 9999\)"):
        admin("restore", tmp_path / "newer")


def test_a_database_that_is_out_of_order_is_kept_as_it_is(admin, sqlite_file, tmp_path):
    admin("back-up", tmp_path / "good")
    with open(sqlite_file, "wb") as file:  # noqa: PTH123  a text
        file.write(b"damaged")
    said = admin("restore", tmp_path / "good")
    former = said.rstrip(".\n").rpartition("The former database is ")[2]
    with open(former, "rb") as file:  # noqa: PTH123  a text
        assert file.read() == b"damaged"
    assert len(ids(admin)) == 1


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_without_its_programs_postgresql_says_the_command(admin, fill, database, tmp_path, monkeypatch):
    fill(("ann", {}))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UndercutError, match="pg_dump is not installed; run on a machine that has it: pg_dump ") as said:
        admin("back-up", tmp_path / "backup")
    assert f"--file={tmp_path}/backup" in str(said.value)
    password = database.url.split(":")[2].split("@")[0]
    assert password not in str(said.value)
    assert not (tmp_path / "backup").exists()


def test_the_secret_is_rotated_and_the_old_one_stays(admin, fill, data, monkeypatch):
    fill(("ann", {}))
    with pytest.raises(UndercutError, match="does not exist"):
        admin("rotate-secret")
    data.mkdir(exist_ok=True)
    (data / "secret").write_text("first\n")
    assert "the old one stays valid. Restart" in admin("rotate-secret")
    new, old = (data / "secret").read_text().split()
    assert (old, len(new) >= 43, (data / "secret").stat().st_mode & 0o777) == ("first", True, 0o600)
    assert "the 2 older ones stay valid" in admin("rotate-secret")
    assert (data / "secret").read_text().split()[1:] == [new, "first"]
    assert "no other is valid" in admin("rotate-secret", "--keep", "0")
    assert len((data / "secret").read_text().split()) == 1
    assert [row["what"] for row in admin("audit", "--json")] == ["rotate-secret"] * 3
    assert [path.name for path in data.iterdir() if path.name.startswith("secret")] == ["secret"]
    monkeypatch.setenv("UNDERCUT_SECRET", "mine")
    with pytest.raises(UndercutError, match="UNDERCUT_SECRET is set"):
        admin("rotate-secret")


def test_the_command_itself_exits_with_the_usual_codes(tmp_path):
    done = preloaded.run(["admin", "tables", "--database", f"sqlite:///{tmp_path}/none.db"])
    assert (done.returncode, done.stdout) == (1, "")
    assert "no such file" in done.stderr


def test_what_root_writes_belongs_to_the_owner_of_the_folder(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret").write_text("new")
    given, owner = [], os.stat_result((0o40700, 0, 0, 1, 1234, 2345, 0, 0, 0, 0))
    monkeypatch.setattr(os, "chown", lambda *arguments: given.append(arguments))
    monkeypatch.setattr(os, "geteuid", lambda: 1234)
    monkeypatch.setattr("pathlib.Path.stat", lambda _path: owner)
    give_to_owner(folder / "secret")
    assert given == []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    give_to_owner(folder / "secret")
    assert given == [(folder / "secret", 1234, 2345)]
