"""Old tables go to an archive before they go from the database, and come back whole."""

import asyncio
import gzip
import json
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from tests.server.conftest import on_both
from undercut.errors import UndercutError
from undercut.site.admin import archive as module
from undercut.site.admin.archive import read_archive
from undercut.site.rooms.people import SeatHolders
from undercut.site.store.model import Unknown
from undercut.site.store.store import Store

BOT = {"opponents": ["random"]}
BARE = b'{"table":{"id":"t"},"summary":{},"events":[],"holders":[]}\n'
COLUMNS = "id, game, listed, created, last, updated, status, seats, data, maker, maker_mark, seen, recent"
EVERYTHING = (
    f"SELECT {COLUMNS} FROM tables ORDER BY id",  # noqa: S608  a constant
    "SELECT table_id, seq, at, data FROM events ORDER BY table_id, seq",
    "SELECT table_id, seat, guest FROM holders ORDER BY table_id, seat, guest",
    "SELECT table_id, guest, seat FROM mutes ORDER BY table_id, guest, seat",
)


def contents(database):
    return [database.query(statement) for statement in EVERYTHING]


@pytest.fixture
def old(fill, database):
    """Three tables that are over, one of them with a muted seat, and two that are not."""
    made = fill(*[("ann", BOT | {"over": True})] * 3, ("bob", {}), ("bob", BOT))
    database.query(f"INSERT INTO mutes (table_id, guest, seat) VALUES ('{made[0]}', 'ann', 1)")  # noqa: S608  our own id
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
    with pytest.raises(UndercutError, match=f"has no table {old[4]}"):
        admin("unarchive", archive, old[4])
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
    with pytest.raises(UndercutError, match="File exists"):
        admin("clean-up", "--older-than", "0", "--unfinished", "--archive", archive)


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


MUTE = "INSERT INTO mutes (table_id, guest, seat) VALUES ('{}', 'ann', 1)"
CHANGES = {
    "a mute": (MUTE, 1),
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


def test_an_archive_of_a_version_with_another_column_is_put_back(admin, old, database, tmp_path):
    archive = tmp_path / "a.gz"
    before = contents(database)
    admin("clean-up", "--older-than", "0", "--archive", archive)
    lines = [json.loads(line) for line in gzip.decompress(archive.read_bytes()).splitlines()]
    for line in lines:
        line["table"]["of a later version"] = 1
    archive.write_bytes(
        gzip.compress(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))
    )
    admin("unarchive", archive)
    assert [row[:1] + row[-1:] for row in contents(database)[0]] == [row[:1] + row[-1:] for row in before[0]]
    assert {row["table"] for row in admin("tables", "--json")} == set(old)


@pytest.mark.parametrize(
    "text",
    [b"no gzip", gzip.compress(b"{}\n"), gzip.compress(b"[]\n") * 2, gzip.compress(BARE)],
    ids=["no gzip", "an object", "lists", "a bare table"],  # compressed files have the time in them
)
def test_a_file_that_is_no_archive_is_refused(admin, fill, tmp_path, text):
    fill(("ann", {}))
    file = tmp_path / "a.gz"
    file.write_bytes(text)
    with pytest.raises(UndercutError, match=r"a\.gz: "):
        admin("unarchive", file)


@pytest.mark.usefixtures("old")
def test_no_transaction_moves_more_events_than_the_site_can_wait_for(admin, monkeypatch, tmp_path):
    monkeypatch.setattr(module, "_EVENTS", 1)
    write, parts = module.write_part, []
    monkeypatch.setattr(module, "write_part", lambda file, found: (parts.append(len(found)), write(file, found)))
    admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    assert parts == [1, 1, 1]
