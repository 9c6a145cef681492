"""Limits on what one client may do, in bounded memory that an attacker with many addresses cannot flush."""

import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from math import ceil

from undercut.errors import UndercutError
from undercut.site.base.client import wide_group_of
from undercut.translation import N_, _

MOST_BUCKETS = 50_000  # most clients with a bucket of their own
CELLS = 4_096  # buckets that further clients share
_FIRST_SWEEP = 1_000
_ROUNDING = 1e-9
_SHARES = 8
_CELL = "~"


class TooMuch(UndercutError):  # noqa: N818  reads better without "Error"
    def __init__(self, text: str, wait: float) -> None:
        super().__init__(text)
        self.wait = max(1, ceil(wait))


class Buckets:
    """For each client, the time at which it will have its whole share again."""

    # A client whose share is whole needs no entry, and no other entry is ever dropped. Where there are too many, new
    # clients share a fixed number of cells: all of one wider prefix (/48 of IPv6, /24 of IPv4) the same one. So an
    # attacker with many addresses shortens the shares of its own provider first, and resets nothing.

    def __init__(self, most: int = MOST_BUCKETS) -> None:
        self._most = most
        self._until: dict[str, float] = {}
        self._sweep_at = min(_FIRST_SWEEP, most)
        self._next_sweep = float("-inf")
        self._salt = secrets.token_bytes(16)

    def __len__(self) -> int:
        return len(self._until)

    def key(self, client: str, now: float, patience: float) -> str:
        """Return the name of a client's entry: the client, or a cell, which begins with ``~``."""
        if client in self._until:
            return client
        if len(self._until) >= self._sweep_at and now >= self._next_sweep:
            self._until = {each: until for each, until in self._until.items() if until > now}
            self._sweep_at = min(max(2 * len(self._until), _FIRST_SWEEP), self._most)
            self._next_sweep = now + patience if len(self._until) >= self._sweep_at else float("-inf")
        if len(self._until) < self._most:
            return client
        digest = hashlib.blake2b(wide_group_of(client).encode(), key=self._salt, digest_size=4).digest()
        return f"{_CELL}{int.from_bytes(digest) % CELLS}"

    def debt(self, key: str, now: float) -> float:
        return max(0.0, self._until.get(key, now) - now)

    def put(self, key: str, debt: float, now: float) -> None:
        self._until[key] = now + debt


class Allowance:
    """An amount that each client may use at once, and again in each period."""

    # Several processes can share it: then each may use an eighth of a client's amount before it reports.

    def __init__(
        self,
        amount: float,
        seconds: float = 60.0,
        text: str = N_("Too many requests. Wait a moment."),
        most: int = MOST_BUCKETS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._amount = amount
        self._seconds = seconds
        self._text = text
        self._clock = clock
        self._buckets = Buckets(most)
        self._unsent: dict[str, float] = {}
        self._settle: Callable[[], Awaitable[None]] | None = None

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, clients: Sequence[str], units: float = 0.0) -> float:
        """Return the seconds until all of these clients may use some units; 0 units: until none is overdrawn."""
        if self._amount <= 0:
            return 0.0
        now = self._clock()
        return self._wait(self._keys(clients, now), units, now)

    def use(self, clients: Sequence[str], units: float) -> None:
        """Count units that clients have used, allowed or not."""
        if self._amount > 0:
            now = self._clock()
            self._use(self._keys(clients, now), units, now)

    def try_take(self, clients: Sequence[str], units: float = 1.0) -> float:
        """Use some units if all of these clients may; return 0, or the seconds until they may."""
        if self._amount <= 0:
            return 0.0
        now = self._clock()
        keys = self._keys(clients, now)
        wait = self._wait(keys, units, now)
        if not wait:
            self._use(keys, units, now)
        return wait

    def take_locally(self, clients: Sequence[str], units: float = 1.0) -> None:
        """Use some units, as far as this process knows."""
        self._refuse(self.try_take(clients, units))

    async def take(self, clients: Sequence[str], units: float = 1.0) -> None:
        """Use some units, as far as all processes know."""
        part = max(units, self._amount / _SHARES) * self._seconds / self._amount if self._amount > 0 else 0.0
        if self._settle and any(self._unsent.get(client, 0.0) >= part for client in clients):
            await self._settle()
        self._refuse(self.try_take(clients, units))

    async def check(self, clients: Sequence[str]) -> None:
        """Check that none of these clients has overdrawn its share, here or at another process."""
        if self._settle and self._amount > 0:
            for client in clients:
                self._unsent.setdefault(client, 0.0)
            await self._settle()
        self._refuse(self.wait(clients))

    def _refuse(self, wait: float) -> None:
        if wait:
            raise TooMuch(_(self._text), wait)

    def _keys(self, clients: Sequence[str], now: float) -> list[str]:
        return [self._buckets.key(client, now, self._seconds / _SHARES) for client in clients]

    def _wait(self, keys: Sequence[str], units: float, now: float) -> float:
        need = self._seconds * units / self._amount - self._seconds
        over = max((self._buckets.debt(key, now) + need for key in keys), default=0.0)
        return over if over > _ROUNDING else 0.0

    def _use(self, keys: Sequence[str], units: float, now: float) -> None:
        debt = self._seconds * units / self._amount
        for key in keys:
            self._buckets.put(key, self._buckets.debt(key, now) + debt, now)
            if self._settle and not key.startswith(_CELL):
                self._unsent[key] = self._unsent.get(key, 0.0) + debt

    def share(self, settle: Callable[[], Awaitable[None]]) -> None:
        self._settle = settle

    def take_unsent(self) -> dict[str, float]:
        """Return what was used since the last call: seconds of a period by client."""
        unsent, self._unsent = self._unsent, {}
        return unsent

    def put_back_unsent(self, unsent: dict[str, float]) -> None:
        """Keep for later what could not be reported."""
        for client, debt in unsent.items():
            self._unsent[client] = self._unsent.get(client, 0.0) + debt

    def set_debt(self, client: str, debt: float) -> None:
        """Set the seconds until a client's share is whole, as counted by all processes together."""
        now = self._clock()
        (key,) = self._keys([client], now)
        if not key.startswith(_CELL):
            self._buckets.put(key, debt + self._unsent.get(client, 0.0), now)
