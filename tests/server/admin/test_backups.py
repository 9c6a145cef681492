import asyncio
import gzip
import json
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from tests import preloaded
from tests.server.conftest import on_both
from tests.server.running import Client, running
from undercut.errors import UndercutError
from undercut.site.admin import archive as module
from undercut.site.admin.archive import read_archive
from undercut.site.base.keys import give_to_owner
from undercut.site.rooms.people import SeatHolders
from undercut.site.store.database import Unknown, sole_server
from undercut.site.store.store import Store

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
    admin("back-up", file, refused="exists; choose another name")
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
                    move = {"move": scene["moves"][0]["move"], "version": scene["version"]}
                    client.post(f"/t/{table}/moves", json=move)

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
        admin("restore", bad, refused=r"not a database of Undercut|is damaged")
        assert ids(admin) == before
    assert sqlite_file


def test_a_backup_of_a_newer_version_is_refused(admin, database, sqlite_file, tmp_path):
    assert sqlite_file
    database.query("UPDATE alembic_version SET version_num = '9999'")
    database.query("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(database.path, tmp_path / "newer")
    admin("restore", tmp_path / "newer", refused=r"another version of Undercut \(revision 9999\)")


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


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_a_dump_before_a_restore_is_never_readable_by_others_nor_partial(admin, fill, tmp_path, monkeypatch):
    fill(("ann", {}))
    admin("back-up", tmp_path / "backup")

    def fill_disk(_url, _program, *arguments):
        file = Path(arguments[-1].removeprefix("--file="))
        file.write_bytes(b"part")
        assert file.stat().st_mode & 0o077 == 0
        raise UndercutError("No space left on device")

    monkeypatch.setattr("undercut.site.admin.backups._run", fill_disk)
    admin("restore", tmp_path / "backup", refused="No space left")
    assert [path.name for path in tmp_path.iterdir() if "dump" in path.name or path.name.startswith(".")] == []


def test_the_secret_is_rotated_and_the_old_one_stays(admin, fill, data, monkeypatch):
    fill(("ann", {}))
    admin("rotate-secret", refused="does not exist")
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
    admin("rotate-secret", refused="UNDERCUT_SECRET is set")


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


BARE = b'{"table":{"id":"t"},"summary":{},"events":[],"holders":[]}\n'
COLUMNS = "id, game, listed, created, last, updated, status, seats, data, maker, maker_mark, seen, recent"
EVERYTHING = (
    f"SELECT {COLUMNS} FROM tables ORDER BY id",  # noqa: S608  a constant
    "SELECT table_id, seq, at, data FROM events ORDER BY table_id, seq",
    "SELECT table_id, seat, guest FROM holders ORDER BY table_id, seat, guest",
    "SELECT table_id, guest, seat FROM mutes ORDER BY table_id, guest, seat",
    "SELECT table_id, method, at, data FROM reviews",
    "SELECT table_id, day, game, guest FROM tries",
    "SELECT table_id, duplicate, place, board FROM duplicate_boards",
)
PARTS = (
    "INSERT INTO mutes (table_id, guest, seat) VALUES ('{}', 'ann', 1)",
    "INSERT INTO reviews (table_id, method, at, data) SELECT id, 1, 2.5, data FROM tables WHERE id = '{}'",
    "INSERT INTO tries (day, game, guest, table_id) VALUES ('2026-11-25', 'cuttle', 'ann', '{}')",
    "INSERT INTO duplicates (id, at, data) SELECT 'friends', 1, data FROM tables WHERE id = '{}'",
    "INSERT INTO duplicate_boards (duplicate, place, board, table_id) VALUES ('friends', 0, 1, '{}')",
)


def contents(database):
    return [database.query(statement) for statement in EVERYTHING]


@pytest.fixture
def old(fill, database):
    made = fill(*[("ann", BOT | {"over": True})] * 3, ("bob", {}), ("bob", BOT))
    for statement in PARTS:
        database.query(statement.format(made[0]))
    return made


@on_both
def test_old_tables_move_to_an_archive_and_back_byte_for_byte(admin, old, database, tmp_path):
    before = contents(database)
    archive = tmp_path / "deep" / "old.jsonl.gz"
    assert admin("clean-up", "--older-than", "0", "--archive", archive, "--dry-run").startswith("Would move 3 tables")
    assert (contents(database), archive.exists()) == (before, False)
    assert "Moved 3 tables with" in admin("clean-up", "--older-than", "0", "--archive", archive)
    assert {row["table"] for row in admin("tables", "--json")} == set(old[3:])
    assert {row[0] for statement in EVERYTHING[1:] for row in database.query(statement)} == set(old[3:])
    assert archive.stat().st_mode & 0o777 == 0o600
    lines = [json.loads(line) for line in gzip.decompress(archive.read_bytes()).splitlines()]
    assert {line["table"]["id"] for line in lines} == set(old[:3])
    assert lines[0]["events"][0][2]["type"] == "opened"
    admin("unarchive", archive, old[4], refused=f"has no table {old[4]}")
    assert admin("unarchive", archive, old[1]).startswith("Put back 1 table")
    assert admin("unarchive", archive).endswith("1 were there already.\n")
    assert contents(database) == before


def test_tables_that_are_young_or_unfinished_stay(admin, old):
    assert admin("clean-up", "--older-than", "1h") == "Nothing to move.\n"
    assert "Would move 5 tables" in admin("clean-up", "--older-than", "0", "--unfinished", "--dry-run")
    assert len(admin("tables", "--json")) == len(old)


def test_the_archive_has_a_name_in_the_data_folder_and_is_never_overwritten(admin, old, data):
    assert "Moved 3 tables" in admin("clean-up", "--older-than", "0")
    (archive,) = (data / "archive").iterdir()
    assert archive.name.endswith(".jsonl.gz")
    assert sorted(each.id for each in read_archive(archive)) == sorted(old[:3])
    admin("clean-up", "--older-than", "0", "--unfinished", "--archive", archive, refused="File exists")


@pytest.mark.parametrize("step", ["write_part", "_delete", "record"])
def test_an_interruption_at_any_step_loses_nothing(admin, old, database, tmp_path, monkeypatch, step):
    before = contents(database)
    monkeypatch.setattr(module, "_TABLES", 1)
    real, calls = getattr(module, step), []

    def fail(*arguments):
        calls.append(1)
        if len(calls) == 2:
            raise SystemExit
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(module, step, fail)
        with pytest.raises(SystemExit):
            admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    assert len(admin("tables", "--json")) == len(old) - 1
    admin("clean-up", "--older-than", "0", "--archive", tmp_path / "b.gz")
    for name in ("a.gz", "b.gz"):
        admin("unarchive", tmp_path / name)
    assert contents(database) == before


def test_an_archive_that_was_cut_off_gives_what_is_whole(admin, old, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_TABLES", 1)
    archive = tmp_path / "a.gz"
    admin("clean-up", "--older-than", "0", "--archive", archive)
    archive.write_bytes(archive.read_bytes()[:-20])
    assert admin("unarchive", archive).startswith("Put back 2 tables")
    assert len(admin("tables", "--json")) == len(old) - 1


def test_a_table_that_changes_meanwhile_stays(admin, old, database, tmp_path, monkeypatch):
    write = module.write_part

    async def grow():
        async with await Store.open(database.url) as store:
            last = len(await store.events(old[1]))
            await store.append(old[1], last + 1, [b'{"type":"rematchasked","seat":0}'])

    def write_and_grow(file, found):
        write(file, found)
        asyncio.run(grow())

    monkeypatch.setattr(module, "write_part", write_and_grow)
    assert "Moved 2 tables" in admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    assert {row["table"] for row in admin("tables", "--json")} == {old[1], *old[3:]}
    assert "1 were there already" in admin("unarchive", tmp_path / "a.gz")


CHANGES = {
    "a mute": ("INSERT INTO mutes (table_id, guest, seat) VALUES ('{}', 'ann', 1)", 1),
    "the end of a mute": ("DELETE FROM mutes WHERE table_id = '{}'", 0),
    "another browser": ("INSERT INTO holders (table_id, seat, guest) VALUES ('{}', 0, 'her phone')", 1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_table_whose_people_change_without_an_event_stays(admin, old, database, tmp_path, monkeypatch, change):
    statement, which = CHANGES[change]
    write = module.write_part

    def write_and_change(file, found):
        write(file, found)
        database.query(statement.format(old[which]))

    monkeypatch.setattr(module, "write_part", write_and_change)
    assert "Moved 2 tables" in admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    assert {row["table"] for row in admin("tables", "--json")} == {old[which], *old[3:]}
    monkeypatch.undo()
    before = contents(database)
    admin("clean-up", "--older-than", "0", "--archive", tmp_path / "b.gz")
    admin("unarchive", tmp_path / "b.gz")
    assert contents(database) == before


async def mute(url, table):
    async with await Store.open(url) as store:
        await SeatHolders(table, store).mute("ann", 1, muted=False)


@on_both
def test_a_mute_ends_at_a_table_only_before_or_after_its_deletion(admin, old, database, tmp_path, monkeypatch):
    record = module.record
    with ThreadPoolExecutor(1) as pool:
        ended = []

        def record_and_mute(*arguments):
            ended.append(pool.submit(asyncio.run, mute(database.url, old[0])))
            wait(ended, 0.5)
            assert not ended[0].done()
            record(*arguments)

        monkeypatch.setattr(module, "record", record_and_mute)
        assert "Moved 3 tables" in admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
        with pytest.raises(Unknown):
            ended[0].result()


def test_an_archive_is_put_back_beside_what_has_come_since(admin, old, database, tmp_path):
    archive = tmp_path / "a.gz"
    before = contents(database)
    admin("clean-up", "--older-than", "0", "--archive", archive)
    lines = [json.loads(line) for line in gzip.decompress(archive.read_bytes()).splitlines()]
    for line in lines:
        line["table"]["of a later version"] = 1
    for statement in (PARTS[2].format(old[4]), "DELETE FROM duplicates"):
        database.query(statement)
    written = [json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines]
    archive.write_bytes(gzip.compress(b"".join(written)))
    admin("unarchive", archive)
    after = contents(database)
    assert after[:5] == before[:5]
    assert (after[5], after[6]) == ([(old[4], *before[5][0][1:])], [])


@pytest.mark.parametrize(
    "text",
    [b"no gzip", gzip.compress(b"{}\n"), gzip.compress(b"[]\n") * 2, gzip.compress(BARE)],
    ids=["no gzip", "an object", "lists", "a bare table"],  # compressed files have the time in them
)
def test_a_file_that_is_no_archive_is_refused(admin, fill, tmp_path, text):
    fill(("ann", {}))
    file = tmp_path / "a.gz"
    file.write_bytes(text)
    admin("unarchive", file, refused=r"a\.gz: ")


@pytest.mark.usefixtures("old")
def test_no_transaction_moves_more_events_than_the_site_can_wait_for(admin, monkeypatch, tmp_path):
    monkeypatch.setattr(module, "_EVENTS", 1)
    write, parts = module.write_part, []
    monkeypatch.setattr(module, "write_part", lambda file, found: (parts.append(len(found)), write(file, found)))
    admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    assert parts == [1, 1, 1]
