"""A ban that would keep out the proxy, a home network or most guests asks first."""

import asyncio

import pytest

from tests.server.admin.conftest import fill_database
from undercut.errors import UndercutError
from undercut.site.operations.settings import data_folder, kept_secret
from undercut.site.security.addresses import group_of
from undercut.site.security.keys import Keys

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
        with pytest.raises(UndercutError, match=doubt):
            admin("ban", target)
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
    with pytest.raises(UndercutError, match="holds 3 of the 5 guests who have opened tables this week"):
        admin("ban", "192.0.2.0/24")
    assert admin("ban", "192.0.2.0/27") == "Banned address 192.0.2.0/27.\n"
    assert admin("ban", "192.0.2.0/24", "--yes") == "Banned address 192.0.2.0/24.\n"


def test_the_mark_that_most_guests_have(admin, database):
    asyncio.run(fill_database(database.url, [("ann", {}), ("bob", {}), ("cat", {})], lambda _guest: ("0" * 16,)))
    with pytest.raises(UndercutError, match="holds 3 of the 3 guests"):
        admin("ban", "0" * 16)
