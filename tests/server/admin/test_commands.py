import asyncio

import pytest

from tests.server.admin.conftest import fill_database
from tests.server.conftest import on_both
from undercut.errors import UndercutError
from undercut.site.base.client import group_of
from undercut.site.base.keys import Keys, kept_secret
from undercut.site.base.settings import data_folder, read_duration

BOT = {"opponents": ["random"]}


@on_both
def test_tables_are_listed_and_filtered(admin, fill):
    first, second, third = fill(("ann", {}), ("bob", BOT | {"game": "cups", "listed": False}), ("ann", BOT))
    rows = admin("tables", "--json")
    assert [row["table"] for row in rows] == [third, second, first]
    row = {"table": first, "game": "cuttle", "status": "open", "listed": True, "players": ["Ann", "open"]}
    row |= {"moves": 0, "updated": 0, "maker": "ann", "mark": "ann0000000000000"}
    assert rows[2] | {"updated": 0} == row

    def found(*words):
        return [row["table"] for row in admin("tables", *words, "--json")]

    assert found("--status", "playing") == [third, second]
    assert found("--game", "cups") == found("--unlisted") == found("--guest", "bob") == [second]
    assert found("--mark", "ann0000000000000") == [third, first]
    assert found("--listed", "--limit", "1") == [third]
    assert found("--older-than", "1h") == found("--guest", "nobody") == []
    text = admin("tables", "--status", "open")
    assert text.splitlines()[0].split()[:3] == ["table", "game", "status"]
    assert "Ann, open" in text
    assert admin("tables", "--guest", "nobody") == "No such tables.\n"


def test_guests_are_listed_with_their_seats(admin, fill):
    first, second = fill(("ann", {}), ("bob", BOT))
    assert {row["guest"]: row["tables"] for row in admin("guests", "--json")} == {"ann": 1, "bob": 1}
    assert [(row["guest"], row["seat"]) for row in admin("guests", "--table", second, "--json")] == [("bob", 0)]
    assert admin("guests", "--table", "none") == admin("guests", "--table", "-none") == "No such guests.\n"
    assert admin("tables", "--guest", "-nobody") == "No such tables.\n"
    assert [row["guest"] for row in admin("guests", "--limit", "1", "--json")] == ["bob"]
    del first


def test_a_table_is_closed_once(admin, fill):
    (table,) = fill(("ann", BOT))
    assert admin("close", table) == f"Table {table} is closed.\n"
    assert [row["status"] for row in admin("tables", "--json")] == ["closed"]
    admin("close", table, refused="already over")
    for name in ("nothing", "a b"):
        admin("close", name, refused="no such table")


def test_a_player_is_renamed(admin, fill):
    (table,) = fill(("ann", {"opponents": ["open", "random"], "game": "cups"}))
    assert "now called Zoë." in admin("rename", table, 0, " Zoë ")
    assert admin("tables", "--json")[0]["players"] == ["Zoë", "open", "Ada"]
    assert "now called Player 1." in admin("rename", table, 0, "")
    for seat, name, why in ((1, "Eve", "no player sits there"), (7, "Eve", "seats of this table are 0 to 2")):
        admin("rename", table, seat, name, refused=why)
    admin("rename", table, 0, "Medium bot", refused="The site itself uses the name")
    admin("rename", table, 0, "Random bot", refused=r"is called Random bot|itself uses")


def test_bans_are_listed_replaced_and_lifted(admin, fill):
    fill(("ann", {}))
    assert admin("ban", "2001:db8::1") == "Banned address 2001:db8::/64.\n"
    admin("ban", "192.0.2.0/24", "--for", "7d", "--reason", "Flooding the lobby")
    admin("ban", "ann", "--for", "1h")
    admin("ban", "ann", "--for", "12h", "--reason", "-rude")
    rows = {row["target"]: row for row in admin("bans", "--json")}
    assert set(rows) == {"2001:db8::/64", "192.0.2.0/24", "ann"}
    assert (rows["ann"]["kind"], rows["ann"]["reason"]) == ("guest", "-rude")
    assert rows["ann"]["until"] - rows["ann"]["at"] == 12 * 3600
    assert rows["2001:db8::/64"]["until"] is None
    assert admin("unban", "2001:db8::77") == "2001:db8::/64 is no longer banned.\n"
    admin("unban", "2001:db8::1", refused="is not banned")
    admin("end-sessions", "ann")
    assert {row["kind"] for row in admin("bans", "--json")} == {"address", "guest", "session"}
    assert "session" in admin("bans")


BAD = [
    (("ban", "not a guest!"), "is not an address"),
    (("ban", "192.0.2.0/99"), "is not an address"),
    (("ban", "stranger"), "no guest with this id"),
    (("end-sessions", "stranger"), "no guest with this id"),
    (("ban", "192.0.2.1", "--for", "soon"), "--for: 'soon' is not a length of time"),
    (("ban", "192.0.2.1", "--for", "0"), "--for: a ban needs a length of time"),
    (("ban", "192.0.2.1", "--reason", "x" * 201), "--reason: at most 200"),
    (("ban", "192.0.2.1", "--reason", "a\x1b[1m"), "--reason: at most 200"),
    (("tables", "--limit", "0"), "--limit: 0"),
    (("tables", "--older-than", "-1"), "--older-than: '-1'"),
    (("guests", "--limit", "10001"), "--limit: 10001"),
    (("clean-up", "--older-than", "90 days"), "--older-than: '90 days'"),
    (("reports", "--settle", "3"), "no open report"),
    (("reports", "--settle", "3", "--all"), "--settle: not with --all or --json"),
    (("rotate-secret", "--keep", "-1"), "--keep: -1"),
    (("restore", "missing.db"), "missing.db: no such file"),
    (("unarchive", "missing.gz"), "missing.gz: No such file"),
]


def test_bad_input_is_named_and_changes_nothing(admin, fill):
    fill(("ann", {}))
    for words, why in BAD:
        with pytest.raises(UndercutError) as refused:
            admin(*words)
        assert why in str(refused.value)
    assert admin("audit") == "No actions yet.\n"
    assert admin("bans") == "No bans.\n"


@on_both
def test_every_action_is_in_the_audit_log(admin, fill, tmp_path):
    table, other = fill(("ann", BOT), ("bob", BOT))
    admin("ban", "ann", "--for", "7d", "--reason", "rude")
    admin("unban", "ann")
    admin("end-sessions", "ann")
    admin("rename", table, 0, "Ann B")
    admin("close", table)
    admin("close", other)
    admin("clean-up", "--older-than", "0", "--archive", tmp_path / "a.gz")
    admin("unarchive", tmp_path / "a.gz", other)
    admin("back-up", tmp_path / "b")
    rows = admin("audit", "--json")
    assert [row["what"] for row in reversed(rows)] == [
        *("ban", "unban", "end-sessions", "rename", "close", "close", "clean-up", "unarchive", "back-up")
    ]
    assert all(row["who"].startswith("olga as ") and row["at"] > 0 for row in rows)
    assert [row["target"] for row in rows][:3] == [str(tmp_path / "b"), other, str(tmp_path / "a.gz")]
    assert "until" in rows[-1]["detail"]
    assert len(admin("audit", "--limit", "2", "--json")) == 2
    assert "rename" in admin("audit")


def test_a_database_that_is_missing_or_of_another_version_is_left_alone(admin, fill, database, tmp_path):
    admin("tables", of=f"sqlite:///{tmp_path}/none.db", refused="no such file")
    assert not (tmp_path / "none.db").exists()
    admin("tables", of="mysql://x", refused="database address must be")
    fill(("ann", {}))
    database.query("UPDATE alembic_version SET version_num = '0003'")
    admin("tables", refused=r"revision 0003; .*: use that version")


def test_lengths_of_time():
    assert [read_duration(text) for text in ("0", "90s", "1w", "0.5h")] == [0, 90, 604_800, 1800]


EVERYONE = [
    ("0.0.0.0/0", "holds every IPv4 address"),
    ("::/0", "holds every IPv6 address"),
    ("0.0.0.0/1", "addresses"),
    ("203.0.113.9/8", "addresses"),
    ("2001:db8::/16", "holds a provider"),
    ("127.0.0.1", "holds this machine"),
    ("::1", "holds this machine"),
    ("10.0.0.0/8", "holds private addresses"),
    ("192.168.1.0/24", "holds private addresses"),
    ("fd00::7", "holds private addresses"),
    ("198.51.100.0/24", "holds a proxy of UNDERCUT_PROXIES"),
    ("198.51.100.9", "holds a proxy of UNDERCUT_PROXIES"),
]


def test_a_network_that_holds_everyone(admin, fill, monkeypatch):
    fill(("ann", {}))
    monkeypatch.setenv("UNDERCUT_PROXIES", "127.0.0.1, 198.51.100.9")
    for target, doubt in EVERYONE:
        admin("ban", target, refused=doubt)
        assert admin("bans") == "No bans.\n"
        assert "Banned" in admin("ban", target, "--yes")
        admin("unban", target)


def test_a_network_that_holds_few(admin, fill):
    fill(("ann", {}))
    for target in ("192.0.2.0/24", "198.51.100.0/16", "192.168.1.7", "2001:db8::1", "2001:db8::/48"):
        assert "Banned" in admin("ban", target)


def test_most_guests(admin, database):
    keys = Keys(kept_secret(data_folder()))
    homes = {"ann": "192.0.2.7", "bob": "192.0.2.8", "cat": "203.0.113.5", "dan": "2001:db8::5", "eve": "192.0.2.200"}

    def marks(guest):
        return keys.marks("address", group_of(homes[guest]))

    asyncio.run(fill_database(database.url, [(guest, {}) for guest in homes], marks))
    admin("ban", "192.0.2.0/24", refused="holds 3 of the 5 guests who have opened tables this week")
    assert admin("ban", "192.0.2.0/27") == "Banned address 192.0.2.0/27.\n"
    assert admin("ban", "192.0.2.0/24", "--yes") == "Banned address 192.0.2.0/24.\n"


def test_the_mark_that_most_guests_have(admin, database):
    asyncio.run(fill_database(database.url, [("ann", {}), ("bob", {}), ("cat", {})], lambda _guest: ("0" * 16,)))
    admin("ban", "0" * 16, refused="holds 3 of the 3 guests")
