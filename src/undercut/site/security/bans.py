"""The bans of the site's owner: guests, addresses, and guests whose cookies are no longer accepted."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_network

from undercut.errors import UndercutError
from undercut.site.base.client import group_of, read_address
from undercut.translation import _

_MARK = re.compile(r"[0-9a-f]{16}")
_GUEST = re.compile(r"[A-Za-z0-9_-]{1,64}")


class BanKind(StrEnum):
    GUEST = "guest"
    """A guest may not use the site."""
    ADDRESS = "address"
    """No client with an address in this network may use the site."""
    MARK = "mark"
    """No client with an address of this mark may use the site; a mark is a keyed hash of an address group."""
    SESSION = "session"
    """The cookies of a guest are no longer accepted."""


@dataclass(frozen=True, slots=True)
class Ban:
    kind: BanKind
    target: str
    at: float
    until: float | None = None
    reason: str = ""

    def holds(self, now: float) -> bool:
        return self.until is None or now < self.until

    @property
    def sentence(self) -> str:
        if self.until is None:
            said = _("The owner of this site has banned you.")
        else:
            until = f"{datetime.fromtimestamp(self.until, UTC):%Y-%m-%d %H:%M} UTC"
            said = _("The owner of this site has banned you until {until}.").format(until=until)
        return _("{sentence} Reason: {reason}.").format(sentence=said, reason=self.reason) if self.reason else said


class Banned(UndercutError):  # noqa: N818  reads better without "Error"
    """The client may not use the site; the text says until when and why."""


def read_target(text: str) -> tuple[BanKind, str]:
    """Parse the target of a ban: an address, a network, the mark of an address, or a guest."""
    text = text.strip()
    try:
        return BanKind.ADDRESS, str(ip_network(text if "/" in text else group_of(text), strict=False))
    except ValueError:
        pass
    if _MARK.fullmatch(text):
        return BanKind.MARK, text
    if _GUEST.fullmatch(text):
        return BanKind.GUEST, text
    message = f"{text[:60]!r} is not an address, a network such as 192.0.2.0/24, the mark of an address, or a guest"
    raise UndercutError(message)


class Bans:
    def __init__(self) -> None:
        self._all: tuple[Ban, ...] = ()
        self._named: dict[tuple[BanKind, str], Ban] = {}
        self._networks: list[tuple[IPv4Network | IPv6Network, Ban]] = []

    def replace(self, bans: Iterable[Ban]) -> bool:
        found = tuple(bans)
        if found == self._all:
            return False
        self._all = found
        self._named = {(ban.kind, ban.target): ban for ban in found}
        self._networks = [(ip_network(ban.target), ban) for ban in found if ban.kind is BanKind.ADDRESS]
        return True

    @property
    def uses_marks(self) -> bool:
        """Whether any ban is about a mark; otherwise marks need not be computed."""
        return any(kind is BanKind.MARK for kind, _ in self._named)

    def has_ended(self, guest: str) -> bool:
        return (BanKind.SESSION, guest) in self._named

    def find(self, guest: str, address: str, marks: Sequence[str], now: float) -> Ban | None:
        keys = [(BanKind.GUEST, guest), *((BanKind.MARK, mark) for mark in marks)]
        found = [self._named[key] for key in keys if key in self._named]
        one = read_address(address) if self._networks else None
        found += [ban for network, ban in self._networks if one and one in network]
        return next((ban for ban in found if ban.holds(now)), None)
