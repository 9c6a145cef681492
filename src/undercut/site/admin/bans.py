"""Who is kept out: bans and what speaks against them, ended sessions, and a new secret that signs all cookies."""

import os
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from sqlalchemy import select

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, open_database, record
from undercut.site.admin.lists import Cell, is_guest
from undercut.site.base.client import group_of, networks
from undercut.site.base.keys import Keys, kept_secret, rotate_secret
from undercut.site.base.settings import data_folder
from undercut.site.security.bans import Ban, BanKind, read_target
from undercut.site.store.moderation import lift_ban, put_ban, read_bans
from undercut.site.store.schema import tables

_LONGEST_REASON: Final = 200


def ban(database: Database, target: str, seconds: float | None, reason: str, *, sure: bool = False) -> Ban:
    kind, name = read_target(target)
    if kind is BanKind.GUEST:
        _check_guest(database, name)
    if seconds == 0:
        raise UndercutError("--for: a ban needs a length of time, such as 7d")
    if len(reason) > _LONGEST_REASON or not reason.isprintable():
        raise UndercutError(f"--reason: at most {_LONGEST_REASON} characters on one line")
    if not sure and (against := doubts(database, kind, name)):
        raise UndercutError(f"{name} {'; it '.join(against)}. Nothing is banned; to ban it all the same, add --yes")
    now = time.time()
    new = Ban(kind, name, now, None if seconds is None else now + seconds, reason)
    _put(database, "ban", new)
    return new


def end_sessions(database: Database, guest: str) -> None:
    """Accept no cookie of a guest any more; their browsers become new guests."""
    _check_guest(database, guest)
    _put(database, "end-sessions", Ban(BanKind.SESSION, guest, time.time()))


def _put(database: Database, what: str, ban: Ban) -> None:
    with database.writing() as connection:
        put_ban(connection, ban)
        record(connection, what, ban.target, ban.sentence if what == "ban" else "")


def unban(database: Database, target: str) -> str:
    kind, name = read_target(target)
    with database.writing() as connection:
        if not lift_ban(connection, kind, name):
            raise UndercutError(f"{name} is not banned; undercut admin bans lists all bans")
        record(connection, "unban", name)
    return name


def list_bans(database: Database) -> list[dict[str, Cell]]:
    with database.reading() as connection:
        bans = read_bans(connection, time.time())
    return [asdict(ban) | {"kind": ban.kind.value} for ban in bans]


def _check_guest(database: Database, guest: str) -> None:
    if not is_guest(database, guest):
        message = f"{guest[:60]!r}: no guest with this id has opened or joined a table; see undercut admin guests"
        raise UndercutError(message)


def rotate_secrets(address: str | None, keep: int) -> str:
    if os.environ.get("UNDERCUT_SECRET"):
        raise UndercutError("UNDERCUT_SECRET is set: write the new secret there, on a line above the old one")
    if keep < 0:
        raise UndercutError(f"--keep: {keep} is less than 0")
    folder = data_folder()
    kept = rotate_secret(folder, keep=keep)
    # The secret may have been changed because the database is out of order.
    with suppress(UndercutError), open_database(address) as database, database.writing() as connection:
        record(connection, "rotate-secret", str(folder / "secret"), f"{kept} older kept")
    older = (
        f"the {kept} older ones stay valid" if kept > 1 else "the old one stays valid" if kept else "no other is valid"
    )
    return f"New secret in {folder / 'secret'}; {older}. Restart the site to use it."


# --- Doubts about a ban that would keep out many: the proxy, a home network, or most guests ---------------------------


Network = IPv4Network | IPv6Network

_MOST_GROUPS: Final = 2**16  # a network with more address groups than this is wide, and its marks are not computed

_RECENT_SECONDS: Final = 7 * 86_400.0
_FEWEST: Final = 2  # with fewer guests, most of them says nothing
_LOOPBACK: Final = tuple(map(ip_network, ("127.0.0.0/8", "::1/128")))
_PRIVATE: Final = tuple(
    map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"))
) + tuple(map(ip_network, ("fc00::/7", "fe80::/10")))


def doubts(database: Database, kind: BanKind, target: str) -> list[str]:
    """Return reasons against a ban, in words that follow "it"; none if it keeps out few."""
    if kind is BanKind.ADDRESS:
        network = ip_network(target)
        wide = [*_about(network), *_proxies(network)]
        return wide if wide and _groups(network) > _MOST_GROUPS else [*wide, *_guests(database, _marks(network))]
    return _guests(database, {target}) if kind is BanKind.MARK else []


def _about(network: Network) -> list[str]:
    against: list[str] = []
    if network.prefixlen == 0:
        against.append(f"holds every IPv{network.version} address")
    elif _groups(network) > _MOST_GROUPS:
        against.append(f"holds {network.num_addresses:,} addresses" if network.version == 4 else "holds a provider")  # noqa: PLR2004
    if _overlaps(network, _LOOPBACK):
        against.append("holds this machine, and with it a proxy that runs here")
    if network.num_addresses > 1 and _overlaps(network, _PRIVATE):
        against.append("holds private addresses: a home network, or the proxy's")
    return against


def _groups(network: Network) -> int:
    """Return how many address groups a network has: an IPv6 /64 is one."""
    return 2 ** max(0, (32 if network.version == 4 else 64) - network.prefixlen)  # noqa: PLR2004


def _overlaps(network: Network, others: Collection[Network]) -> bool:
    return any(network.version == other.version and network.overlaps(other) for other in others)


def _proxies(network: Network) -> list[str]:
    listed = networks(os.environ.get("UNDERCUT_PROXIES", ""))
    trusted = [network for network in listed if network != "*"]
    return ["holds a proxy of UNDERCUT_PROXIES"] if _overlaps(network, trusted) else []


def _marks(network: Network) -> set[str]:
    """Return the marks of all address groups of a network; none where the site's secret is elsewhere."""
    secret = os.environ.get("UNDERCUT_SECRET")
    if secret is None and (data_folder() / "secret").exists():
        with suppress(UndercutError):
            secret = kept_secret(data_folder())
    if not secret or _groups(network) > _MOST_GROUPS:
        return set()
    keys, step = Keys(secret), network.num_addresses // _groups(network) or 1
    groups = {group_of(str(network[number * step])) for number in range(_groups(network))}
    return {mark for group in groups for mark in keys.marks("address", group)}


def _guests(database: Database, marks: Collection[str]) -> list[str]:
    """Return a doubt if most guests who have lately opened tables have one of these marks."""
    query = select(tables.c.maker, tables.c.maker_mark).where(
        tables.c.maker.is_not(None), tables.c.created > time.time() - _RECENT_SECONDS
    )
    with database.reading() as connection:
        mark_of = {row.maker: row.maker_mark for row in connection.execute(query)}
    inside = sum(mark in marks for mark in mark_of.values())
    if len(mark_of) < _FEWEST or 2 * inside <= len(mark_of):
        return []
    return [f"holds {inside} of the {len(mark_of)} guests who have opened tables this week"]
